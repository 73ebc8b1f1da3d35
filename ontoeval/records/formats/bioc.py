"""BioC XML: passages with annotations and relations.

An identifier is the value of an infon ``identifier`` or ``id``, or of one with the name of a vocabulary in capitals
(``MESH``), which then goes before it: ``MESH:D003866``. ``D1|D2`` is a composite; parts of composites
(``IndividualMention``) are left out. An annotation of several places becomes one from its first to its last place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from xml.etree.ElementTree import Element
from xml.sax.saxutils import escape

from ontoeval.errors import InputError
from ontoeval.findings import Finding, shorten
from ontoeval.records.batch import Part, Problems, Row
from ontoeval.records.formats._documents import Document, score_of, whole_number
from ontoeval.records.formats._notes import Notes
from ontoeval.records.formats._rows import rows
from ontoeval.records.formats._samples import (
    ids_of,
    joined_ids,
    mentions_of,
    note_lost,
    note_lost_fields,
    relations_of,
    split_ids,
    surface_of,
)
from ontoeval.records.formats._xml import elements, text_of
from ontoeval.records.model import Sample

SUFFIXES = (".bioc.xml", ".bioc")
KEEPS = ("query", "mentions", "relations")

_WHOLE_NAMES = ("identifier", "id", "concept_id")
_VOCABULARY = re.compile(r"[A-Z][A-Z0-9_]+")
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def sniff(head: str) -> bool:
    """The outermost element is a collection of documents."""
    return re.search(r"<collection[\s>]", head) is not None and re.search(r"<document[\s>]", head) is not None


def read(path: Path, problems: Problems, part: Part, *, offsets: str = "auto") -> Iterator[tuple[str, Row]]:
    """Rows of documents.

    Args:
        path: The file.
        problems: Gets what cannot be used.
        part: Golden set or run.
        offsets: What offsets count: ``"codepoint"``, ``"utf16"``, ``"utf8"``, ``"auto"``.
    """
    notes = Notes()
    yield from rows(_documents(path, problems, notes), problems, path.name, offsets=offsets)
    problems.notes += notes.findings(path.name)


def _documents(path: Path, problems: Problems, notes: Notes) -> Iterator[Document]:
    try:
        for number, element in elements(path, "document"):
            yield _document(element, f"{path.name}:{number}", path.name, problems, notes)
    except InputError as error:
        where = str(error.where).replace(str(path), path.name)
        problems.add(Finding("record.xml", "error", where, error.message, mend=error.mend or ""))


def _document(element: Element, place: str, file: str, problems: Problems, notes: Notes) -> Document:
    document = Document(place, (text_of(element, "id") or "").strip())
    for passage in [*element.iter("passage"), *element.iter("sentence")]:
        text, offset = text_of(passage, "text"), whole_number(text_of(passage, "offset") or "")
        if text is None:
            continue
        if offset is None:
            got = f"offset {text_of(passage, 'offset')!r}"
            problems.add(Finding("record.type", "error", f"{file}:{passage.get('line')}", got, "a whole number"))
            continue
        document.pieces.append((offset, text))
    document.pieces.sort(key=lambda piece: piece[0] or 0)
    positions: dict[str, int] = {}
    for annotation in element.iter("annotation"):
        mention_place = f"{file}:{annotation.get('line')}"
        mention = _mention(annotation, mention_place, problems, notes)
        if mention is not None:
            positions[annotation.get("id", "")] = len(document.mentions)
            document.mentions.append((mention_place, mention))
    for relation in element.iter("relation"):
        _relate(document, relation, positions, f"{file}:{relation.get('line')}", problems, notes)
    return document


def _infons(element: Element) -> dict[str, str]:
    return {infon.get("key", ""): (infon.text or "").strip() for infon in element.findall("infon")}


def _mention(annotation: Element, place: str, problems: Problems, notes: Notes) -> Row | None:
    infons = _infons(annotation)
    if infons.get("CompositeRole") == "IndividualMention":
        notes.add("mention.part", "parts of composite mentions are left out", place, severity="info")
        return None
    spans = []
    for location in annotation.findall("location"):
        start, size = whole_number(location.get("offset", "")), whole_number(location.get("length", ""))
        if start is None or size is None:
            got = f"offset {location.get('offset')!r}, length {location.get('length')!r}"
            problems.add(Finding("record.type", "error", place, got, "whole numbers"))
            return None
        spans.append((start, start + size))
    if not spans:
        notes.add("mention.nowhere", "annotations without a place are left out", place)
        return None
    mention: Row = {"start": min(start for start, _ in spans), "end": max(end for _, end in spans)}
    surface = text_of(annotation, "text")
    if len(spans) > 1:
        notes.add(
            "mention.discontinuous",
            "mentions of several places became one from the first to the last",
            f"{place}: {shorten(surface or '', 40)!r}",
        )
    elif surface is not None:
        mention["text"] = surface
    if infons.get("type"):
        mention["type"] = infons["type"]
    mention.update(_concepts(infons))
    if "score" in infons:
        mention["score"] = score_of(infons["score"], place, problems)
    return mention


def _concepts(infons: dict[str, str]) -> Row:
    """``id`` or ``ids`` of an annotation."""
    names: list[str] = []
    composite = False
    for key, value in infons.items():
        whole = key.lower() in _WHOLE_NAMES
        if not value or not (whole or _VOCABULARY.fullmatch(key)):
            continue
        composite |= "|" in value
        parts = [name.strip() for name in re.split(r"[|+]", value) if name.strip()]
        names += [name if whole or ":" in name or name in ("-", "-1") else f"{key}:{name}" for name in parts]
    return split_ids(names, composite=composite)


def _relate(
    document: Document,
    relation: Element,
    positions: dict[str, int],
    place: str,
    problems: Problems,
    notes: Notes,
) -> None:
    """Add a relation: between its nodes, else between the values of the infons that are no name of the relation."""
    infons = _infons(relation)
    name = infons.pop("relation", None) or infons.pop("type", "")
    score = infons.pop("score", None)
    nodes = [node.get("refid", "") for node in relation.findall("node")]
    found: Row = {"relation": name}
    if score is not None:
        found["score"] = score_of(score, place, problems)
    if len(nodes) == 2 and all(node in positions for node in nodes):
        document.relations.append((found, positions[nodes[0]], positions[nodes[1]]))
    elif not nodes and len(infons) == 2:
        names = {name.rpartition(":")[2]: name for _, mention in document.mentions for name in ids_of(mention)}
        found["head"], found["tail"] = (names.get(value, value) for value in infons.values())
        document.relations.append((found, None, None))
    else:
        notes.add("relation.arguments", "relations do not hold between two mentions or ids and are left out", place)


def write(samples: Iterable[Sample], path: Path, part: Part) -> list[Finding]:
    """Write a collection; each text is one passage."""
    notes = Notes()
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        stream.write("<?xml version='1.0' encoding='UTF-8'?>\n<collection>\n<source>ontoeval</source>\n")
        for sample in samples:
            note_lost_fields(sample, part, KEEPS, notes)
            stream.write(_written(sample, part, notes))
        stream.write("</collection>\n")
    return notes.findings(path.name)


def _written(sample: Sample, part: Part, notes: Notes) -> str:
    lines = ["<document>", f"<id>{_escaped(sample.id, sample, notes)}</id>", "<passage>", "<offset>0</offset>"]
    if sample.query is not None:
        lines.append(f"<text>{_escaped(sample.query, sample, notes)}</text>")
    for position, mention in enumerate(mentions_of(sample, part) or ()):
        where = f"{sample.id} {part}.mentions[{position}]"
        note_lost(mention, where, ("id", "ids", "type", "score", "combine"), notes)
        infons = {
            "type": mention.get("type"),
            "identifier": joined_ids(mention, where, notes) or None,
            "score": mention.get("score"),
        }
        lines += [f'<annotation id="{position}">', *_infon_lines(infons, sample, notes)]
        lines.append(f'<location offset="{mention["start"]}" length="{mention["end"] - mention["start"]}"/>')
        lines += [f"<text>{_escaped(surface_of(mention, sample), sample, notes)}</text>", "</annotation>"]
    lines.append("</passage>")
    for position, relation in enumerate(relations_of(sample, part)):
        if not relation.get("head") or not relation.get("tail"):
            notes.add("convert.dropped", "relations without ids are left out", sample.id)
            continue
        infons = {name: relation.get(name) for name in ("relation", "head", "tail", "score")}
        lines += [f'<relation id="R{position}">', *_infon_lines(infons, sample, notes), "</relation>"]
    return "\n".join([*lines, "</document>", ""])


def _infon_lines(infons: dict[str, object], sample: Sample, notes: Notes) -> list[str]:
    return [
        f'<infon key="{key}">{_escaped(str(value), sample, notes)}</infon>'
        for key, value in infons.items()
        if value is not None
    ]


def _escaped(text: str, sample: Sample, notes: Notes) -> str:
    """A text for XML; what XML cannot hold becomes a space."""
    if _NO_XML.search(text):
        notes.add("convert.changed", "texts have control characters, which become spaces", sample.id)
        text = _NO_XML.sub(" ", text)
    return escape(text, {"\r": "&#13;"})
