"""The ontology as a networkx graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ontoeval.ontology.parts import ORIGINS, Parts

if TYPE_CHECKING:
    import networkx as nx

    from ontoeval.ontology.ontology import Ontology


def to_networkx(ontology: Ontology, parts: Parts) -> nx.DiGraph:
    """Build the graph that ``Ontology.graph`` describes; equivalences are edges in both directions."""
    import networkx as nx

    graph = nx.DiGraph(source=parts.name, version=parts.version, fingerprint=ontology.fingerprint)
    for code, concept in enumerate(parts.ids):
        graph.add_node(
            concept,
            label=parts.labels.first(code),
            synonyms=parts.synonyms.all(code),
            definition=parts.definitions.first(code),
            deprecated=bool(parts.deprecated[code]),
        )
    names: dict[tuple[int, int], set[str]] = {}
    edges = parts.edges
    by_relation = ORIGINS.index("relation")
    for child, parent, origin in zip(edges.child.tolist(), edges.parent.tolist(), edges.origin.tolist(), strict=True):
        if origin != by_relation:
            names.setdefault((child, parent), set()).add("subclass")
    for a, b in edges.equivalent.tolist():
        names.setdefault((a, b), set()).add("equivalent")
        names.setdefault((b, a), set()).add("equivalent")
    for child, relation, target in edges.relations:
        names.setdefault((child, target), set()).add(relation)
    for (child, target), relations in names.items():
        graph.add_edge(parts.ids[child], parts.ids[target], relations=frozenset(relations))
    return graph
