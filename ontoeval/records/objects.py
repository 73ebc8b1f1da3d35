"""Samples from Python objects: rows, DataFrames, Series, qrels and runs, or bare values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from ontoeval.errors import UsageError
from ontoeval.records.batch import Batch, FieldMap, Part, Problems, Row, Uniqueness, batches
from ontoeval.records.corpus import Corpus
from ontoeval.records.formats._columns import usual
from ontoeval.records.formats.spacy import is_document, row_of
from ontoeval.records.frames import (
    Columns,
    cells_of,
    columns_of,
    is_frame,
    is_nothing,
    rows_of,
    sample_column,
    whole,
    wide_rows,
)
from ontoeval.records.long_frames import LongRows, long_rows, looks_long
from ontoeval.records.native import plain
from ontoeval.records.samples import Duplicates, Samples, Source, file_source, rows_source, values_source
from ontoeval.records.series import by_label, is_labelled, is_series, without_series

#: Fields of bare values whose order is what is measured.
_RANKINGS = ("run.retrieved", "run.candidates", "run.contexts")
_IDS = (*_RANKINGS, "gold.docs")


def samples_of(
    gold: Any,
    run: Any = None,
    *,
    fields: Mapping[str, str] | None = None,
    duplicates: Duplicates = "error",
    bare: tuple[str, str] | None = None,
) -> Samples:
    """Samples from whatever ``oe.score`` accepts as gold and run.

    A Series is joined by its index, unless the other side has no ids either: then position joins.

    Args:
        gold, run: `Samples`, a path, rows, a DataFrame, spaCy documents, ``{id: value}``, a Series or a sequence of
            values.
        fields: Other places of fields in rows.
        duplicates: Rule for repeated ids.
        bare: Field of the golden set, and of the run, that bare values are.

    Raises:
        UsageError: The objects have no known form, or what position would join differs in length.
    """
    if isinstance(gold, Samples):
        if run is not None:
            raise UsageError("the samples hold their run already", where="run")
        if fields:
            raise UsageError("the samples have their fields already", where="fields", mend="oe.read(…, fields=…)")
        return gold
    gold, run = without_series(_unpacked("gold", gold), _unpacked("run", run))
    values = isinstance(gold, list) and isinstance(run, list) and not any(map(_is_row, [*gold[:1], *run[:1]]))
    if values and len(gold) != len(run):
        raise UsageError(f"position joins gold and run, but gold has {len(gold)} values and the run {len(run)}")
    sources = _Sources(fields or {}, duplicates)
    first = sources.of("gold", "both" if run is None else "gold", gold, bare and bare[0])
    second = None if run is None else sources.of("run", "run", run, bare and bare[1])
    return Samples(first, second, fields=fields, duplicates=duplicates)


def corpus_of(docs: Any) -> Corpus:
    """A corpus from rows, a DataFrame, or ``{id: metadata}``.

    Raises:
        UsageError: A document is no row.
    """
    if is_frame(docs):
        docs = rows_of(_with_document_ids(columns_of(docs, "docs")))
    elif isinstance(docs, Mapping):
        docs = [{"id": name, **_metadata(row)} for name, row in docs.items()]
    return Corpus(((f"docs[{number}]", dict(_metadata(row))) for number, row in enumerate(docs)), "docs")


def _with_document_ids(columns: Columns) -> Columns:
    header = list(columns)
    place = None if "id" in columns else usual("doc", header)
    named = "id" if place is None else header[place]
    return {
        "id" if name == named else name: whole(cells) if name == named else cells for name, cells in columns.items()
    }


def _metadata(row: Any) -> Mapping[str, Any]:
    if isinstance(row, Mapping):
        return row
    raise UsageError(
        f"a document is a {type(row).__name__}",
        where="docs",
        expected='rows such as {"id": …, "lang": …}, a DataFrame, or {id: metadata}',
    )


def _unpacked(name: str, value: Any) -> Any:
    """What a value holds: its items when it is a sequence, else the value."""
    if hasattr(value, "ngroups"):
        raise UsageError(
            "a grouped frame has no rows", where=name, mend="give the frame itself: rows may be in any order"
        )
    if value is None or isinstance(value, str | Path | Mapping) or is_frame(value) or is_series(value):
        return value
    if hasattr(value, "tolist"):
        value = value.tolist()
    if not isinstance(value, Iterable):
        raise UsageError(
            f"cannot read a {type(value).__name__} as {name}",
            expected="a path, rows (list of dicts or DataFrame), {id: value}, a Series, or a sequence of values",
        )
    return [item._asdict() if hasattr(item, "_asdict") else item for item in value]


def _is_row(value: Any) -> bool:
    return isinstance(value, Mapping) or is_document(value)


class _Sources:
    """Makes sources of gold and run.

    Args:
        fields: Other places of fields.
        duplicates: Rule for documents that a ranking holds twice.
    """

    def __init__(self, fields: Mapping[str, str], duplicates: Duplicates) -> None:
        self.fields = fields
        self.duplicates = duplicates

    def of(self, name: str, part: Part, value: Any, bare: str | None) -> Source:
        """Whatever was given as a source of rows."""
        if isinstance(value, str | Path):
            return file_source(Path(value), part)
        if is_frame(value):
            return self._table(name, part, columns_of(value, name), bare)
        if isinstance(value, Mapping):
            if _is_table(value):
                return self._table(name, part, {key: list(map(plain, cells)) for key, cells in value.items()}, bare)
            return _bare(name, part, list(value), value.values(), bare)
        if value and all(map(is_document, value)):
            return rows_source(name, part, [_document_row(item, place, part) for place, item in enumerate(value)])
        if all(isinstance(item, Mapping) for item in value):
            return self._rows(name, part, value, bare)
        if any(isinstance(item, Mapping) for item in value):
            raise UsageError("some items are rows and some are bare values", where=name)
        return _bare(name, part, list(map(str, range(len(value)))), value, bare)

    def _rows(self, name: str, part: Part, rows: list[Any], bare: str | None) -> Source:
        """Rows as they are; as a table when none has an id, or when each is one document, mention or concept."""
        first: Mapping[Any, Any] = rows[0] if rows else {"id": None}
        names = {"id", self.fields.get("id", "id").partition(".")[0]}
        if not names.isdisjoint(first) and not looks_long(list(map(str, first))):
            of_arrays = any(hasattr(cell, "tolist") for cell in first.values())
            return rows_source(name, part, map(plain, rows) if of_arrays else rows)
        header = list(dict.fromkeys(key for row in rows for key in row))
        if not all(isinstance(key, str) for key in header):
            return rows_source(name, part, rows)
        return self._table(name, part, {key: [plain(row.get(key)) for row in rows] for key in header}, bare)

    def _table(self, name: str, part: Part, columns: Columns, bare: str | None) -> Source:
        found = long_rows(columns, bare, self.fields, name, duplicates=self.duplicates)
        if found is None:
            return rows_source(name, part, wide_rows(columns, name, self.fields))
        return Source(name, part, partial(_read_long, found))


def _read_long(read: LongRows, fields: FieldMap, problems: Problems, unique: Uniqueness) -> Iterator[Batch]:
    return batches(read(problems), fields, problems, unique)


def _is_table(value: Mapping[Any, Any]) -> bool:
    """Whether a mapping is ``{column: cells}``, and not ``{id: value}``."""
    header = [key for key in value if isinstance(key, str)]
    cells = list(value.values())
    if not cells or len(header) < len(cells) or not all(isinstance(column, list) for column in cells):
        return False
    return looks_long(header) and sample_column(header) is not None and len({len(column) for column in cells}) == 1


def _document_row(document: Any, number: int, part: Part) -> Row:
    row = row_of(document, number)
    return {**row, "run" if part == "run" else "gold": {"mentions": row.pop("mentions")}}


def _bare(name: str, part: Part, ids: list[Any], values: Iterable[Any], field: str | None) -> Source:
    if field is None:
        raise UsageError(
            "this metric needs rows",
            where=name,
            expected='a list of dicts such as {"id": …, "predicates": …}',
        )
    read = [_value(value, field, f"{name} {key!r}") for key, value in zip(ids, values, strict=True)]
    return values_source(name, part, field, [key if type(key) is str else plain(key) for key in ids], read)


def _value(value: Any, field: str, where: str) -> Any:
    """One bare value in Python's own types; NaN is nothing.

    A dictionary of texts to numbers, which nearly all are, is looked at by the batch that it becomes a part of.
    """
    if isinstance(value, str) or (field in _IDS and type(value) is dict and type(next(iter(value), "")) is str):
        return value
    if is_nothing(value):
        return None
    if is_frame(value):
        raise UsageError(
            "a DataFrame is no value",
            where=where,
            expected="a list or a mapping",
            mend='give one frame for all: pd.concat(frames, names=["id"]).reset_index(level=0)',
        )
    if is_series(value):
        value = by_label(value, where) if is_labelled(value) else cells_of(value)
    if isinstance(value, set | frozenset):
        return value if field in _RANKINGS else sorted(value)
    if not isinstance(value, dict | Mapping):  # dict first: Mapping is slow
        value = list(value) if isinstance(value, Sequence) or hasattr(value, "__iter__") else value
    if field in _RANKINGS and isinstance(value, list) and value and _is_pair(value[0]):
        value = [dict(zip(("id", "score"), hit, strict=True)) if _is_pair(hit) else hit for hit in value]
    return _with_whole_ids(plain(value)) if field in _IDS else plain(value)


def _is_pair(value: Any) -> bool:
    """Whether a hit is a document with its score."""
    return isinstance(value, tuple) and len(value) == 2


def _with_whole_ids(value: Any) -> Any:
    """A ranking or grades, with ids of documents that are whole numbers as such."""
    if not isinstance(value, list | dict) or not isinstance(next(iter(value), None), float):
        return value
    ids = whole(list(value))
    return ids if isinstance(value, list) else dict(zip(ids, value.values(), strict=True))
