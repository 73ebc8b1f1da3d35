"""TAC KBP entity linking: .tab files of 2009 to 2016, with inclusive ends and without texts.

Up to 2013 a line names a query (``ID⇥CONCEPT⇥TYPE⇥SCORE``), whose document and span are in an XML file: the one
beside it (``gold.xml`` for ``gold.tab``), or ``tac(queries="queries.xml")``. From 2014 on a line holds everything:
``RUN⇥ID⇥TEXT⇥DOC:START-END⇥CONCEPT⇥TYPE⇥KIND⇥SCORE``. ``NIL0001`` is NIL, and its cluster.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from ontoeval.errors import InputError
from ontoeval.findings import Finding
from ontoeval.records.batch import Part, Problems, Row
from ontoeval.records.formats._documents import score_of, whole_number
from ontoeval.records.formats._notes import Notes
from ontoeval.records.formats._rows import rows
from ontoeval.records.formats._samples import (
    ids_of,
    mentions_of,
    note_lost,
    note_lost_fields,
    one_line,
    surface_of,
)
from ontoeval.records.formats._table import gathered
from ontoeval.records.formats._text import broken_line, lines
from ontoeval.records.formats._xml import elements, text_of
from ontoeval.records.model import Sample

SUFFIXES = (".tab",)
KEEPS = ("mentions",)

_SPAN = re.compile(r"(.+?):\s*(\d{1,15})-(\d{1,15})")
_NIL = re.compile(r"NIL\d*")

Query = tuple[str, int, int, str | None]


def sniff(head: str) -> bool:
    """The first line has a document and a span in its fourth cell, or is a query, a concept and a type."""
    line = head.partition("\n")[0].rstrip()
    cells = line.split("\t")
    whole = len(cells) >= 6 and _SPAN.fullmatch(cells[3].strip()) is not None
    return whole or re.fullmatch(r"\S+\t\S+\t(PER|ORG|GPE|LOC|FAC)(\t[\d.]+)?", line) is not None


def read(
    path: Path, problems: Problems, part: Part, *, queries: str = "", ends: str = "inclusive", encoding: str = "utf-8"
) -> Iterator[tuple[str, Row]]:
    """Rows of documents.

    Args:
        path: The .tab file.
        problems: Gets lines that cannot be used.
        part: Golden set or run.
        queries: The XML file with documents and spans, for the form up to 2013.
        ends: ``"inclusive"`` as TAC has it, or ``"exclusive"``.
        encoding: Encoding of the file.
    """
    notes = Notes()
    found = gathered(_mentions(path, problems, notes, queries, encoding, int(ends != "exclusive")))
    yield from rows(found, problems, path.name, ends=ends)
    problems.notes += notes.findings(path.name)


def _mentions(
    path: Path, problems: Problems, notes: Notes, queries: str, encoding: str, added: int
) -> Iterator[tuple[str, str, Row | None, Row]]:
    known: dict[str, Query] | None = None
    for number, line in lines(path, problems, encoding):
        place = f"{path.name}:{number}"
        cells = [cell.strip() for cell in line.split("\t")]
        if not line.strip():
            continue
        span = _SPAN.fullmatch(cells[3]) if len(cells) >= 6 else None
        if span:
            query: Query | None = (span[1], int(span[2]), int(span[3]), cells[2])
            concept, rest = cells[4], [cells[5], *cells[7:8]]
        elif len(cells) in (2, 3, 4):
            known = _queries(Path(queries) if queries else path.with_suffix(".xml")) if known is None else known
            query, concept, rest = known.get(cells[0]), cells[1], cells[2:]
        else:
            broken_line(problems, place, line, "ID⇥CONCEPT⇥TYPE, or RUN⇥ID⇥TEXT⇥DOC:START-END⇥CONCEPT⇥TYPE⇥KIND⇥SCORE")
            continue
        if query is None:
            problems.add(Finding("tac.query", "error", place, f"no query {cells[0]!r}", "a query of the XML file"))
            continue
        document, start, end, text = query
        if text is not None and end + added - start != len(text):
            got = f"{place}: {text!r} has {len(text)} characters, {start}–{end} {end + added - start}"
            notes.add("offset.mismatch", "mentions whose text is not as long as their span", got)
        mention: Row = {"start": start, "end": end, "text": text, **_concept(concept)}
        if rest and rest[0]:
            mention["type"] = rest[0]
        if len(rest) > 1 and rest[1]:
            mention["score"] = score_of(rest[1], place, problems)
        yield place, document, mention, {}


def _concept(name: str) -> Row:
    return {"id": None, "nil_cluster": name} if _NIL.fullmatch(name) else {"id": name or None}


def _queries(path: Path) -> dict[str, Query]:
    """Document, span and text of each query.

    Raises:
        InputError: There is no such file, or it is broken.
    """
    if not path.exists():
        raise InputError(
            "no such file: it should hold the documents and spans of the queries",
            where=str(path),
            mend='name it: tac(queries="queries.xml")',
        )
    found = {}
    for number, element in elements(path, "query"):
        start, end = (whole_number(text_of(element, name) or "") for name in ("beg", "end"))
        document = text_of(element, "docid")
        if document is None or start is None or end is None:
            raise InputError("a query without docid, beg or end", where=f"{path}:{number}")
        found[element.get("id", "")] = (document, start, end, text_of(element, "name"))
    return found


def write(samples: Iterable[Sample], path: Path, part: Part) -> list[Finding]:
    """Write the form of 2014 to 2016; texts of documents are not written."""
    notes = Notes()
    number = 0
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        for sample in samples:
            note_lost_fields(sample, part, KEEPS, notes)
            if re.search(r"[\t\n\r]", sample.id):
                notes.add("convert.dropped", "samples whose id has tabs or line ends are left out", repr(sample.id))
                continue
            mentions = mentions_of(sample, part) or []
            if not mentions:
                notes.add("convert.dropped", "samples without mentions are not in the file", sample.id)
            for position, mention in enumerate(mentions):
                number += 1
                where = f"{sample.id} {part}.mentions[{position}]"
                note_lost(mention, where, ("id", "type", "score", "nil_cluster"), notes)
                names = ids_of(mention)
                concept = names[0] if names else mention.get("nil_cluster") or f"NIL{number:04d}"
                span = f"{sample.id}:{mention['start']}-{mention['end'] - 1}"
                score = 1.0 if mention.get("score") is None else mention["score"]
                cells = ["ontoeval", f"M{number}", one_line(surface_of(mention, sample)), span, concept]
                cells += [mention.get("type") or "", "NAM", str(score)]
                stream.write("\t".join(cells) + "\n")
    return notes.findings(path.name)
