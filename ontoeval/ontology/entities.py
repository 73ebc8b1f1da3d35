"""Refuses dangerous XML entities before any XML parser sees the file.

Flat internal entities (``<!ENTITY ex "http://ex.org/o#">``) are common in OWL files and fine. Entities that
name other entities can grow without bound, external ones can read files or the network, and parameter
entities can hide
either: those are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ontoeval.errors import ParseError, SecurityError
from ontoeval.ontology import markup
from ontoeval.ontology.limits import Limits
from ontoeval.ontology.source import Document

MAX_GROWTH = 16

_SKIP = re.compile(rb"\s+|<\?.*?\?>|<!--.*?-->", re.DOTALL)
_DOCTYPE = re.compile(rb"<!DOCTYPE\s+[^\s\[>]+\s*", re.IGNORECASE)
_QUOTED = re.compile(rb"\"[^\"]*\"|'[^']*'")
_ENTITY = re.compile(rb"<!ENTITY\s+(%\s+)?([^\s\"'<>]+)\s+", re.IGNORECASE)
_DECLARATION = re.compile(rb"<!(?:ELEMENT|ATTLIST|NOTATION)\b(?:\"[^\"]*\"|'[^']*'|[^\"'>])*>", re.IGNORECASE)
_REFERENCE = re.compile(rb"&(?!#)[^\s;&]*;?|%[A-Za-z_:][\w:.\-]*;|&#(?:0*38|x0*26|0*37|x0*25);", re.IGNORECASE)
_HARMLESS = re.compile(rb"&(?:lt|gt|amp|quot|apos);")
_LATE = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_PREDEFINED = (b"lt", b"gt", b"amp", b"quot", b"apos")


def guard(document: Document, limits: Limits) -> None:
    """Look through an XML document and raise SecurityError on a dangerous entity or too deep nesting.

    Raises:
        SecurityError: An entity is external, a parameter entity, or refers to others; entities expand beyond the
            limit; a DOCTYPE stands inside the document; elements are nested too deeply.
    """
    name, head = document.name, document.head
    at = _skip(head, 0)
    entities: dict[bytes, bytes] = {}
    doctype = _DOCTYPE.match(head, at)
    if doctype:
        at = doctype.end()
        if head[at : at + 1] == b"[":
            at = _internal_subset(head, at + 1, name, entities)
        elif head[at : at + 1] != b">":
            raise _refused(head, at, name, "the DOCTYPE names an external definition")
    uses = dict.fromkeys(entities, 0)
    pieces = markup.visible(_after(document.chunks(), at))
    for piece in markup.check_xml_nesting(pieces, limits.max_nesting, name):
        if b"!" in piece and _LATE.search(piece):  # one byte is found many times as fast as two
            raise SecurityError("a DOCTYPE or entity is declared inside the document", where=name)
        for entity in uses if b"&" in piece else ():
            uses[entity] += piece.count(b"&" + entity + b";")
    expansion = sum(len(entities[entity]) * count for entity, count in uses.items())
    limit = max(limits.max_expansion, MAX_GROWTH * document.size)
    if expansion > limit:
        raise SecurityError(f"entities expand to {expansion} bytes, the limit is {limit}", where=name)


def _after(chunks: Iterator[bytes], start: int) -> Iterator[bytes]:
    """The chunks without the first bytes."""
    for chunk in chunks:
        yield chunk[start:]
        start = max(0, start - len(chunk))


def _internal_subset(data: bytes, at: int, name: str, entities: dict[bytes, bytes]) -> int:
    """Read declarations up to the closing bracket; the position after it."""
    while True:
        at = _skip(data, at)
        if data[at : at + 1] == b"]":
            return at + 1
        entity = _ENTITY.match(data, at)
        if entity:
            if entity[1]:
                raise _refused(data, at, name, "a parameter entity is declared")
            value = _QUOTED.match(data, entity.end())
            if value is None and data[entity.end() : entity.end() + 1] in (b'"', b"'"):
                raise ParseError("the file is cut off inside its DOCTYPE", where=name, mend="download it again")
            if value is None:
                raise _refused(data, at, name, f"the entity {entity[2].decode(errors='replace')!r} is external")
            _check_value(data, at, name, entity[2], value[0][1:-1])
            entities.setdefault(entity[2], value[0][1:-1])
            end = data.find(b">", value.end())
            if data[value.end() : end].strip():
                raise _refused(data, at, name, "an entity declaration cannot be understood")
            at = end + 1
            continue
        declaration = _DECLARATION.match(data, at)
        if declaration is None:
            raise _refused(data, at, name, "a parameter entity or unknown declaration stands in the DOCTYPE")
        at = declaration.end()


def _check_value(data: bytes, at: int, name: str, entity: bytes, value: bytes) -> None:
    if entity in _PREDEFINED:
        if len(value) > 12:
            raise _refused(data, at, name, "a predefined entity is redefined")
        return
    if b"<" in value:
        raise _refused(data, at, name, f"the entity {entity.decode(errors='replace')!r} holds markup")
    if _REFERENCE.search(_HARMLESS.sub(b"", value)):
        shown = entity.decode(errors="replace")
        raise _refused(data, at, name, f"the entity {shown!r} refers to other entities")


def _skip(data: bytes, at: int) -> int:
    while skipped := _SKIP.match(data, at):
        at = skipped.end()
    return at


def _refused(data: bytes, at: int, name: str, reason: str) -> SecurityError:
    line = data.count(b"\n", 0, at) + 1
    return SecurityError(
        f"{reason}; such files can exhaust the memory or read other files",
        where=f"{name}:{line}",
        expected='flat entities only, e.g. <!ENTITY ex "http://ex.org/o#">',
        mend="write the file anew with its entities expanded, if you trust it",
    )
