"""Two concepts in a little tree: their nearest common ancestor, and the way from it to each."""

from __future__ import annotations

from collections import deque
from typing import Any

from ontoeval.ontology import Ontology

_LONGEST = 7


def tree(ontology: Ontology, gold: str | None, predicted: str | None) -> list[dict[str, Any]]:
    """The tree as JSON-ready nodes ``{id, label, role, children}``.

    ``role`` is ``"gold"``, ``"predicted"``, ``"both"``, ``"common"`` (the common ancestor), ``""`` (on the way) or
    ``"skipped"`` (concepts left out of a long way). Two concepts without a common ancestor are two trees; a lone
    concept stands below its parent.
    """
    if gold is None or predicted is None:
        only = gold if gold is not None else predicted
        if only is None:
            return []
        role = "gold" if gold is not None else "predicted"
        parents = sorted(ontology.parents(only))[:1]
        leaf = _node(ontology, only, role)
        return [_node(ontology, parents[0], "", [leaf])] if parents else [leaf]
    shared = _above(ontology, gold) & _above(ontology, predicted)
    if not shared:
        return [*tree(ontology, gold, None), *tree(ontology, None, predicted)]
    top = max(shared, key=lambda concept: (ontology.depth(concept), concept))
    roles = {top: "common", gold: "gold", predicted: "predicted"}
    if gold == predicted:
        roles[gold] = "both"
    root = _node(ontology, top, roles[top])
    for concept in dict.fromkeys((gold, predicted)):
        _hang(ontology, root, _path(ontology, concept, top)[1:], roles)
    return [root]


def _above(ontology: Ontology, concept: str) -> frozenset[str]:
    return ontology.ancestors(concept) | {concept}


def _path(ontology: Ontology, concept: str, top: str) -> list[str]:
    """The shortest way from ``top`` down to a concept below it; of equally short ones the first by id."""
    came: dict[str, str] = {}
    queue = deque([concept])
    while queue and top not in came and concept != top:
        here = queue.popleft()
        for parent in sorted(ontology.parents(here)):
            if parent not in came and (parent == top or top in ontology.ancestors(parent)):
                came[parent] = here
                queue.append(parent)
    path = [top]
    while path[-1] != concept and path[-1] in came:
        path.append(came[path[-1]])
    return path


def _hang(ontology: Ontology, root: dict[str, Any], path: list[str], roles: dict[str, str]) -> None:
    node = root
    middle = len(path) - _LONGEST
    for place, concept in enumerate(path):
        if middle > 0 and 2 <= place < 2 + middle:
            if place == 2:
                skipped = {"id": "", "label": f"{middle} more", "role": "skipped", "children": []}
                node["children"].append(skipped)
                node = skipped
            continue
        existing = next((child for child in node["children"] if child["id"] == concept), None)
        if existing is None:
            existing = _node(ontology, concept, roles.get(concept, ""))
            node["children"].append(existing)
        node = existing


def _node(ontology: Ontology, concept: str, role: str, children: list[Any] | None = None) -> dict[str, Any]:
    return {"id": concept, "label": ontology.label(concept), "role": role, "children": children or []}
