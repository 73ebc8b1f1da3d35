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
from itertools import chain, islice
from operator import itemgetter
from pathlib import Path
from typing import IO, Any

from ontoeval.errors import InputError, RecordError, UsageError, closest
from ontoeval.findings import Finding, shorten
from ontoeval.progress import track
from ontoeval.records.batch import Batch
from ontoeval.records.frames import columns_of, is_frame, is_nothing, rows_of

Cell = tuple[str, ...]
_SEPARATORS = {".csv": ",", ".tsv": "\t", ".tab": "\t", ".txt": "\t"}
_JSON = (".jsonl", ".ndjson", ".json")
_PARQUET = (".parquet", ".pq")
_ROWS_AT_ONCE = 65_536
_MOST_FINDINGS = 1_000


@dataclass
class Columns:
    """What an audit of concepts reads.

    Attributes:
        where: File and line of each row.
        gold, predicted: The concepts of each row; none where the cell is empty.
        cluster: What each row belongs to (a document, a user), or None.
        tag: Values of further columns by name, to slice by.
    """

    where: list[str] = field(default_factory=list)
    gold: list[Cell] = field(default_factory=list)
    predicted: list[Cell] = field(default_factory=list)
    cluster: list[str] | None = None
    tag: dict[str, list[str | None]] = field(default_factory=dict)

    def batches(self) -> Iterator[Batch]:
        """The rows as samples, whose ids are their numbers from 0."""
        for start in range(0, len(self.where), _ROWS_AT_ONCE):
            part = slice(start, start + _ROWS_AT_ONCE)
            where = self.where[part]
            both = [True] * len(where)
            columns: dict[str, list[Any]] = {"gold.concepts": self.gold[part], "run.concepts": self.predicted[part]}
            if self.cluster is not None:
                columns["cluster"] = self.cluster[part]
            if self.tag:
                rows = zip(*(values[part] for values in self.tag.values()), strict=True)
                columns["tags"] = [_tags(self.tag, row) for row in rows]
            ids = list(map(str, range(start, start + len(where))))
            yield Batch(ids, where, both, both, columns, lasting=True)


@dataclass
class Chunk:
    """Some rows of a table.

    Attributes:
        where: File and line of each row.
        columns: The wanted columns, in the order in which they were asked for.
    """

    where: list[str]
    columns: list[Sequence[Any]]

    def __len__(self) -> int:
        return len(self.where)


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
    wanted = [gold, predicted, *([cluster] if cluster else []), *by]
    name, chunks = _chunks(source, wanted)
    out = Columns(cluster=[] if cluster else None, tag={column: [] for column in by})
    cells = _Cells(separator)
    for chunk in track(chunks, f"reading {name}"):
        out.where += chunk.where
        out.gold += cells.of(chunk.columns[0], chunk.where)
        out.predicted += cells.of(chunk.columns[1], chunk.where)
        if out.cluster is not None:
            groups = map(_text, chunk.columns[2])
            out.cluster += [where if group is None else group for where, group in zip(chunk.where, groups, strict=True)]
        for column, values in zip(by, chunk.columns[len(wanted) - len(by) :], strict=True):
            out.tag[column] += map(_text, values)
    if cells.wrong:
        total = len(cells.wrong)
        raise RecordError(f"{name}: {total} rows cannot be used", findings=cells.problems, total=total)
    if not out.gold:
        raise InputError("there are no rows", where=name, expected=f"the columns {gold} and {predicted}")
    if not any(out.gold):
        raise InputError(f"the column {gold} is empty in all {len(out.gold)} rows", where=name)
    return out


def _check(names: Sequence[str], wanted: Sequence[str], name: str, *, lenient: bool = False) -> None:
    """All columns must be there, once; in JSON lines a row may leave out empty ones, but not both."""
    double = sorted({column for column in names if names.count(column) > 1})
    if double:
        raise InputError(f"the column {double[0]!r} is there twice", where=name)
    for column in wanted:
        if column not in names and not (lenient and any(other in names for other in wanted)):
            near = closest(column, names, limit=1)
            raise UsageError(
                f"there is no column {column!r}",
                where=name,
                expected=", ".join(map(str, names)),
                mend=f"did you mean {near[0]}?" if near else "name the columns of gold and predicted ids",
            )


class _Cells:
    """The ids of cells; equal cells become one object, so that millions of rows stay small.

    Attributes:
        wrong: The rows with a cell that holds something else than ids.
        problems: What is wrong with them; the first thousand are kept.
    """

    def __init__(self, separator: str | None) -> None:
        self.wrong: set[str] = set()
        self.problems: list[Finding] = []
        self._separator = separator
        self._known: dict[str, Cell] = {}

    def of(self, column: Sequence[Any], where: Sequence[str]) -> list[Cell]:
        """The cells of a column."""
        known, cells = self._known, []
        for place, value in enumerate(column):
            if isinstance(value, str):
                cell = known.get(value)
                if cell is None:
                    cell = known[value] = self._split(value)
            else:
                try:
                    cell = self._listed(value)
                except ValueError as error:
                    cell = ()
                    self._refuse(where[place], str(error))
            cells.append(cell)
        return cells

    def _refuse(self, where: str, got: str) -> None:
        self.wrong.add(where)
        if len(self.problems) < _MOST_FINDINGS:
            self.problems.append(Finding("audit.cell", "error", where, got, "an id, or a list of ids"))

    def _split(self, text: str) -> Cell:
        texts = text.split(self._separator) if self._separator else [text]
        return tuple(stripped for stripped in map(str.strip, texts) if stripped)

    def _listed(self, value: Any) -> Cell:
        if is_nothing(value):
            return ()
        if not hasattr(value, "__iter__") or isinstance(value, Mapping):
            raise ValueError(f"{shorten(value, 40)} is no id")
        texts = [text for text in value if not is_nothing(text)]
        for text in texts:
            if not isinstance(text, str):
                raise ValueError(f"{shorten(text, 40)} is no id")
        return tuple(stripped for stripped in map(str.strip, texts) if stripped)


