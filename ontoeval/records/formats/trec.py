"""TREC's qrels (query, iteration, document, grade) and runs (query, Q0, document, rank, score, tag).

Columns are separated by white space. Scores order a run, as in trec_eval, and not ranks or lines; a grade may be any
finite number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from ontoeval.errors import InputError
from ontoeval.findings import Finding
from ontoeval.records.batch import Part, Problems, Row
from ontoeval.records.formats._documents import number_of, whole_number
from ontoeval.records.formats._notes import Notes
from ontoeval.records.formats._rankings import Entry, entries_of, rows, rules_of
from ontoeval.records.formats._text import broken_line, lines
from ontoeval.records.model import Sample

SUFFIXES = (".qrels", ".run", ".trec")
KEEPS = ("docs", "retrieved")

_LOOKED_AT = 20
_QRELS = re.compile(r"\S+\s+(0|Q0)\s+\S+\s+-?\d+(\.\d+)?\s*")
_RUN = re.compile(r"\S+\s+Q0\s+\S+\s+\d+\s+\S+\s+\S+\s*")
_COLUMNS = {"docs": 4, "retrieved": 6}
_FORMS = {
    "docs": "query, iteration, document, grade",
    "retrieved": "query, Q0, document, rank, score, tag",
}


def sniff(head: str) -> bool:
    """All of the first lines are judgements, or all are ranked documents."""
    whole = head.rpartition("\n")[0] if len(head) >= 65_536 else head
    some = [line for line in whole.splitlines() if line.strip()][:_LOOKED_AT]
    return bool(some) and any(all(form.fullmatch(line) for line in some) for form in (_QRELS, _RUN))


def read(
    path: Path,
    problems: Problems,
    part: Part,
    *,
    duplicates: str = "error",
    order: str = "score",
    encoding: str = "utf-8",
) -> Iterator[tuple[str, Row]]:
    """Rows of queries.

    Args:
        path: The file.
        problems: Gets lines that cannot be used.
        part: Golden set (qrels) or run; of both, what the first line is.
        duplicates: What to do with a document that a query has twice: ``"error"``, ``"first"`` or ``"max"``.
        order: Whether the ``"score"`` orders a run, or the ``"rank"``.
        encoding: Encoding of the file.

    Raises:
        InputError: The file is the other one of the two.
        BadParameter: An option has no such value.
    """
    rules_of({"duplicates": duplicates, "order": order})
    content = ((number, line) for number, line in lines(path, problems, encoding) if line.strip())
    first = next(content, None)
    if first is None:
        return iter(())
    field = "retrieved" if part == "run" or (part == "both" and len(first[1].split()) == 6) else "docs"
    other = "docs" if field == "retrieved" else "retrieved"
    if len(first[1].split()) == _COLUMNS[other]:
        is_one = "a run" if other == "retrieved" else "qrels"
        raise InputError(f"this is {is_one}", where=f"{path}:{first[0]}", expected=f"lines of {_FORMS[field]}")
    found = _entries(_again(first, content), field, path.name, problems)
    return rows(found, field, problems, path.name, duplicates=duplicates, order=order)


def _again(first: tuple[int, str], rest: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    yield first
    yield from rest


def _entries(content: Iterable[tuple[int, str]], field: str, name: str, problems: Problems) -> Iterator[Entry]:
    for number, line in content:
        place, cells = f"{name}:{number}", line.split()
        if len(cells) != _COLUMNS[field]:
            broken_line(problems, place, line, f"{_COLUMNS[field]} columns: {_FORMS[field]}")
            continue
        run = field == "retrieved"
        value = number_of(cells[4 if run else 3], place, "score" if run else "grade", problems)
        rank = whole_number(cells[3]) if run else None
        if run and rank is None:
            problems.add(Finding("record.type", "error", f"{place} rank", cells[3], "a whole number"))
        if value is not None:
            yield place, cells[0], cells[2], value, rank


def write(samples: Iterable[Sample], path: Path, part: Part, *, tag: str = "ontoeval") -> list[Finding]:
    """Write qrels or a run; ids with white space cannot be expressed and are left out."""
    notes = Notes()
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        for query, pairs in entries_of(samples, part, notes, KEEPS):
            rank = 0
            for doc, value in pairs:
                if len(f"{query} {doc}".split()) != 2:
                    notes.add("convert.lost", "lines with white space in an id are left out", f"{query!r} {doc!r}")
                    continue
                rank += 1
                number = repr(value).removesuffix(".0")
                line = f"{query} Q0 {doc} {rank} {number} {tag}" if part == "run" else f"{query} 0 {doc} {number}"
                stream.write(line + "\n")
    return notes.findings(path.name)
