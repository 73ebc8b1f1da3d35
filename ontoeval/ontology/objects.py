"""Graphs of other libraries as documents: rdflib and owlready2."""

from __future__ import annotations

import hashlib
import io
import re
from dataclasses import replace
from typing import Any

from ontoeval.ontology.source import Document, document

_BLANK = re.compile(rb"_:[A-Za-z0-9._\-]+")


def as_document(source: Any) -> Document | None:
    """N-Triples (N-Quads of a dataset) of an rdflib graph or an owlready2 ontology; None for anything else.

    Imported ontologies that owlready2 has loaded already are not part of it: load their files instead.
    """
    if type(source).__module__.startswith("owlready2"):
        stream = io.BytesIO()
        source.save(stream, format="ntriples")
        return _named(stream.getvalue(), str(source.name or "owlready2 ontology"))
    if hasattr(source, "triples") and hasattr(source, "serialize"):
        return _of_rdflib(source)
    return None


def _of_rdflib(graph: Any) -> Document:
    lines: list[str] = []
    statements = graph.quads() if hasattr(graph, "quads") else graph  # a dataset's default graph is one of many
    for subject, predicate, target, *_ in statements:
        lines.append(f"{_n3(subject)} {_n3(predicate)} {_n3(target)} .\n")
    return _named("".join(lines).encode("utf-8", "surrogatepass"), "rdflib graph")


def _n3(node: Any) -> str:
    """A node in N-Triples, even when its IRI is not valid (rdflib refuses to write such a one)."""
    from rdflib import BNode, Literal, URIRef

    if isinstance(node, URIRef):
        return f"<{node}>"
    if isinstance(node, BNode):
        return f"_:{re.sub('[^A-Za-z0-9]', 'x', node)}"
    if not isinstance(node, Literal):
        raise TypeError(f"{type(node).__name__} is no node of RDF")
    text = str(node).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    if node.language:
        return f'"{text}"@{node.language}'
    return f'"{text}"^^<{node.datatype}>' if node.datatype else f'"{text}"'


def _named(data: bytes, name: str) -> Document:
    """A document whose hash depends neither on the order of statements nor on the names of blank nodes."""
    lines = sorted(_BLANK.sub(b"_:", line) for line in data.splitlines())
    made = document(data, name)
    return replace(made, sha256=hashlib.sha256(b"\n".join(lines)).hexdigest())
