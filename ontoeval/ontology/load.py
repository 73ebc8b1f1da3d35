"""Loads an ontology from anything that holds one."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import IO, TYPE_CHECKING, Literal

from ontoeval.errors import BadParameter, FormatMismatch
from ontoeval.ontology import entities, readers, sniff
from ontoeval.ontology.assemble import assemble
from ontoeval.ontology.builder import Builder
from ontoeval.ontology.nil import NilPolicy
from ontoeval.ontology.ontology import Ontology
from ontoeval.ontology.readers.networkx_graph import read_graph
from ontoeval.ontology.source import read, to_utf8

if TYPE_CHECKING:
    import networkx as nx

_ALSO_READS = {
    "turtle": {"ntriples"},
    "trig": {"turtle", "ntriples"},
    "nquads": {"ntriples"},
    "ntriples": {"turtle"},
}


def load(
    source: str | Path | bytes | IO[bytes] | nx.DiGraph,
    *,
    format: str | None = None,
    encoding: str | None = None,
    base_iri: str | None = None,
    roots: Iterable[str] | None = None,
    nil: NilPolicy | None = None,
    edges_point: Literal["to_parent", "to_child"] | None = None,
) -> Ontology:
    """Load an ontology.

    The format is found by the content, so a wrong suffix does not matter; gzipped content is unpacked. A file
    that is cut off, broken or something else raises an error, and nothing is half-loaded. Nothing is ever
    fetched.

    Args:
        source: A path, the content as bytes, a binary file object, or a networkx graph.
        format: ``"obo"``, ``"turtle"``, ``"ntriples"``, ``"nquads"``, ``"trig"``, ``"rdfxml"`` or
            ``"jsonld"``, when the content leaves it open.
        encoding: Encoding of the file when it is neither UTF-8 nor said in the file.
        base_iri: What relative IRIs are relative to.
        roots: Ids of the concepts whose children are the branches, e.g. ``["HP:0000118"]``; by default the
            roots of the hierarchy.
        nil: Which spellings mean NIL.
        edges_point: For a networkx graph, and only then: whether its edges point to the parent or to the
            child.

    Returns:
        The ontology; ``Ontology.warnings`` holds what was found worth a look.

    Raises:
        OntologyError: The file cannot be opened. Its subclasses: ParseError (syntax, truncation, encoding),
            FormatMismatch (HTML, an archive …), EmptyOntology, SecurityError (XML entities, size).
        BadParameter: An argument is not allowed.
        UnknownConcept: One of ``roots`` is not in the ontology.

    Example:
        >>> onto = load(b"[Term]\\nid: A:1\\nname: animal\\n\\n[Term]\\nid: A:2\\nname: cat\\nis_a: A:1\\n")
        >>> len(onto), onto.roots, onto.label("a:2"), onto.parents("A_2")
        (2, ('A:1',), 'cat', frozenset({'A:1'}))
    """
    root_list = None if roots is None else [roots] if isinstance(roots, str) else list(roots)
    if hasattr(source, "nodes") and hasattr(source, "edges"):
        builder = Builder("graph")
        content_hash = read_graph(source, builder, edges_point)
        return assemble(builder, name="graph", content_hash=content_hash, roots=root_list, nil=nil)
    if edges_point is not None:
        raise BadParameter("only a networkx graph needs a direction", where="edges_point", mend="leave it out")
    wanted = readers.format_name(format) if format is not None else None
    content = read(source)
    sniff.refuse_binary(content.data, content.name)
    data, foreign = to_utf8(content, encoding)
    found = sniff.sniff(data, content.name)
    if wanted is not None and wanted != found and found not in _ALSO_READS.get(wanted, ()):
        raise FormatMismatch(
            f"the content is {found}, not {wanted}",
            where=content.name,
            mend=f"leave format out or say {found!r}",
        )
    syntax = wanted or found
    if syntax == "rdfxml":
        entities.guard(data, content.name)
    builder = Builder(content.name)
    if foreign is not None:
        builder.found("encoding", f"the file is in {foreign}, not UTF-8; it was converted", severity="info")
    readers.reader(syntax)(data, builder, syntax=syntax, base_iri=base_iri)
    return assemble(builder, name=content.name, content_hash=content.sha256, roots=root_list, nil=nil)
