"""DataFrames: their cells as plain Python objects, and one row per sample."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ontoeval.errors import UsageError
from ontoeval.records.batch import Row
from ontoeval.records.formats._columns import usual
from ontoeval.records.native import plain

#: Cells by column; all columns have one length.
Columns = dict[str, list[Any]]


def is_frame(value: Any) -> bool:
    """Whether a value is a table with named columns, of pandas, polars or pyarrow."""
    return hasattr(value, "to_pydict") or (hasattr(value, "columns") and hasattr(value, "to_dict"))


def columns_of(frame: Any, name: str) -> Columns:
    """The cells of a frame by column: an index with a name is a column, NaN, NaT and NA are None.

    Args:
        frame: The frame.
        name: Name for messages.

    Raises:
        UsageError: Two columns have one name.
    """
    if hasattr(frame, "to_pydict"):
        return dict(frame.to_pydict())
    if not hasattr(frame, "index"):
        return dict(frame.to_dict(as_series=False))
    levels = [level for level in frame.index.names if level is not None and level not in frame.columns]
    if levels:
        frame = frame.reset_index(level=levels)
    elif frame.index.inferred_type == "string" and sample_column(list(map(str, frame.columns))) is None:
        frame = frame.rename_axis("id").reset_index()
    if not frame.columns.is_unique:
        twice = sorted(set(map(str, frame.columns[frame.columns.duplicated()])))
        raise UsageError(f"two columns are called {', '.join(twice)}", where=name, mend="rename or drop one of them")
    return {str(column): cells_of(frame[column]) for column in frame.columns}


def cells_of(series: Any) -> list[Any]:
    """The cells of a column of pandas as plain Python objects, with None where they are empty."""
    known = series.notna()
    cells = (series if known.all() else series.astype(object).where(known, None)).tolist()
    return list(map(plain, cells)) if series.dtype == object else cells


def is_nothing(value: Any) -> bool:
    """Whether a value is an empty cell: None, NaN, or the NA of pandas."""
    return value is None or (isinstance(value, float) and value != value) or type(value).__name__ == "NAType"


def whole(values: Sequence[Any]) -> list[Any]:
    """Ids that an empty cell in their column has made floats, as whole numbers again."""
    numbers = [value for value in values if isinstance(value, float)]
    if not numbers or not all(map(float.is_integer, numbers)):
        return list(values)
    return [int(value) if isinstance(value, float) else value for value in values]


def sample_column(header: Sequence[str], fields: Mapping[str, str] | None = None) -> str | None:
    """The column that holds the ids of samples, or None: the field map's, ``id``, or one with a usual name.

    Args:
        header: Names of the columns.
        fields: Other places of fields.
    """
    named = (fields or {}).get("id", "id")
    known = next((name for name in (named.partition(".")[0], "id") if name in header), None)
    if known is not None or named != "id":
        return known
    names = [column for column in header if column.lower() != "query"]  # the text of the question
    place = usual("query", names)
    return None if place is None else names[place]


def wide_rows(columns: Columns, name: str, fields: Mapping[str, str]) -> list[Row]:
    """One row per sample, of a frame whose rows are samples.

    Raises:
        UsageError: No column holds ids.
    """
    header = list(columns)
    column = sample_column(header, fields)
    if column is None:
        shown = ", ".join(header[:20]) + (" …" if len(header) > 20 else "")
        raise UsageError(
            f"no column holds the ids of samples; there is {shown or 'none at all'}",
            where=name,
            expected="id, query_id or qid, or an index with such a name",
            mend=f'name it: fields={{"id": "{header[0] if header else "NAME"}"}}',
        )
    ids = whole(columns[column])
    named = column if column == fields.get("id", "id").partition(".")[0] else "id"
    return rows_of({named if each == column else each: ids if each == column else columns[each] for each in header})


def exploded(columns: Columns, column: str) -> Columns:
    """A table where each item of a column's lists has a row of its own, as that column's; others are repeated.

    Lists of the same length in other columns go along, as those that ``groupby().agg(list)`` makes.
    """
    if not any(isinstance(cell, list) for cell in columns[column]):
        return columns
    made: Columns = {name: [] for name in columns}
    for row in rows_of(columns):
        items = row[column] if isinstance(row[column], list) else [row[column]]
        for name, cell in row.items():
            along = isinstance(cell, list) and (name == column or len(cell) == len(items))
            made[name] += (cell or [None]) if along else [cell] * max(len(items), 1)
    return made


def rows_of(columns: Columns) -> list[Row]:
    """The rows of a table."""
    return [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)]
