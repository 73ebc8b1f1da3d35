"""Reads RDF in any of its syntaxes, streamed through pyoxigraph."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ontoeval.errors import ParseError
from ontoeval.findings import shorten
from ontoeval.ontology import entities, markup
from ontoeval.ontology.builder import Builder
from ontoeval.ontology.readers import rdf_classes, rdf_names
from ontoeval.ontology.readers.context import Context
from ontoeval.ontology.readers.rdf_expressions import Expressions
from ontoeval.ontology.readers.rdf_model import CLASS_TYPES, Triples, too_long
from ontoeval.ontology.readers.vocabulary import SKOS
from ontoeval.ontology.source import Document

if TYPE_CHECKING:
    from pyoxigraph import RdfFormat

NO_BASE = "http://base.invalid/"
"""What relative IRIs are relative to when neither the file nor the caller says; it never resolves."""

_TOLERABLE = re.compile(r"IRI|language tag", re.IGNORECASE)
_QUOTED_TRIPLES = 500
_LONGEST = 1 << 24
"""The longest text in Turtle and its relatives that pyoxigraph reads, in bytes."""


def read(document: Document, builder: Builder, context: Context) -> None:
    """Tell the builder what an RDF file holds."""
    tell([(document, context)], builder)


def tell(sources: Sequence[tuple[Document, Context]], builder: Builder) -> None:
    """Tell the builder what several RDF files hold together; the first one gives the name and the version.

    A file whose IRIs are not valid (a space in one, a second ``#``) is read once more without checking them,
    and a warning says so. All other errors are final.

    Raises:
        ParseError: The syntax is broken or a file is cut off.
        SecurityError: Entities, nesting or texts exceed the limits.
    """
    context = sources[0][1]
    triples = _gathered(sources, builder)
    rdf_names.tell_header(triples, builder)
    classes, concepts = triples.concepts(CLASS_TYPES), triples.concepts([SKOS + "Concept"])
    expressions = Expressions(triples)
    names = rdf_names.property_names(triples)
    if len(concepts) > len(classes):
        if classes:
            builder.found(
                "skos",
                f"{len(concepts)} SKOS concepts and {len(classes)} classes: the SKOS concepts were taken",
                severity="info",
            )
        rdf_classes.tell_skos(triples, builder, concepts, context.scheme)
    else:
        builder.concepts = classes
        rdf_classes.tell_classes(triples, builder, expressions, names)
        if context.individuals:
            rdf_classes.tell_individuals(triples, builder)
    rdf_classes.tell_mappings(triples, builder, context.same)
    rdf_names.tell_properties(triples, builder, expressions, names, context.lang)
    known = builder.everything()
    rdf_names.tell_names(triples, builder, known, context.lang)
    rdf_names.tell_old_ids(triples, builder, known)


def _gathered(sources: Sequence[tuple[Document, Context]], builder: Builder) -> Triples:
    """The statements of all files; when one has IRIs that are not valid, all are read without checking them."""
    lenient: set[str] = set()
    while True:
        context = sources[0][1]
        triples = Triples(builder.index, individuals=context.individuals, max_literal=context.limits.max_literal)
        for document, own in sources:
            if not lenient:
                _guard(document, own)
            try:
                _parse(document, own, triples, lenient=document.name in lenient, rename=len(sources) > 1)
            except SyntaxError as error:
                if document.name in lenient or not _TOLERABLE.search(str(error)):
                    raise _broken(document, own.syntax, error) from None
                lenient.add(document.name)
                builder.found(
                    "iri",
                    f"not every IRI is valid ({shorten(_message(error), 120)}); the file was read without checks",
                    line=error.lineno,
                    mend="mend the IRIs: other tools refuse the file or drop the statements",
                )
                break
        else:
            triples.close()
            return triples


def _guard(document: Document, context: Context) -> None:
    """Refuse what would crash the parser or keep it busy for hours."""
    limit = context.limits.max_nesting
    if context.syntax == "rdfxml":
        entities.guard(document, context.limits)
        markup.check_runs(document.chunks(), b"<", context.limits.max_literal, document.name)
    elif context.syntax == "jsonld":
        markup.check_runs(document.chunks(), b'"', context.limits.max_literal, document.name)
        markup.check_brackets(document.read(), b"[{", b"]}", limit, document.name)
    else:
        markup.check_quoted_triples(document.chunks(), min(limit, _QUOTED_TRIPLES), document.name)


def _parse(document: Document, context: Context, triples: Triples, *, lenient: bool, rename: bool) -> None:
    import pyoxigraph

    with document.open() as stream:
        quads = pyoxigraph.parse(
            stream,
            format=rdf_format(context.syntax),
            base_iri=context.base_iri or NO_BASE,
            lenient=lenient,
            rename_blank_nodes=rename,
        )
        try:
            triples.add_all(quads, document.name)
        except MemoryError as error:
            if "buffer" not in str(error):
                raise
            raise too_long(document.name, min(_LONGEST, context.limits.max_literal)) from None
        for name, iri in quads.prefixes.items():
            triples.prefixes.setdefault(name, iri)


def rdf_format(syntax: str) -> RdfFormat:
    """The format of pyoxigraph for one of ours."""
    from pyoxigraph import RdfFormat

    return {
        "turtle": RdfFormat.TURTLE,
        "ntriples": RdfFormat.N_TRIPLES,
        "nquads": RdfFormat.N_QUADS,
        "trig": RdfFormat.TRIG,
        "rdfxml": RdfFormat.RDF_XML,
        "jsonld": RdfFormat.JSON_LD,
    }[syntax]


def _broken(document: Document, syntax: str, error: SyntaxError) -> ParseError:
    data = document.read()
    line = error.lineno or (_xml_error_line(data) if syntax == "rdfxml" else None)
    last = data.rstrip().count(b"\n") + 1
    cut = line is not None and line >= last
    mend = "download or export the file again" if cut else "mend this place; nothing of the file was loaded"
    if "LoadDocumentCallback" in str(error):
        mend = "write the @context into the file: nothing is ever fetched"
    return ParseError(
        f"the {syntax} is broken{' or cut off' if cut else ''}: {_message(error)}",
        where=f"{document.name}:{line}" if line else document.name,
        mend=mend,
    )


def _message(error: SyntaxError) -> str:
    return str(error.msg).strip()


def _xml_error_line(data: bytes) -> int | None:
    """The line at which XML breaks, which pyoxigraph does not say; entities were checked before."""
    from xml.parsers import expat

    try:
        expat.ParserCreate().Parse(data, True)
    except expat.ExpatError as error:
        return error.lineno
    return None