def _tags(names: Iterable[str], values: Sequence[str | None]) -> dict[str, str]:
    return {name: value for name, value in zip(names, values, strict=True) if value is not None}


def _text(value: Any) -> str | None:
    if is_nothing(value):
        return None
    return value if isinstance(value, str) else json.dumps(value, default=str)


def _suffix(path: Path) -> str:
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] == ".gz":
        suffixes.pop()
    return suffixes[-1] if suffixes else ""


def _chunks(source: Any, wanted: Sequence[str]) -> tuple[str, Iterator[Chunk]]:
    if isinstance(source, str | Path):
        path = Path(source)
        suffix = _suffix(path)
        if suffix in _SEPARATORS:
            return path.name, _delimited(path, _SEPARATORS[suffix], wanted)
        if suffix in _JSON:
            return path.name, _of_rows(path.name, _json_lines(path), wanted)
        if suffix in _PARQUET:
            return path.name, _parquet(path, wanted)
        kinds = ", ".join([*_SEPARATORS, *_JSON, *_PARQUET])
        raise InputError(f"the suffix {suffix!r} says nothing", where=str(path), expected=f"one of {kinds}")
    if hasattr(source, "iloc"):
        return "DataFrame", _frame(source, wanted)
    if is_frame(source):
        source = rows_of(columns_of(source, "table"))
    return "rows", _of_rows("rows", ((f"row {number}", row) for number, row in enumerate(source)), wanted)


def _frame(frame: Any, wanted: Sequence[str]) -> Iterator[Chunk]:
    levels = [level for level in frame.index.names if level in wanted and level not in frame.columns]
    frame = frame.reset_index(level=levels) if levels else frame
    names = {str(column): column for column in frame.columns}
    _check(list(names), wanted, "DataFrame")
    for start in range(0, len(frame), _ROWS_AT_ONCE):
        part = frame.iloc[start : start + _ROWS_AT_ONCE]
        where = [f"row {number}" for number in range(start, start + len(part))]
        yield Chunk(
            where,
            [part[names[column]].astype(object).where(part[names[column]].notna(), None).tolist() for column in wanted],
        )


def _of_rows(name: str, rows: Iterator[tuple[str, Mapping[str, Any]]], wanted: Sequence[str]) -> Iterator[Chunk]:
    first = next(rows, None)
    if first is None:
        return
    _check(list(first[1]), wanted, name, lenient=True)
    rows = chain([first], rows)
    while some := list(islice(rows, _ROWS_AT_ONCE)):
        yield Chunk([where for where, _ in some], [[row.get(column) for _, row in some] for column in wanted])


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


def _delimited(path: Path, separator: str, wanted: Sequence[str]) -> Iterator[Chunk]:
    csv.field_size_limit(min(sys.maxsize, 2**31 - 1))
    with _open(path) as stream:
        reader = csv.reader(stream, delimiter=_separator(stream, separator), quoting=csv.QUOTE_MINIMAL)
        try:
            names = [name.strip() for name in next(reader, [])]
            if not names:
                raise InputError("the file is empty", where=str(path), expected="a line with the names of columns")
            _check(names, wanted, path.name)
            chosen = itemgetter(*map(names.index, wanted))
            name = path.name
            where, cells = [], []
            for row in reader:
                if not row:
                    continue
                if len(row) != len(names):
                    raise InputError(
                        f"{len(row)} cells", where=f"{path}:{reader.line_num}", expected=f"{len(names)}, as in the head"
                    )
                where.append(f"{name}:{reader.line_num}")
                cells.append(chosen(row))
                if len(cells) == _ROWS_AT_ONCE:
                    yield Chunk(where, list(zip(*cells, strict=True)))
                    where, cells = [], []
            if cells:
                yield Chunk(where, list(zip(*cells, strict=True)))
        except csv.Error as error:
            raise InputError(str(error), where=f"{path}:{reader.line_num}") from None


def _separator(stream: IO[str], usual: str) -> str:
    """What separates the names in the head: the usual sign of the suffix, or else the one that is there."""
    head = stream.readline()
    stream.seek(0)
    return next((sign for sign in (usual, *"\t;,") if sign in head), usual)


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


def _parquet(path: Path, wanted: Sequence[str]) -> Iterator[Chunk]:
    try:
        from pyarrow import ArrowException, parquet
    except ImportError:
        raise UsageError(
            "reading Parquet needs pyarrow", where=str(path), mend="pip install 'ontoeval[arrow]'"
        ) from None
    try:
        with parquet.ParquetFile(path) as file:
            _check(file.schema_arrow.names, wanted, path.name)
            start = 0
            for batch in file.iter_batches(_ROWS_AT_ONCE, columns=list(dict.fromkeys(wanted))):
                where = [f"{path.name}, row {number}" for number in range(start, start + len(batch))]
                yield Chunk(where, [batch.column(column).to_pylist() for column in wanted])
                start += len(batch)
    except ArrowException as error:
        raise InputError(f"this is no Parquet file: {error}", where=str(path)) from None
