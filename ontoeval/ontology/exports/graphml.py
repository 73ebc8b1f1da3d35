"""GraphML, for Gephi, Cytoscape, yEd and networkx."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from ontoeval.ontology.exports.view import View

if TYPE_CHECKING:
    import networkx as nx

_KEYS = {
    "label": ("node", "string"),
    "synonyms": ("node", "string"),
    "definition": ("node", "string"),
    "deprecated": ("node", "boolean"),
    "relations": ("edge", "string"),
}
_BETWEEN = "\n"


def render(view: View) -> str:
    """The ontology as a directed graph: edges go from child to parent and carry their relations."""
    onto = view.ontology
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">']
    lines += [
        f'  <key id="{name}" for="{place}" attr.name="{name}" attr.type="{kind}"/>'
        for name, (place, kind) in _KEYS.items()
    ]
    lines.append('  <graph edgedefault="directed">')
    for concept in view.concepts:
        data = {
            "label": onto.label(concept),
            "synonyms": _BETWEEN.join(onto.synonyms(concept)) or None,
            "definition": onto.definition(concept),
            "deprecated": "true" if onto.deprecated(concept) else None,
        }
        view.note("synonyms lost their scope", sum(scope != "related" for _, scope in view.synonyms(concept)))
        lines.append(f"    <node id={quoteattr(view.clean(concept))}>")
        lines += [
            f'      <data key="{n}">{escape(view.clean(text))}</data>' for n, text in data.items() if text is not None
        ]
        lines.append("    </node>")
    view.note("concepts that are only mentioned", sum(not onto.declared(concept) for concept in view.concepts))
    view.note("old ids were left out", sum(map(len, view.aliases.values())))
    for concept in view.concepts:
        relations: dict[str, list[str]] = {}
        for relation, targets in view.edges.get(concept, {}).items():
            for target in targets:
                relations.setdefault(target, []).append(relation)
        for target, names in sorted(relations.items()):
            ends = f"source={quoteattr(view.clean(concept))} target={quoteattr(view.clean(target))}"
            lines.append(
                f'    <edge {ends}><data key="relations">{escape(view.clean(_BETWEEN.join(names)))}</data></edge>'
            )
    return "\n".join([*lines, "  </graph>", "</graphml>"]) + "\n"


def read_graphml(path: str | Path) -> nx.DiGraph:
    """A graph that ``render`` wrote, ready for ``load(graph, edges_point="to_parent")``.

    Args:
        path: The file.
    """
    import networkx as nx

    graph = nx.read_graphml(path)
    for _, data in graph.nodes(data=True):
        if "synonyms" in data:
            data["synonyms"] = tuple(data["synonyms"].split(_BETWEEN))
    for _, _, data in graph.edges(data=True):
        data["relations"] = frozenset(data["relations"].split(_BETWEEN))
    return graph
