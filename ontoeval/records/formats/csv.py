"""A table of mentions, one per line, as CSV or TSV with a header.

Columns are found by their usual names, or named by options: ``csv(doc="pmid", start="from", end="to")``. Several ids
in a cell are alternatives when they are separated by ``+``, a composite when by ``|``. A line without a span says
only that the document exists.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ontoeval.errors import InputError
from ontoeval.findings import Finding
from ontoeval.records.batch import Part, Problems, Row
from ontoeval.records.formats._cells import Cells, cells_of
from ontoeval.records.formats._documents import Document, score_of, whole_number
from ontoeval.records.formats._notes import Notes
from ontoeval.records.formats._rows import rows
from ontoeval.records.formats._samples import (
    joined_ids,
    mentions_of,
    note_lost,
    note_lost_fields,
    split_ids,
    surface_of,
)
from ontoeval.records.formats._table import gathered
from ontoeval.records.formats._text import broken_line
from ontoeval.records.model import Sample

SUFFIXES = (".csv", ".tsv")
KEEPS = ("mentions",)

#: Usual names of columns, in lower case.
NAMES = {
    "doc": ("doc", "doc_id", "docid", "document", "document_id", "pmid", "sample"),
    "start": ("start", "begin", "start_offset", "start_char", "from"),
    "end": ("end", "stop", "end_offset", "end_char", "to"),
    "concept": ("concept", "concept_id", "id", "ids", "code", "identifier", "entity_id", "kb_id", "kbid", "cui"),
    "type": ("type", "label", "entity_type", "semantic_type", "category"),
    "text": ("text", "mention", "surface", "name", "span"),
    "score": ("score", "confidence", "probability"),
    "query": ("query", "document_text", "passage"),
}
_NEEDED = ("doc", "start", "end")
_WRITTEN = ("doc", "start", "end", "text", "concept", "type", "score")


def sniff(head: str) -> bool:
    """The first line is a header with columns for document, start and end."""
    header = cells_of(head.partition("\n")[0])
    return all(any(cell.lower() in NAMES[name] for cell in header) for name in _NEEDED)


def read(
    path: Path,
    problems: Problems,
    part: Part,
    *,
    doc: str = "",
    start: str = "",
    end: str = "",
    concept: str = "",
    type: str = "",
    text: str = "",
    score: str = "",
    query: str = "",
    delimiter: str = "",
    offsets: str = "auto",
    ends: str = "auto",
    encoding: str = "utf-8",
) -> Iterator[tuple[str, Row]]:
    """Rows of documents.

    Args:
        path: The file.
        problems: Gets lines that cannot be used.
        part: Golden set or run.
        doc, start, end, concept, type, text, score: Columns of document, span, ids, type, surface text and score.
        query: Column of the document's text; its first one counts.
        delimiter: What separates cells: a tab where the header has one, else a comma or semicolon.
        offsets: What offsets count: ``"codepoint"``, ``"utf16"``, ``"utf8"``, ``"auto"``.
        ends: ``"exclusive"``, ``"inclusive"``, ``"auto"``.
        encoding: Encoding of the file.

    Raises:
        InputError: A column is not there.
    """
    chosen = {
        "doc": doc,
        "start": start,
        "end": end,
        "concept": concept,
        "type": type,
        "text": text,
        "score": score,
        "query": query,
    }
    table = Cells(path, problems, delimiter, encoding)
    found = documents(table, _columns(table.header, chosen, path), problems)
    return rows(found, problems, path.name, offsets=offsets, ends=ends)


def documents(
    lines: Iterable[tuple[str, list[str]]], columns: Mapping[str, int], problems: Problems
) -> Iterator[Document]:
    """Documents with the mentions of a table.

    Args:
        lines: Place and cells of each line.
        columns: Positions of columns by what they hold.
        problems: Gets lines that cannot be used.
    """
    return gathered(_mentions(lines, columns, problems))


def _mentions(
    lines: Iterable[tuple[str, list[str]]], columns: Mapping[str, int], problems: Problems
) -> Iterator[tuple[str, str, Row | None, Row]]:
    for place, cells in lines:
        row = _mention(cells, columns, place, problems)
        if row is not None:
            yield place, *row


def _mention(
    cells: list[str], columns: Mapping[str, int], place: str, problems: Problems
) -> tuple[str, Row | None, Row] | None:
    """Document, mention and further fields of a line; None when it cannot be used."""
    values = {name: cells[column] for name, column in columns.items() if column < len(cells)}
    name = values.get("doc", "").strip()
    start, end = values.get("start", "").strip(), values.get("end", "").strip()
    fields: Row = {"query": values["query"]} if values.get("query") else {}
    if name and not start and not end:
        return name, None, fields
    span = whole_number(start), whole_number(end)
    if not name or span[0] is None or span[1] is None:
        broken_line(problems, place, " ".join(cells), "a document, and whole numbers as start and end")
        return None
    concept = values.get("concept", "")
    names = [each.strip() for each in re.split(r"[|+]", concept) if each.strip()]
    mention: Row = {"start": span[0], "end": span[1], **split_ids(names, composite="|" in concept)}
    for field in ("text", "type"):
        if values.get(field):
            mention[field] = values[field]
    if values.get("score", "").strip():
        mention["score"] = score_of(values["score"], place, problems)
    return name, mention, fields


def _columns(header: list[str], chosen: dict[str, str], path: Path) -> dict[str, int]:
    """Positions of columns by what they hold."""
    lower = [cell.lower() for cell in header]
    columns = {}
    for name, column in chosen.items():
        if column and column not in header:
            raise InputError(f"no column {column!r}", where=f"{path}:1", expected=", ".join(header))
        places = [lower.index(usual) for usual in NAMES[name] if usual in lower]
        if column or places:
            columns[name] = header.index(column) if column else places[0]
    missing = [name for name in _NEEDED if name not in columns]
    if missing:
        raise InputError(
            f"no column for {', '.join(missing)}; the header has {', '.join(header)}",
            where=f"{path}:1",
            mend=f'say which it is: csv({missing[0]}="…")',
        )
    return columns


def write(samples: Iterable[Sample], path: Path, part: Part) -> list[Finding]:
    """Write one line per mention, and an empty one per sample without mentions; tabs when the name ends in .tsv."""
    notes = Notes()
    with path.open("w", encoding="utf-8", newline="") as stream:
        delimiter = "\t" if path.suffix.lower() == ".tsv" else ","
        table = csv.writer(stream, delimiter=delimiter, lineterminator="\n")
        table.writerow(_WRITTEN)
        for sample in samples:
            note_lost_fields(sample, part, KEEPS, notes)
            mentions = mentions_of(sample, part) or []
            for position, mention in enumerate(mentions):
                where = f"{sample.id} {part}.mentions[{position}]"
                note_lost(mention, where, ("id", "ids", "type", "score", "combine"), notes)
                cells = [sample.id, mention["start"], mention["end"], surface_of(mention, sample)]
                table.writerow([*cells, joined_ids(mention, where, notes), mention.get("type"), mention.get("score")])
            if not mentions:
                table.writerow([sample.id, *[""] * (len(_WRITTEN) - 1)])
    return notes.findings(path.name)
