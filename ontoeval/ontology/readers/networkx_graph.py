"""Reads a networkx graph."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from ontoeval.errors import BadParameter
from ontoeval.ontology.builder import Builder
from ontoeval.ontology.identifiers import canonical

if TYPE_CHECKING:
    import networkx as nx


def read_graph(graph: nx.DiGraph, builder: Builder, edges_point: str | None) -> str:
    """Tell the builder what a graph holds.

    Nodes become concepts, with the attributes ``label`` (or ``name``), ``synonyms``, ``definition`` and
    ``deprecated``. An edge belongs to the hierarchy unless its attribute ``relations`` (a set of names)
    leaves out ``"subclass"``.

    Returns:
        A hash of the graph's content, in hexadecimal.

    Raises:
        BadParameter: The graph is undirected, or the direction of its edges was not said.
    """
    if edges_point not in ("to_parent", "to_child"):
        raise BadParameter(
            "a graph does not say which way its edges point" if edges_point is None else f"got {edges_point!r}",
            where="edges_point",
            expected='"to_parent" or "to_child"',
            mend='load(graph, edges_point="to_parent") when edges go from the child to the parent',
        )
    if not graph.is_directed():
        raise BadParameter("the graph is undirected", where="source", expected="a networkx.DiGraph")
    lines: list[str] = []
    for node, attributes in graph.nodes(data=True):
        _node(canonical(str(node)), attributes, builder)
        lines.append(repr(("node", str(node), sorted((k, str(v)) for k, v in attributes.items()))))
    for start, end, attributes in graph.edges(data=True):
        child, parent = (start, end) if edges_point == "to_parent" else (end, start)
        relations = sorted(attributes.get("relations", ("subclass",)))
        for relation in relations:
            if relation == "equivalent":
                builder.equivalent(canonical(str(child)), canonical(str(parent)))
            else:
                builder.edge(canonical(str(child)), canonical(str(parent)), relation)
        lines.append(repr(("edge", str(child), str(parent), relations)))
    version = graph.graph.get("version")
    builder.version = None if version is None else str(version)
    return hashlib.sha256("\n".join(sorted(lines)).encode("utf-8", "surrogatepass")).hexdigest()


def _node(concept: str, attributes: dict[str, Any], builder: Builder) -> None:
    builder.add_concept(concept)
    label = attributes.get("label") or attributes.get("name")
    if label:
        builder.label(concept, str(label))
    synonyms = attributes.get("synonyms") or ()
    for synonym in (synonyms,) if isinstance(synonyms, str) else synonyms:
        builder.synonym(concept, str(synonym))
    if attributes.get("definition"):
        builder.definition(concept, str(attributes["definition"]))
    if attributes.get("deprecated"):
        builder.deprecated(concept)
