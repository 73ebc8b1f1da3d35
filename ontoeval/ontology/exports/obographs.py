"""OBO Graphs JSON."""

from __future__ import annotations

import json
from typing import Any

from ontoeval.ontology import inside
from ontoeval.ontology.exports.view import View

_OBO = "http://purl.obolibrary.org/obo/"
_OIO = "http://www.geneontology.org/formats/oboInOwl#"
_SYNONYMS = {
    "exact": "hasExactSynonym",
    "narrow": "hasNarrowSynonym",
    "broad": "hasBroadSynonym",
    "related": "hasRelatedSynonym",
    "hidden": "hasRelatedSynonym",
}


def render(view: View) -> str:
    """The ontology as one graph."""
    onto = view.ontology
    nodes = [node for concept in view.concepts if (node := _node(view, concept)) is not None]
    edges: list[dict[str, str]] = []
    pairs: set[tuple[str, str]] = set()
    for concept in view.concepts:
        subject = view.iri(concept)
        edges += [{"sub": subject, "pred": "is_a", "obj": view.iri(p)} for p in view.targets(concept, "subclass")]
        edges += [
            {"sub": subject, "pred": view.property_iri(relation), "obj": view.iri(target)}
            for relation, target in view.others(concept)
        ]
        for other in view.targets(concept, "equivalent"):
            first, second = sorted((concept, other))
            pairs.add((first, second))
    for relation in view.relations:
        found = onto.properties.get(relation)
        prop: dict[str, Any] = {"id": view.property_iri(relation), "type": "PROPERTY", "propertyType": "OBJECT"}
        if found is not None and found.label:
            prop["lbl"] = found.label
        if ":" not in relation:
            prop["meta"] = {"basicPropertyValues": [{"pred": _OIO + "shorthand", "val": relation}]}
        nodes.append(prop)
    graph: dict[str, Any] = {
        "id": inside.iri(onto) or onto.source,
        "meta": {"version": onto.version} if onto.version else {},
        "nodes": nodes,
        "edges": edges,
        "equivalentNodesSets": [{"nodeIds": [view.iri(a), view.iri(b)]} for a, b in sorted(pairs)],
    }
    return json.dumps({"graphs": [graph]}, indent=1, ensure_ascii=False).encode("utf-8", "replace").decode() + "\n"


def _node(view: View, concept: str) -> dict[str, Any] | None:
    onto = view.ontology
    node: dict[str, Any] = {"id": view.iri(concept), "type": "CLASS"}
    label, definition = onto.label(concept), onto.definition(concept)
    meta: dict[str, Any] = {}
    if label is not None:
        node["lbl"] = label
    if definition is not None:
        meta["definition"] = {"val": definition}
    synonyms = view.synonyms(concept)
    if synonyms:
        meta["synonyms"] = [{"pred": _SYNONYMS[scope], "val": text} for text, scope in synonyms]
        view.note("hidden synonyms became related ones", sum(scope == "hidden" for _, scope in synonyms))
    if onto.deprecated(concept):
        meta["deprecated"] = True
    replaced, considered = view.instead(concept)
    values = [{"pred": _OBO + "IAO_0100001", "val": view.iri(other)} for other in replaced]
    values += [{"pred": _OIO + "consider", "val": view.iri(other)} for other in considered]
    values += [{"pred": _OIO + "hasAlternativeId", "val": alias} for alias in view.aliases.get(concept, ())]
    if values:
        meta["basicPropertyValues"] = values
    if meta:
        node["meta"] = meta
    if not onto.declared(concept):
        if len(node) > 2:
            view.note("concepts that are only mentioned lost their names")
        return None
    return node
