"""Readers: one module per family of formats, found through one small table.

A reader is a function ``read(document, builder, context)`` that tells the builder what the document holds. A further
format is one more module and one more line here (and a rule in ``sniff``).
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Protocol, cast

from ontoeval.errors import BadParameter
from ontoeval.ontology.builder import Builder
from ontoeval.ontology.readers.context import Context
from ontoeval.ontology.source import Document

FORMATS = {
    "obo": "obo",
    "obographs": "obographs",
    "turtle": "rdf",
    "ntriples": "rdf",
    "nquads": "rdf",
    "trig": "rdf",
    "rdfxml": "rdf",
    "jsonld": "rdf",
    "owlxml": "horned",
    "functional": "horned",
    "table": "taxonomy",
    "paths": "taxonomy",
    "nested_set": "taxonomy",
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
    "obojson": "obographs",
    "owx": "owlxml",
    "owl/xml": "owlxml",
    "ofn": "functional",
    "csv": "table",
    "tsv": "table",
}
"""Other names that people give to the formats."""

ALSO_READS = {
    "turtle": {"ntriples"},
    "trig": {"turtle", "ntriples"},
    "nquads": {"ntriples"},
    "ntriples": {"turtle"},
}
"""Formats that are parts of others, so that naming the larger one is no mistake."""

IN_TRIPLES = frozenset({"rdf", "horned"})
"""Modules whose documents become triples, and are read together with what they import."""


class Reader(Protocol):
    """What the ``read`` function of a reader module looks like."""

    def __call__(self, document: Document, builder: Builder, context: Context) -> None:
        """Read the document and tell the builder what it finds."""


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


def read_together(sources: list[tuple[Document, Context]], builder: Builder) -> None:
    """Read a document and what it imports, the document first."""
    in_triples = [pair for pair in sources if FORMATS[pair[1].syntax] in IN_TRIPLES]
    if in_triples and in_triples[0] is sources[0]:
        from ontoeval.ontology.readers import horned, rdf

        converted = []
        for document, context in in_triples:
            if FORMATS[context.syntax] == "horned":
                document = horned.to_rdf_xml(document, builder, context)
                context = replace(context, syntax="rdfxml")
            converted.append((document, context))
        rdf.tell(converted, builder)
        sources = [pair for pair in sources if pair not in in_triples]
    for document, context in sources:
        reader(context.syntax)(document, builder, context)
