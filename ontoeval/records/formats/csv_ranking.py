"""A table with one judged or ranked document per line, as CSV or TSV with a header.

Columns are found by their usual names, or named by options: ``csv_ranking(query="topic", doc="chunk")``. A golden set
has a grade, a run a score, or a rank, or neither: then the lines are in order. Other columns are not looked at.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

from typing_extensions import Unpack

from ontoeval.findings import Finding
from ontoeval.records.batch import Part, Problems, Row
from ontoeval.records.formats._cells import Cells, cells_of
from ontoeval.records.formats._columns import Columns, TableOptions, columns_of, has_columns
from ontoeval.records.formats._documents import number_of, whole_number
from ontoeval.records.formats._notes import Notes
from ontoeval.records.formats._rankings import Entry, entries_of, rows, rules_of
from ontoeval.records.formats._text import broken_line
from ontoeval.records.model import Sample

SUFFIXES = (".qrels.csv", ".run.csv", ".qrels.tsv", ".run.tsv")
KEEPS = ("docs", "retrieved")

#: Grades that say only whether a document is relevant.
_TRUTH_VALUES = {"true": "1", "false": "0"}


def sniff(head: str) -> bool:
    """The first line is a header with columns for query and document."""
    first = head.partition("\n")[0]
    return "{" not in first and has_columns(cells_of(first))


def read(
    path: Path,
    problems: Problems,
    part: Part,
    *,
    delimiter: str = "",
    encoding: str = "utf-8",
    **options: Unpack[TableOptions],
) -> Iterator[tuple[str, Row]]:
    """Rows of queries.

    Args:
        path: The file.
        problems: Gets lines that cannot be used.
        part: Golden set or run; of both, a golden set where there is a column with grades.
        delimiter: What separates cells: a tab where the header has one, else a comma or semicolon.
        encoding: Encoding of the file.
        options: Columns and rules, see `TableOptions`.

    Raises:
        InputError: A column is not there.
        BadParameter: An option has no such value.
    """
    duplicates, order = rules_of(options)
    table = Cells(path, problems, delimiter, encoding)
    columns = columns_of(table.header, options, part, path)
    found = _entries(table, columns, problems)
    return rows(found, columns.field, problems, path.name, duplicates=duplicates, order=order)


def _entries(table: Cells, columns: Columns, problems: Problems) -> Iterator[Entry]:
    for place, cells in table:
        entry = _entry(cells, columns, place, problems)
        if entry is not None:
            yield entry


def _entry(cells: list[str], columns: Columns, place: str, problems: Problems) -> Entry | None:
    """One line; None when it cannot be used."""
    texts = [cells[column].strip() if column is not None and column < len(cells) else "" for column in columns.places]
    query, doc, value, rank = texts
    if not query or not doc:
        broken_line(problems, place, " ".join(cells), "a query and a document")
        return None
    if columns.field == "docs":
        value = _TRUTH_VALUES.get(value.lower(), value)
    number = None if columns.number is None else number_of(value, place, columns.number_name, problems)
    position = whole_number(rank)
    if columns.rank is not None and position is None:
        problems.add(Finding("record.type", "error", f"{place} rank", rank, "a whole number"))
        return None
    if columns.number is not None and number is None:
        return None
    if number is None and position is not None:
        number = float(-position)
    return place, query, doc, number, position


def write(samples: Iterable[Sample], path: Path, part: Part) -> list[Finding]:
    """Write one line per document, the best first for a run; tabs when the name ends in .tsv."""
    notes = Notes()
    with path.open("w", encoding="utf-8", newline="") as stream:
        table = csv.writer(stream, delimiter="\t" if path.suffix.lower() == ".tsv" else ",", lineterminator="\n")
        table.writerow(["query_id", "doc_id", "score" if part == "run" else "relevance"])
        for query, pairs in entries_of(samples, part, notes, KEEPS):
            table.writerows([query, doc, value] for doc, value in pairs)
    return notes.findings(path.name)
