"""Loads an ontology from anything that holds one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal

from ontoeval.errors import BadParameter, EmptyOntology
from ontoeval.ontology.imports import Finder, Imports
from ontoeval.ontology.limits import Limits
from ontoeval.ontology.nil import NilPolicy
from ontoeval.ontology.ontology import Ontology
from ontoeval.ontology.options import EdgeChoice, Options, make_options
from ontoeval.ontology.parts import Parts

if TYPE_CHECKING:
    import networkx as nx
    import rdflib

    from ontoeval.ontology.reading import Request


def load(
    source: str | Path | bytes | IO[bytes] | nx.DiGraph | rdflib.Graph,
    *,
    format: str | None = None,
    encoding: str | None = None,
    base_iri: str | None = None,
    lang: str | Iterable[str | None] = ("en", None),
    edges: EdgeChoice = "structural",
    relations: str | Iterable[str] = (),
    same: str | Iterable[str] = (),
    individuals: bool = False,
    scheme: str | None = None,
    imports: Imports = None,
    prefixes: Mapping[str, str] | None = None,
    roots: Iterable[str] | None = None,
    nil: NilPolicy | None = None,
    edges_point: Literal["to_parent", "to_child"] | None = None,
    allow_empty: bool = False,
    limits: Limits | None = None,
    cache: bool | str | Path = "auto",
    time_limit: float = 600.0,
) -> Ontology:
    """Load an ontology.

    The format is found by the content, so a wrong suffix does not matter; gzipped content is unpacked. A file
    that is cut off, broken or something else raises an error, and nothing is half-loaded. Nothing is ever
    fetched.

    Args:
        source: A path, the content as bytes, a binary file object, an ``rdflib.Graph``, an ontology of owlready2, or
            a networkx graph.
        format: ``"obo"``, ``"obographs"``, ``"turtle"``, ``"ntriples"``, ``"nquads"``, ``"trig"``, ``"rdfxml"``,
            ``"jsonld"``, ``"owlxml"``, ``"functional"``, ``"table"``, ``"paths"`` or ``"nested_set"``, when the
            content leaves it open.
        encoding: Encoding of the file when it is neither UTF-8 nor said in the file.
        base_iri: What relative IRIs are relative to.
        lang: Languages of labels, the preferred one first; None is a text without a language. Labels in other
            languages become synonyms.
        edges: ``"structural"`` takes the named genus of an intersection as a parent and the members of a union as
            children, beside what is asserted; ``"asserted"`` takes assertions only; ``"reasoned"`` adds what HermiT
            infers (extra ``owl``, and Java).
        relations: Relations that are part of the hierarchy too, e.g. ``["part_of"]``: name, id, IRI or label.
        same: Which mappings make aliases: ``"exact_match"`` (``skos:exactMatch``), ``"same_as"`` (``owl:sameAs``).
        individuals: Whether individuals are concepts, below the classes that are their types.
        scheme: The only SKOS concept scheme to take concepts from.
        imports: Where the files behind ``owl:imports`` are: a folder, an OASIS catalog, or a table of IRIs and
            files. What is not found there is a warning.
        prefixes: Further prefixes for CURIEs, ``{"ex": "http://ex.org/o#"}``; they take precedence over the file's.
        roots: Ids of the concepts whose children are the branches, e.g. ``["HP:0000118"]``; by default the
            roots of the hierarchy.
        nil: Which spellings mean NIL.
        edges_point: For a networkx graph, and only then: whether its edges point to the parent or to the
            child.
        allow_empty: Whether an ontology without any concept is fine.
        limits: What the source may cost before it is refused.
        cache: A folder for compiled ontologies, or False for none; ``"auto"`` is the folder in the environment
            variable ``ONTOEVAL_CACHE_DIR``, if it is set.
        time_limit: Seconds that a reasoner may take.

    Returns:
        The ontology; ``Ontology.warnings`` holds what was found worth a look.

    Raises:
        OntologyError: The file cannot be opened. Its subclasses: ParseError (syntax, truncation, encoding),
            FormatMismatch (HTML, an archive …), EmptyOntology, SecurityError (XML entities, size, nesting),
            ReasonerUnavailable, InconsistentOntology.
        MissingExtra: A format or the reasoner needs a package that is not installed.
        BadParameter: An argument is not allowed.
        UnknownConcept: One of ``roots`` is not in the ontology.

    Example:
        >>> onto = load(b"[Term]\\nid: A:1\\nname: animal\\n\\n[Term]\\nid: A:2\\nname: cat\\nis_a: A:1\\n")
        >>> len(onto), onto.roots, onto.label("a:2"), onto.parents("A_2")
        (2, ('A:1',), 'cat', frozenset({'A:1'}))
    """
    options = make_options(
        base_iri=base_iri,
        lang=lang,
        edges=edges,
        relations=relations,
        same=same,
        individuals=individuals,
        scheme=scheme,
    )
    root_list = None if roots is None else [roots] if isinstance(roots, str) else list(roots)
    if _is_networkx(source):
        parts = _from_networkx(source, edges_point, options, allow_empty)
    else:
        if edges_point is not None:
            raise BadParameter("only a networkx graph needs a direction", where="edges_point", mend="leave it out")
        from ontoeval.ontology.reading import Request

        request = Request(
            options=options,
            format=format,
            encoding=encoding,
            limits=limits or Limits(),
            finder=Finder(imports),
            allow_empty=allow_empty,
            time_limit=time_limit,
        )
        parts = _read(source, request, cache)
    return Ontology(parts, roots=root_list, nil=nil, prefixes=prefixes)


def _is_networkx(source: object) -> bool:
    if type(source).__module__.startswith("owlready2"):  # its ontologies claim to have every attribute
        return False
    return hasattr(source, "nodes") and hasattr(source, "edges")


def _from_networkx(source: Any, edges_point: str | None, options: Options, allow_empty: bool) -> Parts:
    from ontoeval.ontology.assemble import assemble
    from ontoeval.ontology.builder import Builder
    from ontoeval.ontology.readers.networkx_graph import read_graph

    if options.edges == "reasoned":
        raise BadParameter("a networkx graph holds no axioms to reason with", where="edges", mend="leave it out")
    builder = Builder("graph")
    content_hash = read_graph(source, builder, edges_point)
    return assemble(builder, name="graph", content_hash=content_hash, options=options, allow_empty=allow_empty)


def _read(source: Any, request: Request, cache: bool | str | Path) -> Parts:
    """The parts of the ontology, from the cache when it holds them."""
    from ontoeval.ontology import reading
    from ontoeval.ontology.cache import Cache

    try:
        document = reading.open_source(source, request)
    except EmptyOntology:
        if not request.allow_empty:
            raise
        return reading.nothing(request)
    store = Cache.at(cache)
    return reading.read(document, request) if store is None else store.parts(document, request)
