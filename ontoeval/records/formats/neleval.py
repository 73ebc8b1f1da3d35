"""neleval's TSV: document, start, end, then id, score and type of each candidate.

neleval sorts candidates by score and keeps the first of equal ones. Ends are inclusive there, and in TAC's data; the
file holds no text that could tell.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from ontoeval.findings import Finding
from ontoeval.records.batch import Part, Problems, Row
from ontoeval.records.formats._documents import Document, score_of, whole_number
from ontoeval.records.formats._notes import Notes
from ontoeval.records.formats._rows import rows
from ontoeval.records.formats._samples import ids_of, mentions_of, note_lost, note_lost_fields, one_line
from ontoeval.records.formats._text import broken_line, lines
from ontoeval.records.model import Sample

SUFFIXES = (".neleval",)
KEEPS = ("mentions",)

_EXPECTED = "DOCUMENT⇥START⇥END, then ID⇥SCORE⇥TYPE for each candidate"
_LINE = re.compile(r"[^\t]+\t\d+\t\d+(\t[^\t]*(\t(-?[\d.]+(e[+-]?\d+)?)?(\t.*)?)?)?", re.IGNORECASE)


def sniff(head: str) -> bool:
    """The first lines have two numbers after the document, and a score after the id."""
    first = [line for line in head.splitlines()[:20] if line.strip()]
    return bool(first) and all(_LINE.fullmatch(line) for line in (first[:-1] or first))


def read(
    path: Path, problems: Problems, part: Part, *, ends: str = "inclusive", encoding: str = "utf-8"
) -> Iterator[tuple[str, Row]]:
    """Rows of documents.

    Args:
        path: The file.
        problems: Gets lines that cannot be used.
        part: Golden set or run.
        ends: ``"inclusive"`` or ``"exclusive"``.
        encoding: Encoding of the file.
    """
    documents: dict[str, Document] = {}
    notes = Notes()
    for number, line in lines(path, problems, encoding):
        place = f"{path.name}:{number}"
        if not line.strip():
            continue
        cells = line.rstrip("\t").split("\t")
        mention = _mention(cells, place, problems, notes)
        if mention is None:
            broken_line(problems, place, line, _EXPECTED)
            continue
        document = documents.setdefault(cells[0], Document(place, cells[0]))
        document.mentions.append((place, mention))
    problems.notes += notes.findings(path.name)
    return rows(documents.values(), problems, path.name, ends=ends)


def _mention(cells: list[str], place: str, problems: Problems, notes: Notes) -> Row | None:
    if len(cells) < 3 or (len(cells) > 6 and len(cells) % 3):
        return None
    start, end = whole_number(cells[1]), whole_number(cells[2])
    if start is None or end is None:
        return None
    mention: Row = {"start": start, "end": end}
    candidates = [_candidate(cells[at : at + 3], place, problems, notes) for at in range(3, len(cells), 3)]
    if not candidates:
        return mention
    candidates.sort(key=lambda each: -(each["score"] or 0.0))
    top = candidates[0]
    mention.update({name: value for name, value in top.items() if value not in (None, "")})
    if str(top["id"]).startswith("NIL"):
        mention["nil_cluster"] = top["id"]
    if len(candidates) > 1:
        mention["candidates"] = [{"id": each["id"], "score": each["score"]} for each in candidates]
        if any(each["type"] != top["type"] for each in candidates):
            notes.add("record.dropped", "mentions have candidates of other types, which are not kept", place)
    return mention


def _candidate(cells: list[str], place: str, problems: Problems, notes: Notes) -> Row:
    name, score, kind = (*cells, "", "")[:3]
    if kind.startswith("{"):
        kind = _type_of(kind, place, notes)
    return {"id": name, "score": score_of(score, place, problems) if score else None, "type": kind}


def _type_of(fields: str, place: str, notes: Notes) -> str:
    """The type among fields in JSON."""
    try:
        content = json.loads(fields)
    except ValueError:
        return fields
    if len(content) > 1:
        notes.add("record.dropped", "mentions have fields beside their type, which are not kept", place)
    return str(content.get("type", ""))


def write(samples: Iterable[Sample], path: Path, part: Part, *, ends: str = "inclusive") -> list[Finding]:
    """Write one line for each mention.

    Args:
        samples: The samples.
        path: The file.
        part: Golden set or run.
        ends: ``"inclusive"`` or ``"exclusive"``.
    """
    notes = Notes()
    shift = 1 if ends == "inclusive" else 0
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        for sample in samples:
            note_lost_fields(sample, part, KEEPS, notes)
            for number, mention in enumerate(mentions_of(sample, part) or ()):
                place = f"{sample.id} {part}.mentions[{number}]"
                note_lost(mention, place, ("id", "type", "score", "candidates", "nil_cluster"), notes)
                cells = [sample.id, mention["start"], mention["end"] - shift, *_candidates(mention)]
                stream.write("\t".join(one_line(str(cell)) for cell in cells) + "\n")
    return notes.findings(path.name)


def _candidates(mention: Row) -> list[object]:
    """Cells of the candidates; the linked one first, so that it stays the first among equal scores."""
    kind = mention.get("type") or ""
    name = next(iter(ids_of(mention)), None) or mention.get("nil_cluster") or "NIL"
    score = mention.get("score")
    ranked = [each for each in mention.get("candidates") or () if each["id"] != name]
    cells: list[object] = [name, 1.0 if score is None else score, kind]
    for each in ranked:
        cells += [each["id"] or "NIL", 0.0 if each.get("score") is None else each["score"], kind]
    return cells
