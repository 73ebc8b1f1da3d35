"""Refuses dangerous XML entities before any XML parser sees the file.

Flat internal entities (``<!ENTITY ex "http://ex.org/o#">``) are common in OWL files and fine. Entities that
name other entities can grow without bound, external ones can read files or the network, and parameter
entities can hide
either: those are refused.
"""

from __future__ import annotations

import re

from ontoeval.errors import ParseError, SecurityError

MIN_EXPANSION = 64 * 1024**2
MAX_GROWTH = 16

_SKIP = re.compile(rb"\s+|<\?.*?\?>|<!--.*?-->", re.DOTALL)
_DOCTYPE = re.compile(rb"<!DOCTYPE\s+[^\s\[>]+\s*", re.IGNORECASE)
_QUOTED = re.compile(rb"\"[^\"]*\"|'[^']*'")
_ENTITY = re.compile(rb"<!ENTITY\s+(%\s+)?([^\s\"'<>]+)\s+", re.IGNORECASE)
_DECLARATION = re.compile(rb"<!(?:ELEMENT|ATTLIST|NOTATION)\b(?:\"[^\"]*\"|'[^']*'|[^\"'>])*>", re.IGNORECASE)
_REFERENCE = re.compile(rb"&(?!#)[^\s;&]*;?|%[A-Za-z_:][\w:.\-]*;|&#(?:0*38|x0*26|0*37|x0*25);", re.IGNORECASE)
_HARMLESS = re.compile(rb"&(?:lt|gt|amp|quot|apos);")
_HIDDEN = re.compile(rb"<!--.*?-->|<!\[CDATA\[.*?\]\]>", re.DOTALL)
_PREDEFINED = (b"lt", b"gt", b"amp", b"quot", b"apos")


def guard(data: bytes, name: str) -> None:
    """Look through the prolog of an XML document, in UTF-8, and raise SecurityError on a dangerous entity."""
    at = _skip(data, 0)
    entities: dict[bytes, bytes] = {}
    doctype = _DOCTYPE.match(data, at)
    if doctype:
        at = doctype.end()
        if data[at : at + 1] == b"[":
            at = _internal_subset(data, at + 1, name, entities)
        elif data[at : at + 1] != b">":
            raise _refused(data, at, name, "the DOCTYPE names an external definition")
    rest = data[at:]
    if re.search(rb"<!(?:DOCTYPE|ENTITY)", rest, re.IGNORECASE) and re.search(
        rb"<!(?:DOCTYPE|ENTITY)", _HIDDEN.sub(b"", rest), re.IGNORECASE
    ):
        raise SecurityError("a DOCTYPE or entity is declared inside the document", where=name)
    expansion = sum(len(value) * rest.count(b"&" + entity + b";") for entity, value in entities.items())
    limit = max(MIN_EXPANSION, MAX_GROWTH * len(data))
    if expansion > limit:
        raise SecurityError(f"entities expand to {expansion} bytes, the limit is {limit}", where=name)


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
