"""Rows of a corpus: JSON lines, BEIR's corpus.jsonl or the folder it is in, and tables as CSV, TSV or Parquet."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ontoeval.errors import InputError
from ontoeval.findings import Finding, shorten
from ontoeval.records.batch import Problems, Row
from ontoeval.records.formats._cells import Cells
from ontoeval.records.formats._columns import usual
from ontoeval.records.formats.parquet import table_rows
from ontoeval.records.jsonl import is_empty, read_jsonl

_BEIR = ("corpus.jsonl", "corpus.jsonl.gz")
_NUMBER = re.compile(r"-?(0|[1-9]\d{0,17})(\.\d+)?")


def corpus_rows(path: Path, problems: Problems) -> Iterator[tuple[str, Row]]:
    """Rows of documents with their places; the suffix tells tables from JSON lines.

    A row of BEIR (``_id``, ``title``, ``text``, ``metadata``) has its metadata among its fields. In a table the id is
    the column ``id``, else one with a usual name (``doc_id``, ``docno`` …). The cells of a column are numbers when all
    of them are, and JSON when they begin with ``[`` or ``{``; an empty one says nothing.

    Args:
        path: A file, or a folder with BEIR's corpus.jsonl.
        problems: Gets rows that cannot be used.

    Raises:
        InputError: The file is missing, unreadable or empty, or a table has no column for the id.
        MissingExtra: It is Parquet, and pyarrow is not installed.
    """
    if path.is_dir():
        path = _in_folder(path)
    name = path.name.lower().removesuffix(".gz")
    if not name.endswith((".parquet", ".pq", ".csv", ".tsv")):
        return ((where, _flat(row)) for where, row in read_jsonl(path, problems))
    if is_empty(path):
        raise InputError("the file is empty", where=str(path), expected="a row per document")
    rows = _table(path, problems) if name.endswith((".csv", ".tsv")) else table_rows(path)
    return ((where, _named(row, path)) for where, row in rows)


def _in_folder(folder: Path) -> Path:
    found = next((folder / name for name in _BEIR if (folder / name).is_file()), None)
    if found is None:
        raise InputError(
            "this is a folder without a corpus.jsonl", where=str(folder), expected="a file, or BEIR's folder"
        )
    return found


def _flat(row: Row) -> Row:
    """A row of BEIR with the names of ontoeval; any other row as it is."""
    if "_id" not in row or "id" in row:
        return row
    rest = {name: value for name, value in row.items() if name != "_id"}
    metadata = rest.pop("metadata") if isinstance(rest.get("metadata"), dict) else {}
    return {"id": row["_id"], **metadata, **rest}


def _named(row: Row, path: Path) -> Row:
    """A row of a table with its id under that name."""
    column = _id_column(list(row), path)
    return {"id": row[column], **{name: value for name, value in row.items() if name != column}}


def _id_column(header: Sequence[str], path: Path) -> str:
    if "id" in header:
        return "id"
    place = header.index("_id") if "_id" in header else usual("doc", header)
    if place is None:
        shown = shorten(", ".join(header), 200)
        raise InputError("no column for the id", where=f"{path}:1", expected=f"id or doc_id; the header has {shown}")
    return header[place]


def _table(path: Path, problems: Problems) -> Iterator[tuple[str, Row]]:
    cells = Cells(path, problems)
    header = cells.header
    column_of_ids = _id_column(header, path)
    kept: list[tuple[str, list[str]]] = []
    for where, values in cells:
        if len(values) == len(header):
            kept.append((where, values))
        else:
            expected = f"{len(header)}, as in the header"
            problems.add(Finding("record.line", "error", where, f"{len(values)} cells", expected))
    columns = [
        _values([values[place] for _, values in kept], name == column_of_ids) for place, name in enumerate(header)
    ]
    for number, (where, _) in enumerate(kept):
        yield where, {name: column[number] for name, column in zip(header, columns, strict=True)}


def _values(cells: list[str], texts: bool) -> list[Any]:
    """The cells of a column as values, None for an empty one; as they are when they are ``texts``."""
    numbers = all(_NUMBER.fullmatch(cell.strip()) for cell in cells if cell.strip())
    return [cell if texts else _value(cell, numbers) if cell.strip() else None for cell in cells]


def _value(cell: str, number: bool) -> Any:
    if number or cell.lstrip()[:1] in ("[", "{"):
        try:
            return json.loads(cell)
        except (ValueError, RecursionError):
            return cell
    return cell
