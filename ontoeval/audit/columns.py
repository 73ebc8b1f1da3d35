"""Two columns of ids from a table in a file: CSV, TSV, JSON lines or Parquet."""

from __future__ import annotations

import csv
import gzip
import io
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from ontoeval.errors import InputError, RecordError, UsageError, closest
from ontoeval.findings import Finding, shorten
from ontoeval.progress import track

Cell = list[str]
_SEPARATORS = {".csv": ",", ".tsv": "\t", ".tab": "\t", ".txt": "\t"}
_JSON = (".jsonl", ".ndjson", ".json")
_PARQUET = (".parquet", ".pq")
_ROWS_AT_ONCE = 65_536
_MOST_FINDINGS = 1_000


@dataclass
class Columns:
    """What an audit of concepts reads.

    Attributes:
        gold, predicted: The concepts of each row; none where the cell is empty.
        cluster: What each row belongs to (a document, a user), or None.
        tag: Values of further columns by name, to slice by.
        findings: What was noticed.
    """

    gold: list[Cell] = field(default_factory=list)
    predicted: list[Cell] = field(default_factory=list)
    cluster: list[str] | None = None
    tag: dict[str, list[str | None]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


def read_columns(
    source: str | Path | Iterable[Mapping[str, Any]] | Any,
    *,
    gold: str = "gold",
    predicted: str = "predicted",
    cluster: str | None = None,
    by: Sequence[str] = (),
    separator: str | None = None,
) -> Columns:
    """Read two columns of concept ids.

    Args:
        source: A path (``.csv``, ``.tsv``, ``.jsonl`` or ``.parquet``; also gzipped, but for Parquet), rows
            (dictionaries) or a DataFrame.
        gold: Name of the column with the right concepts.
        predicted: Name of the column with the predicted concepts.
        cluster: Column that says which rows belong together.
        by: Further columns, to slice by.
        separator: What separates several ids in one cell, e.g. ``"|"``; by default a text is one id. Lists (in JSON
            lines, Parquet and rows) are several ids.

    Raises:
        InputError: The file cannot be read, has no rows, or is of another kind.
        UsageError: There is no such column.
        RecordError: Rows cannot be used; all of them are in the error.
    """
    name, rows = _rows(source)
    wanted = [gold, predicted, *([cluster] if cluster else []), *by]
    out = Columns(cluster=[] if cluster else None, tag={column: [] for column in by})
    problems: list[Finding] = []
    n_wrong = 0
    known: dict[str, str] = {}
    seen: set[str] = set()
    for where, row in track(rows, f"reading {name}"):
        if not seen:
            _check(row, wanted, name, lenient=not isinstance(source, str | Path) or _suffix(Path(source)) in _JSON)
            seen.update(row)
        try:
            right, given = (_cell(row.get(column), separator, known) for column in (gold, predicted))
            group = None if cluster is None else _text(row.get(cluster))
            values = [_text(row.get(column)) for column in by]
        except ValueError as error:
            n_wrong += 1
            if len(problems) < _MOST_FINDINGS:
                problems.append(Finding("audit.cell", "error", where, str(error), "an id, or a list of ids"))
            continue
        out.gold.append(right)
        out.predicted.append(given)
        if out.cluster is not None:
            out.cluster.append(where if group is None else group)
        for column, value in zip(by, values, strict=True):
            out.tag[column].append(value)
    if problems:
        raise RecordError(f"{name}: {n_wrong} rows cannot be used", findings=problems, total=n_wrong)
    if not out.gold:
        raise InputError("there are no rows", where=name, expected=f"the columns {gold} and {predicted}")
    if not any(out.gold):
        raise InputError(f"the column {gold} is empty in all {len(out.gold)} rows", where=name)
    return out


def _check(row: Mapping[str, Any], wanted: Sequence[str], name: str, *, lenient: bool) -> None:
    """All columns must be there; in JSON lines a row may leave out empty ones, but not both."""
    for column in wanted:
        if column not in row and not (lenient and any(other in row for other in wanted)):
            near = closest(column, list(row), limit=1)
            raise UsageError(
                f"there is no column {column!r}",
                where=name,
                expected=", ".join(map(str, row)),
                mend=f"did you mean {near[0]}?" if near else "name the columns of gold and predicted ids",
            )


def _cell(value: Any, separator: str | None, known: dict[str, str]) -> Cell:
    """The ids of a cell; equal texts become one object, so that millions of rows stay small."""
    if value is None or value != value:  # NaN in a DataFrame
        return []
    if isinstance(value, str):
        texts: Iterable[Any] = value.split(separator) if separator else [value]
    elif hasattr(value, "__iter__") and not isinstance(value, Mapping):
        texts = value
    else:
        raise ValueError(f"{shorten(value, 40)} is no id")
    out = []
    for text in texts:
        if text is None:
            continue
        if not isinstance(text, str):
            raise ValueError(f"{shorten(text, 40)} is no id")
        stripped = text.strip()
        if stripped:
            out.append(known.setdefault(stripped, stripped))
    return out


def _text(value: Any) -> str | None:
    if value is None or value != value:
        return None
    return value if isinstance(value, str) else json.dumps(value, default=str)


def _suffix(path: Path) -> str:
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] == ".gz":
        suffixes.pop()
    return suffixes[-1] if suffixes else ""


