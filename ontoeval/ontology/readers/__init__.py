"""Readers: one module per family of formats, found through one small table.

A reader is a function ``read(data, builder, syntax, base_iri)`` that takes the content in UTF-8 and tells the
builder what it finds. A further format is one more module and one more line here (and a rule in ``sniff``).
"""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from ontoeval.errors import BadParameter
from ontoeval.ontology.builder import Builder

FORMATS = {
    "obo": "obo",
    "turtle": "rdf",
    "ntriples": "rdf",
    "nquads": "rdf",
    "trig": "rdf",
    "rdfxml": "rdf",
    "jsonld": "rdf",
}
"""Name of each format, and the module here that reads it."""

SYNONYMS = {
    "ttl": "turtle",
    "nt": "ntriples",
    "n-triples": "ntriples",
    "nq": "nquads",
    "n-quads": "nquads",
    "xml": "rdfxml",
    "rdf": "rdfxml",
    "rdf/xml": "rdfxml",
    "owl": "rdfxml",
    "json-ld": "jsonld",
}
"""Other names that people give to the formats."""


class Reader(Protocol):
    """What the ``read`` function of a reader module looks like."""

    def __call__(self, data: bytes, builder: Builder, *, syntax: str, base_iri: str | None) -> None:
        """Read the content and tell the builder what it finds."""


def format_name(text: str) -> str:
    """The name of a format, given any of its names.

    Raises:
        BadParameter: No format is called that.
    """
    lowered = text.lower().lstrip(".")
    name = SYNONYMS.get(lowered, lowered)
    if name not in FORMATS:
        raise BadParameter(f"no reader for the format {text!r}", where="format", expected=", ".join(FORMATS))
    return name


def reader(name: str) -> Reader:
    """The reader of a format; its module is imported only now."""
    return cast(Reader, import_module(f"ontoeval.ontology.readers.{FORMATS[name]}").read)
