"""Reads RDF in any of its syntaxes, streamed through pyoxigraph."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ontoeval.errors import ParseError
from ontoeval.findings import shorten
from ontoeval.ontology.builder import Builder
from ontoeval.ontology.readers.rdf_model import RdfModel

if TYPE_CHECKING:
    from pyoxigraph import RdfFormat

NO_BASE = "http://base.invalid/"
"""What relative IRIs are relative to when neither the file nor the caller says; it never resolves."""

_TOLERABLE = re.compile(r"IRI|language tag", re.IGNORECASE)


def read(data: bytes, builder: Builder, *, syntax: str, base_iri: str | None) -> None:
    """Tell the builder what an RDF file holds.

    A file whose IRIs are not valid (a space in one, a second ``#``) is read once more without checking them,
    and a warning says so. All other errors are final.

    Raises:
        ParseError: The syntax is broken or the file is cut off.
    """
    base = base_iri or NO_BASE
    try:
        model = _parse(data, syntax, base, lenient=False)
    except SyntaxError as error:
        if not _TOLERABLE.search(str(error)):
            raise _broken(data, builder, syntax, error) from None
        try:
            model = _parse(data, syntax, base, lenient=True)
        except SyntaxError as second:
            raise _broken(data, builder, syntax, second) from None
        builder.found(
            "iri",
            f"not every IRI is valid ({shorten(_message(error), 120)}); the file was read without checks",
            line=error.lineno,
            mend="mend the IRIs: other tools refuse the file or drop the statements",
        )
    model.tell(builder)


def _parse(data: bytes, syntax: str, base: str, *, lenient: bool) -> RdfModel:
    import pyoxigraph

    model = RdfModel()
    quads = pyoxigraph.parse(data, format=_format(syntax), base_iri=base, lenient=lenient)
    model.add_all(quads)
    model.prefixes = dict(quads.prefixes)
    return model


def _format(syntax: str) -> RdfFormat:
    from pyoxigraph import RdfFormat

    return {
        "turtle": RdfFormat.TURTLE,
        "ntriples": RdfFormat.N_TRIPLES,
        "nquads": RdfFormat.N_QUADS,
        "trig": RdfFormat.TRIG,
        "rdfxml": RdfFormat.RDF_XML,
        "jsonld": RdfFormat.JSON_LD,
    }[syntax]


def _broken(data: bytes, builder: Builder, syntax: str, error: SyntaxError) -> ParseError:
    line = error.lineno or (_xml_error_line(data) if syntax == "rdfxml" else None)
    last = data.rstrip().count(b"\n") + 1
    cut = line is not None and line >= last
    mend = "download or export the file again" if cut else "mend this place; nothing of the file was loaded"
    if "LoadDocumentCallback" in str(error):
        mend = "write the @context into the file: nothing is ever fetched"
    return ParseError(
        f"the {syntax} is broken{' or cut off' if cut else ''}: {_message(error)}",
        where=f"{builder.where}:{line}" if line else builder.where,
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
