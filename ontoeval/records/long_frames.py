"""Frames with a row per document, mention or concept, as rows of samples: columns are found by their usual names.

The names, and what makes a row unusable, are those of the same tables in files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import isfinite
from typing import Any, Literal

from ontoeval.errors import UsageError
from ontoeval.findings import Finding, shorten
from ontoeval.records.batch import Problems, Row
from ontoeval.records.formats import csv
from ontoeval.records.formats._columns import usual
from ontoeval.records.formats._documents import number_of
from ontoeval.records.formats._rankings import Entry
from ontoeval.records.formats._rankings import rows as ranked
from ontoeval.records.formats._rows import rows as linked
from ontoeval.records.frames import Columns, exploded, sample_column, whole
from ontoeval.records.model import FIELDS

#: Makes rows with their places; what cannot be used goes to the problems.
LongRows = Callable[[Problems], Iterator[tuple[str, Row]]]

#: Fields that a table with several rows per sample may have as columns of its own.
_ALSO_LONG = {"candidates", "confidence", "cost", "error", "filter", "intent", "route", "tags", "tokens"}
#: Columns that show that each row is a sample.
_WIDE = {"gold", "run", *(path.partition(".")[2] for path in FIELDS if "." in path)} - _ALSO_LONG
_RANKED = {"docs", "retrieved", "candidates", "contexts"}
_SWAPPED = "if golden set and run are swapped, give them the other way round"
#: What a sample says of itself, in each of its rows.
_OF_SAMPLES = ("query", "tags", "weight", "cluster")


def long_rows(
    columns: Columns,
    bare: str | None,
    fields: Mapping[str, str],
    name: str,
    *,
    duplicates: Literal["error", "first"] = "error",
) -> LongRows | None:
    """Rows of samples, of a frame with a row per document, mention or concept; None when its rows are samples.

    Args:
        columns: The cells.
        bare: Field that bare values are: what documents and concepts stand for.
        fields: Other places of fields.
        name: Name for messages.
        duplicates: Rule for documents that a ranking holds twice, with different numbers.

    Raises:
        UsageError: No column is known to order the documents, or to hold the concepts of mentions.
    """
    moved = {source.partition(".")[0] for path, source in fields.items() if path.startswith(("gold.", "run."))}
    if not (_WIDE | moved).isdisjoint(columns):
        return None
    table = _Long(name, columns, fields, duplicates)
    one = table.of_mentions("start") or table.column("doc")
    if one is not None:
        table.columns = exploded(columns, one)
    target = (bare or "").partition(".")[2]
    found = _mentions(table)
    if found is None and target in _RANKED:
        found = _golden(table) if target == "docs" else _ranking(table, target)
    if found is None and target == "concepts":
        found = _concepts(table)
    return found


def looks_long(header: Sequence[str]) -> bool:
    """Whether columns are those of a table with a row per document or mention."""
    lower = {name.lower() for name in header}
    return not _WIDE & lower and (usual("doc", header) is not None or bool(lower.intersection(csv.NAMES["start"])))


@dataclass
class _Long:
    """A frame with several rows per sample."""

    name: str
    columns: Columns
    fields: Mapping[str, str]
    duplicates: Literal["error", "first"]
    header: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.header = list(self.columns)

    def column(self, what: str) -> str | None:
        """The column of a ranking that usually holds something."""
        place = usual(what, self.header)
        return None if place is None else self.header[place]

    def of_mentions(self, what: str, *, but: str | None = None) -> str | None:
        """The column of a table of mentions that usually holds something."""
        lower = {column.lower(): column for column in self.header if column != but}
        return next((lower[name] for name in csv.NAMES[what] if name in lower), None)

    def sample(self, *, but: str | None) -> str | None:
        """The column that says which sample a row belongs to."""
        names = [column for column in self.header if column != but]
        found = sample_column(names, self.fields)
        return "query" if found is None and "id" not in self.fields and "query" in names else found

    def cells(self, column: str | None) -> list[Any]:
        """The cells of a column; None for each row when there is no column."""
        return [None] * len(self.columns[self.header[0]]) if column is None else self.columns[column]

    def samples(self, rows: Iterator[tuple[str, Row]], sample: str, problems: Problems) -> Iterator[tuple[str, Row]]:
        """Rows of samples, with what each sample says of itself in every row."""
        moved = {source for path, source in self.fields.items() if path != "id"}
        names = [name for name in self.header if name != sample and (name in moved or name in _OF_SAMPLES)]
        said: dict[str, Row] = {}
        for name in names:
            for row, (who, value) in enumerate(zip(whole(self.columns[sample]), self.columns[name], strict=True)):
                known = said.setdefault(str(who), {}).setdefault(name, value)
                if known != value:
                    got = f"{shorten(value, 40)}, and {shorten(known, 40)} before"
                    wanted = "one value in all rows of a sample"
                    problems.add(Finding("record.type", "error", f"{self.name}[{row}] {name}", got, wanted))
        for place, content in rows:
            yield place, {**said.get(content["id"], {}), **content}


def _golden(table: _Long) -> LongRows | None:
    """Judged documents: without grades each is relevant."""
    number = table.column("grade") or table.column("score")
    rank = table.column("rank")
    if rank is not None and table.column("grade") is None and table.column("doc") is not None:
        raise UsageError(
            f"the golden set has a column {rank!r}, and none with grades",
            where=table.name,
            expected="a column such as relevance",
            mend=_SWAPPED,
        )
    _check_numbers(table, number, "relevance, grade or label")
    return _documents(table, "docs", number, None)


def _ranking(table: _Long, target: str) -> LongRows | None:
    """Ranked documents: without scores and ranks the rows are in order."""
    score, rank, grade = map(table.column, ("score", "rank", "grade"))
    if score is None and rank is None and grade is not None and table.column("doc") is not None:
        raise UsageError(
            f"the run has a column {grade!r}, and none that orders its documents",
            where=table.name,
            expected="a column such as score or rank",
            mend=f"{_SWAPPED}; else rename the column",
        )
    _check_numbers(table, score or rank, "score (the best document has the largest) or rank")
    return _documents(table, target, score, rank)


def _check_numbers(table: _Long, number: str | None, expected: str) -> None:
    """Raise when no column has a usual name, and another one may be meant."""
    if number is not None or table.column("doc") is None:
        return
    known = {*map(table.column, ("query", "doc")), "id", *table.fields.values(), *_OF_SAMPLES}
    others = [name for name, cells in table.columns.items() if name not in known and any(map(_is_number, cells))]
    if others:
        raise UsageError(
            f"no column is known to hold the numbers of documents; there is {', '.join(others)}",
            where=table.name,
            expected=expected,
            mend="rename the column that does; without such columns all documents are the same to a golden set, "
            "and the rows of a run are in order",
        )


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float)


def _documents(table: _Long, target: str, number: str | None, rank: str | None) -> LongRows | None:
    doc = table.column("doc")
    sample = table.sample(but=doc)
    return None if doc is None or sample is None else partial(_read_documents, table, target, sample, doc, number, rank)


def _read_documents(
    table: _Long, target: str, sample: str, doc: str, number: str | None, rank: str | None, problems: Problems
) -> Iterator[tuple[str, Row]]:
    nothing: dict[str, str] = {}
    found = set()
    entries = _entries(table, target, (sample, doc, number, rank), problems, nothing)
    rows = ranked(entries, target, problems, table.name, duplicates=table.duplicates)
    for place, row in table.samples(rows, sample, problems):
        found.add(row["id"])
        yield place, row
    empty = ((place, {"id": who, target: []}) for who, place in nothing.items() if who not in found)
    yield from table.samples(empty, sample, problems)


def _entries(
    table: _Long,
    target: str,
    names: tuple[str, str, str | None, str | None],
    problems: Problems,
    nothing: dict[str, str],
) -> Iterator[Entry]:
    """Every row that can be used; samples whose row holds no document, as a join leaves them, go to ``nothing``."""
    sample, doc, number, rank = names
    what = "grade" if target == "docs" else "score"
    ids, docs = whole(table.columns[sample]), whole(table.columns[doc])
    cells = zip(ids, docs, table.cells(number), table.cells(rank), strict=True)
    for row, (who, which, value, position) in enumerate(cells):
        place = f"{table.name}[{row}]"
        if who is not None and which is None and value is None and position is None:
            nothing.setdefault(str(who), place)
            continue
        if not _has_id(who, place, sample, problems) or not _has_id(which, place, doc, problems):
            continue
        score = None if number is None else _number(value, place, what, problems)
        order = None if rank is None else _number(position, place, "rank", problems)
        if (score is None and number is not None) or (order is None and rank is not None):
            continue
        if score is None:
            score = 1.0 if target == "docs" else None if order is None else -order
        yield place, str(who), str(which), score, None if order is None else int(order)


def _mentions(table: _Long) -> LongRows | None:
    start, end = table.of_mentions("start"), table.of_mentions("end")
    concept = table.of_mentions("concept")
    named = table.fields.get("id")
    sample = named if named in table.columns else table.of_mentions("doc") or table.sample(but=concept)
    if sample is None and concept == "id":
        sample = "id"
    if start is None or end is None or sample not in table.columns:
        return None
    found = {what: table.of_mentions(what, but=sample) for what in csv.NAMES} | {"doc": sample}
    strange = set(table.header) - {*found.values(), *table.fields.values(), *_OF_SAMPLES}
    if found["concept"] is None and strange:
        raise UsageError(
            f"no column is known to hold the concepts of mentions; there is {', '.join(sorted(strange))}",
            where=table.name,
            expected="id or concept_id",
            mend="rename the column, or drop those that hold no concepts",
        )
    places = {what: table.header.index(name) for what, name in found.items() if name is not None}
    return partial(_read_mentions, table, sample, places)


def _read_mentions(
    table: _Long, sample: str, places: Mapping[str, int], problems: Problems
) -> Iterator[tuple[str, Row]]:
    texts = [list(map(_text, whole(cells))) for cells in table.columns.values()]
    lines = ((f"{table.name}[{row}]", list(cells)) for row, cells in enumerate(zip(*texts, strict=True)))
    rows = linked(csv.documents(lines, places, problems), problems, table.name, offsets="auto", ends="auto")
    return table.samples(rows, sample, problems)


def _concepts(table: _Long) -> LongRows | None:
    concept = table.of_mentions("concept")
    sample = table.sample(but=concept) or table.of_mentions("doc")
    if concept is None or sample is None or any(isinstance(cell, list) for cell in table.columns[concept]):
        return None
    return partial(_read_concepts, table, sample, concept)


def _read_concepts(table: _Long, sample: str, concept: str, problems: Problems) -> Iterator[tuple[str, Row]]:
    found: dict[str, tuple[str, list[str]]] = {}
    pairs = zip(whole(table.columns[sample]), whole(table.columns[concept]), strict=True)
    for row, (who, value) in enumerate(pairs):
        place = f"{table.name}[{row}]"
        if _has_id(who, place, sample, problems):
            mine = found.setdefault(str(who), (place, []))[1]
            mine += [] if value is None else [str(value)]
    rows = ((place, {"id": who, "concepts": mine}) for who, (place, mine) in found.items())
    return table.samples(rows, sample, problems)


def _has_id(value: Any, place: str, column: str, problems: Problems) -> bool:
    if value is not None and value != "":
        return True
    problems.add(Finding("record.id", "error", f"{place} {column}", "empty", "an id in every row", "drop such rows"))
    return False


def _number(value: Any, place: str, what: str, problems: Problems) -> float | None:
    """A finite number, or None and a problem; a truth value is a grade."""
    if isinstance(value, bool) and what == "grade":
        return float(value)
    if _is_number(value) and not isinstance(value, bool) and isfinite(value):
        return float(value)
    if value is None:
        problems.add(Finding("record.type", "error", f"{place} {what}", "empty", "a finite number", "drop such rows"))
        return None
    return number_of(str(value), place, what, problems)


def _text(cell: Any) -> str:
    return "" if cell is None else str(cell)
