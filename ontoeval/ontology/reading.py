"""From a document to the parts of an ontology: format, guards, imports, reader, reasoner, builder."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Any

from ontoeval.errors import BadParameter, FormatMismatch, OntologyError
from ontoeval.ontology import objects, readers, sniff
from ontoeval.ontology.assemble import assemble
from ontoeval.ontology.builder import Builder
from ontoeval.ontology.imports import Finder
from ontoeval.ontology.limits import Limits
from ontoeval.ontology.options import Options
from ontoeval.ontology.parts import Parts
from ontoeval.ontology.readers.context import Context
from ontoeval.ontology.source import Document
from ontoeval.ontology.source import read as read_source


@dataclass(frozen=True, slots=True)
class Request:
    """What ``load`` was asked to do with a source."""

    options: Options
    format: str | None
    encoding: str | None
    limits: Limits
    finder: Finder
    allow_empty: bool
    time_limit: float


def open_source(source: Any, request: Request) -> Document:
    """The document of a source; graphs of other libraries are written as N-Triples first."""
    written = objects.as_document(source)
    if written is not None:
        return written
    return read_source(source, encoding=request.encoding, limits=request.limits, look=sniff.refuse_binary)


def nothing(request: Request) -> Parts:
    """The parts of an empty ontology."""
    name, empty = "empty", hashlib.sha256(b"").hexdigest()
    return assemble(Builder(name), name=name, content_hash=empty, options=request.options, allow_empty=True)


def read(document: Document, request: Request, dependencies: list[Document] | None = None) -> Parts:
    """Read a document and what it imports.

    Args:
        document: The document.
        request: What the caller wants.
        dependencies: Is filled with the imported documents.
    """
    options = request.options
    context = _context(document, request, _syntax(document, request.format))
    builder = Builder(document.name)
    if document.encoding is not None:
        builder.found("encoding", f"the file is in {document.encoding}, not UTF-8; it was converted", severity="info")
    sources = [(document, context)]
    sources += _imported(document, context, request, builder)
    readers.read_together(sources, builder)
    content_hash = document.sha256
    if len(sources) > 1:
        if dependencies is not None:
            dependencies.extend(imported for imported, _ in sources[1:])
        hashes = "\n".join(imported.sha256 for imported, _ in sources)
        content_hash = hashlib.sha256(hashes.encode()).hexdigest()
    if options.edges == "reasoned":
        from ontoeval.ontology import reasoning

        reasoning.add_inferences(sources, builder, request.time_limit)
    return assemble(
        builder,
        name=document.name,
        content_hash=content_hash,
        options=options,
        allow_empty=request.allow_empty,
    )


def _syntax(document: Document, asked_for: str | None) -> str:
    """The format: the one that is named, when the content does not deny it, or else the one that it shows."""
    wanted = readers.format_name(asked_for) if asked_for is not None else None
    if wanted is not None and readers.FORMATS[wanted] == "taxonomy":
        return wanted  # plain text looks like anything
    found = sniff.sniff(document.head, document.name)
    if wanted is not None and wanted != found and found not in readers.ALSO_READS.get(wanted, ()):
        raise FormatMismatch(
            f"the content is {found}, not {wanted}",
            where=document.name,
            mend=f"leave format out or say {found!r}",
        )
    return wanted or found


def _context(document: Document, request: Request, syntax: str) -> Context:
    options = request.options
    if options.edges == "reasoned" and readers.FORMATS[syntax] not in readers.IN_TRIPLES:
        raise BadParameter(
            f"{document.name} is {syntax}, which cannot be reasoned with",
            where="edges",
            expected="OWL in an RDF syntax, OWL/XML or functional syntax",
            mend="leave edges out, or convert the file to OWL first (e.g. with ROBOT)",
        )
    return Context(
        syntax=syntax,
        base_iri=options.base_iri,
        lang=options.lang,
        same=frozenset(options.same),
        scheme=options.scheme,
        individuals=options.individuals,
        limits=request.limits,
    )


def _imported(
    document: Document, context: Context, request: Request, builder: Builder
) -> list[tuple[Document, Context]]:
    """The documents behind the imports of a document, and behind theirs, each once."""
    if not request.finder.listing():
        return []
    found: list[tuple[Document, Context]] = []
    seen = {document.path.resolve()} if document.path else set()
    waiting = [(document, context)]
    while waiting:
        for iri in _imports_of(*waiting.pop(0)):
            path = request.finder.find(iri)
            if path is None:
                continue
            builder.imports_read.add(iri)
            if path.resolve() in seen:
                continue
            seen.add(path.resolve())
            try:
                imported = read_source(path, limits=request.limits, look=sniff.refuse_binary)
                syntax = sniff.sniff(imported.head, imported.name)
            except OntologyError as error:
                error.where = f"{document.name} imports {iri}: {error.where}"
                raise
            pair = (imported, replace(context, syntax=syntax))
            found.append(pair)
            waiting.append(pair)
    return found


def _imports_of(document: Document, context: Context) -> list[str]:
    """The IRIs that a document imports, found by a reader of its own."""
    scout = Builder(document.name)
    readers.read_together([(document, context)], scout)
    return list(dict.fromkeys(imported for _, imported in scout.imports))
