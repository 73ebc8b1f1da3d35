"""Reads OWL/XML and OWL functional syntax through py-horned-owl (extra ``owl``)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal
from urllib.parse import urljoin

from ontoeval.errors import MissingExtra, ParseError
from ontoeval.findings import shorten
from ontoeval.ontology import entities
from ontoeval.ontology.builder import Builder
from ontoeval.ontology.markup import check_brackets, check_runs
from ontoeval.ontology.readers import rdf
from ontoeval.ontology.readers.context import Context
from ontoeval.ontology.source import Document, document

_SERIALIZATIONS: dict[str, Literal["ofn", "owx"]] = {"functional": "ofn", "owlxml": "owx"}
_TITLES = {"functional": "OWL functional syntax", "owlxml": "OWL/XML"}
_PREFIX = re.compile(r"^\s*Prefix\s*\(\s*([\w.\-]*):\s*=\s*<([^>]*)>\s*\)", re.MULTILINE)
_PREFIX_XML = re.compile(r"""<Prefix\s+name=["']([^"']*)["']\s+IRI=["']([^"']*)["']\s*/>""")
_ONTOLOGY_IRI = re.compile(r"^\s*Ontology\s*\(\s*<([^>]*)>", re.MULTILINE)
_BASE_XML = re.compile(r"""\bxml:base\s*=\s*["']([^"']*)["']""")
_ONTOLOGY_IRI_XML = re.compile(r"""\bontologyIRI\s*=\s*["']([^"']*)["']""")
_IRI_XML = re.compile(r"""(<[\w:]+\s[^<>]*?\bIRI\s*=\s*["']|<IRI>)([^"'<>]*)""")
_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")
_LINE = re.compile(r"line:?\s*(\d+)|-->\s*(\d+):", re.IGNORECASE)


def read(source: Document, builder: Builder, context: Context) -> None:
    """Tell the builder what the file holds.

    Raises:
        MissingExtra: py-horned-owl is not installed.
        ParseError: The syntax is broken or the file is cut off.
    """
    rdf.tell([(to_rdf_xml(source, builder, context), replace(context, syntax="rdfxml"))], builder)


def to_rdf_xml(source: Document, builder: Builder, context: Context) -> Document:
    """The same axioms in RDF/XML, written by py-horned-owl."""
    title = _TITLES[context.syntax]
    try:
        import pyhornedowl
    except ImportError:
        raise MissingExtra("py-horned-owl", "owl", f"reading {title}") from None
    mark = b"<" if context.syntax == "owlxml" else b"\n"
    check_runs(source.chunks(), mark, context.limits.max_literal, source.name)
    data = source.read()
    if context.syntax == "owlxml":
        entities.guard(source, context.limits)
    else:
        check_brackets(data, b"(", b")", context.limits.max_nesting, source.name)
    text = data.decode("utf-8")
    prefixes = dict((_PREFIX if context.syntax == "functional" else _PREFIX_XML).findall(text))
    text = _absolute_prefixes(text, builder, context) if context.syntax == "functional" else _absolute(text, context)
    try:
        ontology = pyhornedowl.open_ontology_from_string(text, serialization=_SERIALIZATIONS[context.syntax])
        converted = ontology.save_to_string("rdf")
    except (KeyboardInterrupt, SystemExit, MemoryError):
        raise
    except BaseException as error:  # a panic in Rust is no Exception
        raise _broken(source, title, error) from None
    for name, iri in prefixes.items():
        if _ABSOLUTE.match(iri):
            builder.prefix(name, iri)
    return document(converted.encode("utf-8"), source.name, source.path)


def _absolute_prefixes(text: str, builder: Builder, context: Context) -> str:
    """The text with relative prefix IRIs made absolute: to the base, or else to the IRI of the ontology."""
    relative = [match for match in _PREFIX.finditer(text) if not _ABSOLUTE.match(match[2])]
    if not relative:
        return text
    named = _ONTOLOGY_IRI.search(text)
    base = context.base_iri or (named[1] if named else rdf.NO_BASE)
    for match in reversed(relative):
        start, end = match.span(2)
        text = text[:start] + urljoin(base, match[2]) + text[end:]
    builder.found(
        "prefix",
        f"{len(relative)} prefixes have a relative IRI, taken as relative to {base}: "
        + ", ".join(f"{match[1]}: <{match[2]}>" for match in relative[:5]),
        mend="write absolute IRIs: other tools refuse the file",
    )
    return text


def _absolute(text: str, context: Context) -> str:
    """OWL/XML whose relative IRIs are resolved as XML says; py-horned-owl would glue them to the ontology's IRI.

    What has a colon is absolute, or a CURIE, which py-horned-owl itself writes there.
    """
    named = _BASE_XML.search(text) or _ONTOLOGY_IRI_XML.search(text)
    base = named[1] if named else context.base_iri or rdf.NO_BASE

    def resolved(match: re.Match[str]) -> str:
        return match[0] if ":" in match[2] else match[1] + urljoin(base, match[2])

    return _IRI_XML.sub(resolved, text)


def _broken(source: Document, title: str, error: BaseException) -> ParseError:
    message = str(error).strip()
    found = _LINE.search(message)
    line = (found[1] or found[2]) if found else None
    return ParseError(
        f"the {title} is broken or cut off: {shorten(' '.join(message.split()), 200)}",
        where=f"{source.name}:{line}" if line else source.name,
        mend="mend this place, or export the file again; nothing of it was loaded",
    )