def _rows(source: Any) -> tuple[str, Iterator[tuple[str, Mapping[str, Any]]]]:
    if isinstance(source, str | Path):
        path = Path(source)
        suffix = _suffix(path)
        if suffix in _SEPARATORS:
            return path.name, _delimited(path, _SEPARATORS[suffix])
        if suffix in _JSON:
            return path.name, _json_lines(path)
        if suffix in _PARQUET:
            return path.name, _parquet(path)
        kinds = ", ".join([*_SEPARATORS, *_JSON, *_PARQUET])
        raise InputError(f"the suffix {suffix!r} says nothing", where=str(path), expected=f"one of {kinds}")
    if hasattr(source, "columns") and hasattr(source, "to_dict"):
        names = [str(column) for column in source.columns]
        columns = [source[column].tolist() for column in source.columns]
        table = (dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True))
        return "DataFrame", ((f"row {number}", row) for number, row in enumerate(table))
    return "rows", ((f"row {number}", row) for number, row in enumerate(source))


@contextmanager
def _open(path: Path) -> Iterator[IO[str]]:
    with path.open("rb") as file:
        raw: Any = gzip.GzipFile(fileobj=file) if path.suffix.lower() == ".gz" else file
        with io.TextIOWrapper(raw, encoding="utf-8-sig", newline="") as stream:
            try:
                yield stream
            except UnicodeDecodeError as error:
                raise InputError("this is no UTF-8 text", where=f"{path}, byte {error.start}") from None
            except (EOFError, gzip.BadGzipFile, OSError) as error:
                if isinstance(error, OSError) and error.errno is not None:
                    raise
                raise InputError(f"the gzip file is damaged: {error}", where=str(path)) from None


def _delimited(path: Path, separator: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    csv.field_size_limit(min(sys.maxsize, 2**31 - 1))
    with _open(path) as stream:
        reader = csv.reader(stream, delimiter=separator, quoting=csv.QUOTE_MINIMAL)
        try:
            head = next(reader, None)
            if not head:
                raise InputError("the file is empty", where=str(path), expected="a line with the names of columns")
            names = [name.strip() for name in head]
            double = sorted({name for name in names if names.count(name) > 1})
            if double:
                raise InputError(f"the column {double[0]!r} is there twice", where=str(path))
            for row in reader:
                if not row:
                    continue
                if len(row) != len(names):
                    raise InputError(
                        f"{len(row)} cells", where=f"{path}:{reader.line_num}", expected=f"{len(names)}, as in the head"
                    )
                yield f"{path.name}:{reader.line_num}", dict(zip(names, row, strict=True))
        except csv.Error as error:
            raise InputError(str(error), where=f"{path}:{reader.line_num}") from None


def _json_lines(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    with _open(path) as stream:
        for number, line in enumerate(stream, start=1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
            except ValueError as error:
                raise InputError(f"this is no JSON: {error}", where=f"{path}:{number}") from None
            if not isinstance(row, dict):
                raise InputError(f"{shorten(row, 40)} is no row", where=f"{path}:{number}", expected="a JSON object")
            yield f"{path.name}:{number}", row


def _parquet(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    try:
        from pyarrow import ArrowInvalid, parquet
    except ImportError:
        raise UsageError(
            "reading Parquet needs pyarrow", where=str(path), mend="pip install 'ontoeval[arrow]'"
        ) from None
    try:
        file = parquet.ParquetFile(path)
    except ArrowInvalid as error:
        raise InputError(f"this is no Parquet file: {error}", where=str(path)) from None
    number = 0
    for batch in file.iter_batches(_ROWS_AT_ONCE):
        for row in batch.to_pylist():
            yield f"{path.name}, row {number}", row
            number += 1
