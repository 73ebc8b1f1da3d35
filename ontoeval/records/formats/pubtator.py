"""PubTator: title and abstract, tab-separated mentions, relations; as NCBI Disease and BC5CDR are published.

``D1|D2`` is a composite mention (all ids), ``D1+D2`` are alternatives (any id). A number in the seventh column is a
score, as in the fifth one of a relation. Documents end at an empty line, or where another id begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from ontoeval.findings import Finding
from ontoeval.records.batch import Part, Problems, Row
from ontoeval.records.formats._documents import Document, score_of, whole_number
from ontoeval.records.formats._notes import Notes
from ontoeval.records.formats._rows import rows
from ontoeval.records.formats._samples import (
    joined_ids,
    mentions_of,
    note_lost,
    note_lost_fields,
    one_line,
    relations_of,
    split_ids,
    surface_of,
)
from ontoeval.records.formats._text import broken_line, lines
from ontoeval.records.model import Sample

SUFFIXES = (".pubtator",)
KEEPS = ("query", "mentions", "relations")

_TEXT = re.compile(r"([^|\t]+)\|([a-z])\|(.*)", re.DOTALL)
_NO_CONCEPT = ("-", "-1", "NIL")
_EXPECTED = "ID|t|TITLE, ID|a|ABSTRACT, ID⇥START⇥END⇥TEXT⇥TYPE⇥CONCEPT, or ID⇥RELATION⇥CONCEPT⇥CONCEPT"


def sniff(head: str) -> bool:
    """The first line is a title."""
    first = next((line for line in head.splitlines() if line.strip()), "")
    return re.match(r"[^|\t{\[]+\|t\|", first) is not None


def read(
    path: Path,
    problems: Problems,
    part: Part,
    *,
    offsets: str = "auto",
    ends: str = "auto",
    encoding: str = "utf-8",
    prefix: str = "",
) -> Iterator[tuple[str, Row]]:
    """Rows of documents.

    Args:
        path: The file.
        problems: Gets lines that cannot be used.
        part: Golden set or run.
        offsets: What offsets count: ``"codepoint"``, ``"utf16"``, ``"utf8"``, ``"auto"``.
        ends: ``"exclusive"``, ``"inclusive"``, ``"auto"``.
        encoding: Encoding of the file.
        prefix: What goes before ids without a colon: with ``"MESH"``, ``D003866`` becomes ``MESH:D003866``.
    """
    documents = _documents(path, problems, encoding, prefix)
    return rows(documents, problems, path.name, offsets=offsets, ends=ends)


def _documents(path: Path, problems: Problems, encoding: str, prefix: str) -> Iterator[Document]:
    document: Document | None = None
    for number, line in lines(path, problems, encoding):
        place = f"{path.name}:{number}"
        if not line.strip():
            if document is not None:
                yield document
            document = None
            continue
        text = _TEXT.fullmatch(line)
        if text is None and "\t" not in line:
            broken_line(problems, place, line, _EXPECTED)
            continue
        name = text[1] if text else line.partition("\t")[0]
        if document is not None and document.id != name:
            yield document
            document = None
        if document is None:
            document = Document(place, name)
        if text:
            document.pieces.append((None if document.pieces else 0, text[3]))
        else:
            _add(document, line.split("\t"), place, problems, prefix)
    if document is not None:
        yield document


def _add(document: Document, cells: list[str], place: str, problems: Problems, prefix: str) -> None:
    """Add the mention or the relation of a line."""
    if len(cells) < 4:
        broken_line(problems, place, "\t".join(cells), _EXPECTED)
        return
    start, end = whole_number(cells[1]), whole_number(cells[2])
    if start is not None and end is not None:
        mention: Row = {"start": start, "end": end, "text": cells[3]}
        if len(cells) > 4 and cells[4]:
            mention["type"] = cells[4]
        mention.update(_concepts(cells[5].strip() if len(cells) > 5 else "", prefix))
        mention.update(_score(cells[6:7], place, problems))
        document.mentions.append((place, mention))
    elif re.fullmatch(r"-?\d+", cells[1].strip()):
        broken_line(problems, place, "\t".join(cells), _EXPECTED)
    else:
        head, tail = (_prefixed(cell.strip(), prefix) for cell in cells[2:4])
        relation = {"head": head, "relation": cells[1], "tail": tail, **_score(cells[4:5], place, problems)}
        document.relations.append((relation, None, None))


def _concepts(cell: str, prefix: str) -> Row:
    """``id`` or ``ids`` of a mention."""
    names = [_prefixed(name.strip(), prefix) for name in re.split(r"[|+]", cell) if name.strip()]
    return split_ids(names, composite="|" in cell)


def _prefixed(name: str, prefix: str) -> str:
    return f"{prefix}:{name}" if prefix and ":" not in name and name not in _NO_CONCEPT else name


def _score(cells: list[str], place: str, problems: Problems) -> Row:
    """``score``, when the cell that may hold one is a number."""
    if not cells or not _is_number(cells[0]):
        return {}
    return {"score": score_of(cells[0], place, problems)}


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def write(samples: Iterable[Sample], path: Path, part: Part) -> list[Finding]:
    """Write documents; the title is the text up to its first line end or sentence, the abstract the rest."""
    notes = Notes()
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        for sample in samples:
            note_lost_fields(sample, part, KEEPS, notes)
            if re.search(r"[|\s]", sample.id):
                notes.add("convert.dropped", "samples whose id has white space or | are left out", sample.id)
                continue
            stream.write(_written(sample, part, notes) + "\n")
    return notes.findings(path.name)


def _written(sample: Sample, part: Part, notes: Notes) -> str:
    written = ""
    if sample.query is not None:
        title, separator, abstract = _split(sample.query)
        if separator not in ("", " ") or one_line(sample.query) != sample.query:
            notes.add("convert.changed", "texts have line ends and tabs, which become spaces", sample.id)
        written = f"{sample.id}|t|{one_line(title)}\n{sample.id}|a|{one_line(abstract)}\n"
    for place, mention in enumerate(mentions_of(sample, part) or ()):
        where = f"{sample.id} {part}.mentions[{place}]"
        note_lost(mention, where, ("id", "ids", "type", "score", "combine"), notes)
        cells = [sample.id, mention["start"], mention["end"], one_line(surface_of(mention, sample))]
        cells += [one_line(mention.get("type") or ""), joined_ids(mention, where, notes)]
        cells += [] if mention.get("score") is None else [mention["score"]]
        written += "\t".join(map(str, cells)) + "\n"
    for relation in relations_of(sample, part):
        if not relation.get("head") or not relation.get("tail"):
            notes.add("convert.dropped", "relations without ids are left out", sample.id)
            continue
        cells = [sample.id, relation["relation"], relation["head"], relation["tail"]]
        cells += [] if relation.get("score") is None else [relation["score"]]
        written += "\t".join(map(str, cells)) + "\n"
    return written


def _split(text: str) -> tuple[str, str, str]:
    """Title, separator (one character) and abstract: at the first line end, or the first end of a sentence."""
    found = re.search(r"(?:\n|(?<=\.) )(?=.)", text, re.DOTALL)
    return (text, "", "") if found is None else (text[: found.start()], found[0], text[found.end() :])
