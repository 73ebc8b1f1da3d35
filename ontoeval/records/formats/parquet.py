"""Parquet (extra ``arrow``): one judged or ranked document per row, or one sample per row.

With columns for query and document the columns are those of ``csv_ranking``. Otherwise the columns are the fields of a
sample, nested as they are in JSON lines. Row groups are read one after the other; a table whose queries do not stand
together is sorted first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from typing_extensions import Unpack

from ontoeval.errors import InputError, MissingExtra
from ontoeval.findings import Finding
from ontoeval.records.batch import Part, Problems, Row
from ontoeval.records.formats._columns import Columns, TableOptions, chosen_columns, columns_of, has_columns
from ontoeval.records.formats._notes import Notes
from ontoeval.records.formats._rankings import Entry, entries_of, gathered, rules_of
from ontoeval.records.model import Sample

if TYPE_CHECKING:
    import pyarrow

SUFFIXES = (".parquet", ".pq")
KEEPS = ("docs", "retrieved")
WHOLE_SAMPLES = True
_ROWS_AT_ONCE = 100_000
_SAMPLES_AT_ONCE = 10_000


def sniff(head: str) -> bool:
    """The file begins as Parquet files do."""
    return head.startswith("PAR1")


def read(path: Path, problems: Problems, part: Part, **options: Unpack[TableOptions]) -> Iterator[tuple[str, Row]]:
    """Rows of queries or samples.

    Args:
        path: The file.
        problems: Gets rows that cannot be used.
        part: Golden set or run; of both, a golden set where there is a column with grades.
        options: Columns and rules, see `TableOptions`.

    Raises:
        MissingExtra: pyarrow is not installed.
        InputError: The file is no Parquet, or a column is not there.
        BadParameter: An option has no such value.
    """
    duplicates, order = rules_of(options)
    with _opened(path) as file:
        names = file.schema_arrow.names
        if not any(chosen_columns(options).values()) and not has_columns(names):
            yield from _samples(file, path.name)
        else:
            columns = columns_of(names, options, part, path)
            yield from _Ranking(file, columns, path, problems, duplicates, order).rows()


def table_rows(path: Path) -> Iterator[tuple[str, Row]]:
    """The rows of any table with their places.

    Raises:
        MissingExtra: pyarrow is not installed.
        InputError: The file is no Parquet.
    """
    with _opened(path) as file:
        yield from _samples(file, path.name)


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    arrow = _arrow()
    try:
        yield arrow.parquet.ParquetFile(path)
    except (arrow.ArrowException, OSError) as error:
        raise InputError(f"this is no Parquet ({error})", where=str(path), mend="was the file cut short?") from None


def _samples(file: Any, name: str) -> Iterator[tuple[str, Row]]:
    """One row per sample."""
    number = 0
    for batch in file.iter_batches(batch_size=_SAMPLES_AT_ONCE):
        for row in batch.to_pylist(maps_as_pydicts="strict"):
            number += 1
            yield f"{name} row {number}", {key: _filled(value) for key, value in row.items()}


def _filled(value: Any) -> Any:
    """A value without the nulls that a nested column has where a row does not say anything."""
    if isinstance(value, dict):
        return {key: _filled(inner) for key, inner in value.items() if inner is not None}
    return [_filled(inner) for inner in value] if isinstance(value, list) else value


class _Ranking:
    """A table with one document per row."""

    def __init__(
        self, file: Any, columns: Columns, path: Path, problems: Problems, duplicates: str, order: str
    ) -> None:
        names = file.schema_arrow.names
        self.file, self.columns, self.problems, self.name = file, columns, problems, path.name
        self.duplicates, self.order, self.notes = duplicates, order, Notes()
        self.taken = [None if place is None else names[place] for place in columns.places]

    def rows(self) -> Iterator[tuple[str, Row]]:
        """Rows of queries, in the order of the file where queries stand together."""
        together, total = True, 0
        heads: set[str] = set()
        last: str | None = None
        for queries in self._queries():
            begin = _changes(queries)
            some = queries.take(begin).to_pylist()
            fresh = some[1:] if some and some[0] == last else some
            together &= heads.isdisjoint(fresh) and len(set(fresh)) == len(fresh)
            heads.update(fresh)
            last = queries[len(queries) - 1].as_py()
            total += len(queries)
        del heads
        for place, row in self._in_order() if together else self._gathered(self._entries()):
            content = {name: value for name, value in row.items() if name != "id"}
            yield place, {"id": row["id"], "gold" if self.columns.field == "docs" else "run": content}
        self.problems.notes += self.notes.findings(self.name)

    def _queries(self) -> Iterator[Any]:
        """The column of queries in pieces, as texts."""
        for batch in self._pieces([self.taken[0]]):
            yield _texts(batch.column(0))

    def _pieces(self, names: list[str | None]) -> Iterator[Any]:
        """Pieces of some columns, one row group after the other; memory is given back, which pyarrow would keep."""
        pool = _arrow().default_memory_pool()
        for group in range(self.file.num_row_groups):
            yield from self.file.read_row_group(group, columns=names, use_threads=False).to_batches(_ROWS_AT_ONCE)
            pool.release_unused()

    def _batches(self) -> Iterator[tuple[int, list[Any]]]:
        """Number of the first row, and queries, documents, numbers and ranks, of pieces of the table."""
        wanted = [name for name in self.taken if name is not None]
        number = 1
        for batch in self._pieces(list(dict.fromkeys(wanted))):
            found = [None if name is None else batch.column(name) for name in self.taken]
            yield number, [_texts(found[0]), _texts(found[1]), *found[2:]]
            number += len(batch)

    def _entries(self) -> Iterator[Entry]:
        """Every row that can be used."""
        for number, columns in self._batches():
            lists = [[None] * len(columns[0]) if column is None else column.to_pylist() for column in columns]
            for step, (query, doc, value, rank) in enumerate(zip(*lists, strict=True)):
                entry = self._entry(f"{self.name} row {number + step}", query, doc, value, rank)
                if entry is not None:
                    yield entry

    def _entry(self, place: str, query: Any, doc: Any, value: Any, rank: Any) -> Entry | None:
        wrong = None
        if not query or not doc:
            wrong = Finding("record.id", "error", place, f"query {query!r}, document {doc!r}", "an id of both")
        elif self.columns.number is not None and not self._is_number(value):
            where = f"{place} {self.columns.number_name}"
            wrong = Finding("record.type", "error", where, repr(value), "a finite number")
        elif self.columns.rank is not None and type(rank) is not int:
            wrong = Finding("record.type", "error", f"{place} rank", repr(rank), "a whole number")
        if wrong is not None:
            self.problems.add(wrong)
            return None
        number = -rank if value is None and rank is not None else value
        return place, query, doc, None if number is None else float(number), rank

    def _is_number(self, value: Any) -> bool:
        """Whether a grade or score is finite; of a grade, also whether it says relevant or not."""
        if isinstance(value, bool):
            return self.columns.field == "docs"
        return isinstance(value, int | float) and isfinite(value)

    def _in_order(self) -> Iterator[tuple[str, Row]]:
        """Rows of queries that stand together, one piece of the table after the other."""
        waiting: list[Entry] = []
        for number, (queries, docs, values, ranks) in self._batches():
            begin = _changes(queries)
            names = queries.take(begin).to_pylist()
            ends = [*begin[1:].tolist(), len(queries)]
            plain = self._plain(values, ranks, docs)
            texts = docs.to_pylist() if plain is not None else []
            for head, (query, start, end) in enumerate(zip(names, begin.tolist(), ends, strict=True)):
                if waiting and waiting[0][1] != query:
                    yield from self._gathered(waiting)
                    waiting = []
                whole = 0 < head < len(names) - 1
                if whole and plain is not None and query:
                    found = dict(zip(texts[start:end], plain[start:end], strict=True))
                    if len(found) == end - start:
                        yield f"{self.name} row {number + start}", {"id": query, self.columns.field: found}
                        continue
                waiting += self._slice(number, start, end, queries, docs, values, ranks)
        yield from self._gathered(waiting)

    def _plain(self, values: Any, ranks: Any, docs: Any) -> list[float] | None:
        """The numbers of a piece of the table, when there is nothing in it to look at twice."""
        if values is None or ranks is not None or values.null_count or docs.null_count:
            return None
        numbers = values.to_numpy(zero_copy_only=False)
        if numbers.dtype.kind not in "iuf":
            return None
        numbers = numbers.astype(np.float64)
        return numbers.tolist() if np.isfinite(numbers).all() else None

    def _slice(self, number: int, start: int, end: int, *columns: Any) -> list[Entry]:
        part = [
            [None] * (end - start) if each is None else each.slice(start, end - start).to_pylist() for each in columns
        ]
        found = (
            self._entry(f"{self.name} row {number + start + step}", *cells)
            for step, cells in enumerate(zip(*part, strict=True))
        )
        return [entry for entry in found if entry is not None]

    def _gathered(self, entries: Iterable[Entry]) -> Iterator[tuple[str, Row]]:
        rules = {"duplicates": self.duplicates, "order": self.order}
        return gathered(entries, self.columns.field, self.problems, self.notes, **rules)


def _texts(column: Any) -> Any:
    """A column as texts."""
    return column.cast("string")


def _changes(queries: Any) -> Any:
    """Where the queries begin that differ from the one before."""
    codes = np.asarray(queries.dictionary_encode().indices.fill_null(-1))
    return np.flatnonzero(np.concatenate([[True], codes[1:] != codes[:-1]]))


def write(samples: Iterable[Sample], path: Path, part: Part) -> list[Finding]:
    """Write one row per document.

    Raises:
        MissingExtra: pyarrow is not installed.
    """
    arrow = _arrow()
    notes = Notes()
    number = "score" if part == "run" else "relevance"
    schema = arrow.schema([("query_id", "string"), ("doc_id", "string"), (number, "float64")])
    with arrow.parquet.ParquetWriter(path, schema) as writer:
        rows: list[tuple[str, str, float]] = []
        for query, pairs in entries_of(samples, part, notes, KEEPS):
            rows += [(query, doc, value) for doc, value in pairs]
            if len(rows) >= _ROWS_AT_ONCE:
                writer.write_table(_table(arrow, schema, rows))
                rows = []
        if rows:
            writer.write_table(_table(arrow, schema, rows))
    return notes.findings(path.name)


def _table(arrow: Any, schema: Any, rows: list[tuple[str, str, float]]) -> pyarrow.Table:
    return arrow.table([list(column) for column in zip(*rows, strict=True)], schema=schema)


def _arrow() -> Any:
    try:
        import pyarrow.parquet
    except ImportError:
        raise MissingExtra("pyarrow", "arrow", "the format Parquet") from None
    return pyarrow
