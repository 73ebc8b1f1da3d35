"""NIF in Turtle, as GERBIL exchanges it: contexts with their text, phrases with begin, end and taIdentRef.

The id of a sample is the IRI of its context without ``#char=…``. Several taIdentRef are alternatives; a phrase without
one is NIL. All triples of a file are in memory at once.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from ontoeval.findings import Finding
from ontoeval.records.batch import Part, Problems, Row
from ontoeval.records.formats._documents import Document, score_of, whole_number
from ontoeval.records.formats._notes import Notes
from ontoeval.records.formats._rows import rows
from ontoeval.records.formats._samples import ids_of, mentions_of, note_lost, note_lost_fields, split_ids, surface_of
from ontoeval.records.jsonl import BROKEN, cut_short, open_bytes
from ontoeval.records.model import Sample

SUFFIXES = (".ttl", ".nif")
KEEPS = ("query", "mentions")

_NIF = "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#"
_ITS = "http://www.w3.org/2005/11/its/rdf#"
_XSD = "http://www.w3.org/2001/XMLSchema#"
_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
#: What stands before names that are no IRIs: the ids of samples, concepts and types.
_OWN = "urn:name:"

Properties = dict[str, list[str]]


def sniff(head: str) -> bool:
    """The namespace of NIF is named."""
    return "/nlp2rdf/ontologies/nif-core#" in head


def read(path: Path, problems: Problems, part: Part, *, offsets: str = "auto") -> Iterator[tuple[str, Row]]:
    """Rows of contexts, in the order of the file.

    Args:
        path: The file.
        problems: Gets what cannot be used.
        part: Golden set or run.
        offsets: What offsets count: ``"codepoint"``, ``"utf16"``, ``"utf8"``, ``"auto"``.
    """
    return rows(_documents(path, problems), problems, path.name, offsets=offsets)


def _documents(path: Path, problems: Problems) -> Iterator[Document]:
    subjects = _subjects(path, problems)
    documents: dict[str, Document] = {}
    for subject, properties in subjects.items():
        if _NIF + "isString" in properties:
            name = re.sub(r"#(char=|offset_).*$", "", subject)
            text = properties[_NIF + "isString"][0]
            documents[subject] = Document(f"{path.name} {subject}", _name(name), [(0, text)])
    for subject, properties in subjects.items():
        context = properties.get(_NIF + "referenceContext", [""])[0]
        if subject in documents or not _is_mention(properties):
            continue
        place = f"{path.name} {subject}"
        if context not in documents:
            got = f"referenceContext {context or 'is missing'}"
            problems.add(Finding("nif.context", "error", place, got, "a context with isString"))
            continue
        mention = _mention(properties, place, problems)
        if mention is not None:
            documents[context].mentions.append((place, mention))
    yield from documents.values()


def _is_mention(properties: Properties) -> bool:
    """Whether a subject is linked, or is a phrase (not a sentence, a word, a title …)."""
    kinds = {kind.removeprefix(_NIF) for kind in properties.get(_TYPE, [])}
    return _ITS + "taIdentRef" in properties or not kinds.isdisjoint(("Phrase", "EntityOccurrence", "Annotation"))


def _mention(properties: Properties, place: str, problems: Problems) -> Row | None:
    start, end = (whole_number(properties.get(_NIF + name, [""])[0]) for name in ("beginIndex", "endIndex"))
    if start is None or end is None:
        got = "no beginIndex or endIndex"
        problems.add(Finding("record.type", "error", place, got, "whole numbers"))
        return None
    mention: Row = {"start": start, "end": end, **_concepts(properties)}
    if _NIF + "anchorOf" in properties:
        mention["text"] = properties[_NIF + "anchorOf"][0]
    if _ITS + "taClassRef" in properties:
        mention["type"] = _name(properties[_ITS + "taClassRef"][0])
    for name in (_ITS + "taConfidence", _NIF + "confidence"):
        if name in properties and "score" not in mention:
            mention["score"] = score_of(properties[name][0], place, problems)
    return mention


def _concepts(properties: Properties) -> Row:
    return split_ids([_name(iri) for iri in properties.get(_ITS + "taIdentRef", [])], composite=False)


def _name(iri: str) -> str:
    """An IRI, or the name that this module wrote as one."""
    return unquote(iri.removeprefix(_OWN)) if iri.startswith(_OWN) else iri


def _iri(name: str) -> str:
    """A name as an absolute IRI without a fragment of its own."""
    import pyoxigraph

    if name.startswith(_OWN):
        return _OWN + quote(name, safe="")
    try:
        return pyoxigraph.NamedNode(name).value
    except ValueError:
        return _OWN + quote(name, safe="")


def _subjects(path: Path, problems: Problems) -> dict[str, Properties]:
    """Values of all properties of all subjects; a broken file goes to ``problems``."""
    import pyoxigraph

    subjects: dict[str, Properties] = {}
    with open_bytes(path) as stream:
        try:
            if stream.peek(3)[:3] == codecs.BOM_UTF8:
                stream.read(3)
            for quad in pyoxigraph.parse(stream, pyoxigraph.RdfFormat.TURTLE, base_iri=_OWN, lenient=True):
                properties = subjects.setdefault(_value(quad.subject), {})
                properties.setdefault(_value(quad.predicate), []).append(_value(quad.object))
        except SyntaxError as error:
            place = f"{path.name}:{error.lineno}" if error.lineno else path.name
            problems.add(Finding("record.turtle", "error", place, str(error.msg), "Turtle", "was the file cut short?"))
        except BROKEN as error:
            raise cut_short(path, 0, error) from None
    return subjects


def _value(term: Any) -> str:
    return str(getattr(term, "value", term))


def write(samples: Iterable[Sample], path: Path, part: Part) -> list[Finding]:
    """Write contexts and phrases; a mention must have a text to belong to."""
    import pyoxigraph

    notes = Notes()
    prefixes = {"nif": _NIF, "itsrdf": _ITS, "xsd": _XSD}
    with path.open("wb") as stream:
        pyoxigraph.serialize(_triples(samples, part, notes), stream, pyoxigraph.RdfFormat.TURTLE, prefixes=prefixes)
    return notes.findings(path.name)


def _triples(samples: Iterable[Sample], part: Part, notes: Notes) -> Iterator[Any]:
    from pyoxigraph import Literal, NamedNode, Triple

    def number(value: int) -> Literal:
        return Literal(str(value), datatype=NamedNode(_XSD + "nonNegativeInteger"))

    for sample in samples:
        note_lost_fields(sample, part, KEEPS, notes)
        if sample.query is None:
            notes.add("convert.dropped", "samples without a text are left out", sample.id)
            continue
        whole_name = _OWN + quote(sample.id, safe="") if "#" in sample.id else _iri(sample.id)
        context = NamedNode(f"{whole_name}#char=0,{len(sample.query)}")
        yield Triple(context, NamedNode(_TYPE), NamedNode(_NIF + "Context"))
        yield Triple(context, NamedNode(_NIF + "isString"), Literal(sample.query))
        seen: set[tuple[int, int]] = set()
        for position, mention in enumerate(mentions_of(sample, part) or ()):
            where = f"{sample.id} {part}.mentions[{position}]"
            span = mention["start"], mention["end"]
            if span in seen:
                notes.add("convert.dropped", "further mentions of the same span are left out", where)
                continue
            seen.add(span)
            note_lost(mention, where, ("id", "ids", "type", "score"), notes)
            phrase = NamedNode(
                f"{whole_name}#char={span[0]},{span[1]}" + ("&phrase" if span == (0, len(sample.query)) else "")
            )
            yield Triple(phrase, NamedNode(_TYPE), NamedNode(_NIF + "Phrase"))
            yield Triple(phrase, NamedNode(_NIF + "referenceContext"), context)
            yield Triple(phrase, NamedNode(_NIF + "anchorOf"), Literal(surface_of(mention, sample)))
            yield Triple(phrase, NamedNode(_NIF + "beginIndex"), number(span[0]))
            yield Triple(phrase, NamedNode(_NIF + "endIndex"), number(span[1]))
            for name in ids_of(mention):
                yield Triple(phrase, NamedNode(_ITS + "taIdentRef"), NamedNode(_iri(name)))
            if mention.get("type"):
                yield Triple(phrase, NamedNode(_ITS + "taClassRef"), NamedNode(_iri(mention["type"])))
            if mention.get("score") is not None:
                yield Triple(phrase, NamedNode(_ITS + "taConfidence"), Literal(float(mention["score"])))
