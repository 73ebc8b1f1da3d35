"""What there is to show of an ontology: the whole, a concept, or two concepts and what they share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from ontoeval.errors import UnknownConcept, closest
from ontoeval.ontology import inside
from ontoeval.ontology.facts.model import namespace
from ontoeval.ontology.naming import fold, quoted
from ontoeval.ontology.ontology import Ontology

Content = dict[str, Any]


def find(onto: Ontology, text: str) -> str:
    """The concept that a user means: an id in any spelling, or a name.

    A deprecated concept is itself; replacements are shown, not followed.

    Raises:
        UnknownConcept: There is none, or several concepts have the name.
    """
    resolved = onto.resolve(text)
    if text in onto:
        if resolved.via and resolved.via[0] in set(onto.ids):
            return resolved.via[0]
        if resolved.id is not None:
            return resolved.id
    wanted = fold(text)
    by_label = [concept for concept in onto.ids if fold(onto.label(concept) or "") == wanted] if wanted else []
    found = by_label or [c for c in onto.ids if wanted and any(fold(name) == wanted for name in inside.names(onto, c))]
    if len(found) == 1:
        return found[0]
    if found:
        raise UnknownConcept(
            f"{len(found)} concepts are called {quoted(text)}: {', '.join(found[:5])}",
            where=onto.source,
            mend="say the id",
        )
    if resolved.status == "ambiguous":
        raise UnknownConcept(
            f"{text} is an old id of several concepts: {', '.join(resolved.candidates)}", where=onto.source
        )
    labels = {label: concept for concept in onto.ids if (label := onto.label(concept))}
    near = closest(text, [*onto.ids, *labels])
    hints = [f"{name} ({labels[name]})" if name in labels else name for name in near]
    raise UnknownConcept(
        f"{quoted(text)} is neither an id nor a name in this ontology",
        where=onto.source,
        mend=f"did you mean {' or '.join(hints)}?" if hints else f"ids look like {', '.join(onto.ids[:2])}",
    )


def entry(onto: Ontology, concept: str) -> Content:
    """A concept in one line: id, label, whether it is deprecated."""
    return {"id": concept, "label": onto.label(concept), "deprecated": onto.deprecated(concept)}


def overview(onto: Ontology) -> Content:
    """The ontology at a glance."""
    columns = inside.columns(onto)
    live = columns.live
    n_live = int(live.sum())
    depths = Counter(columns.depth[live].tolist())
    spaces = Counter(namespace(concept) for concept in onto.ids)
    others = Counter(name for _, _, name in inside.edges(onto) if name not in ("subclass", "equivalent"))
    codes = zip(onto.roots, onto.encode(onto.roots).tolist(), strict=True)
    below = {root: 0 if columns.leaf[code] else len(onto.descendants(root)) for root, code in codes}
    roots = sorted(below, key=lambda root: (-below[root], root))
    return {
        "source": onto.source,
        "iri": inside.iri(onto),
        "version": onto.version,
        "fingerprint": onto.fingerprint,
        "counts": onto.counts,
        "concepts": {
            "all": len(onto),
            "live": n_live,
            "deprecated": len(onto) - n_live,
            "leaves": int((columns.leaf & live).sum()),
            "with_label": int((columns.labelled & live).sum()),
            "with_definition": int((columns.defined & live).sum()),
            "aliases": len(onto.aliases),
        },
        "namespaces": dict(spaces.most_common()),
        "roots": [entry(onto, root) | {"below": below[root]} for root in roots],
        "depths": dict(sorted(depths.items())),
        "languages": dict(onto.languages),
        "provenance": onto.provenance,
        "relations": dict(others.most_common()),
        "warnings": [warning.as_dict() for warning in onto.warnings],
    }


def concept(onto: Ontology, id: str) -> Content:
    """One concept with its neighbourhood."""
    resolved = onto.resolve(id)
    instead = [resolved.id] if resolved.status == "replaced" and resolved.id else resolved.candidates
    return entry(onto, id) | {
        "definition": onto.definition(id),
        "synonyms": [{"text": text, "scope": scope} for text, scope in inside.scoped_synonyms(onto, id)],
        "aliases": sorted(alias for alias, concepts in onto.aliases.items() if id in concepts),
        "declared": onto.declared(id),
        "status": resolved.status,
        "use_instead": [entry(onto, other) for other in instead],
        "depth": onto.depth(id),
        "ancestors": len(onto.ancestors(id)),
        "descendants": len(onto.descendants(id)),
        "equivalents": _entries(onto, onto.equivalents(id)),
        "parents": _entries(onto, onto.parents(id)),
        "children": _entries(onto, onto.children(id)),
        "related": {name: _entries(onto, targets) for name, targets in onto.related(id).items()},
        "tree": [entry(onto, step) for step in path(onto, id)],
        "other_paths": max(0, count_paths(onto, id) - 1),
    }


def pair(onto: Ontology, a: str, b: str) -> Content:
    """Two concepts: relation both ways, common ancestors, paths to the deepest of them, similarity."""
    above_a, above_b = onto.ancestors(a) | {a}, onto.ancestors(b) | {b}
    common = above_a & above_b
    deepest = max(common, key=lambda concept: (onto.depth(concept), _reverse(concept)), default=None)
    codes = onto.encode([a, b])
    similar = onto.similarities(codes[:1], codes[1:], ["wu_palmer"])["wu_palmer"][0]
    return {
        "a": entry(onto, a) | {"depth": onto.depth(a)},
        "b": entry(onto, b) | {"depth": onto.depth(b)},
        "relation": onto.relation(a, b),
        "back": onto.relation(b, a),
        "disjoint": onto.disjoint(a, b),
        "wu_palmer": float(similar),
        "common_ancestors": len(common),
        "deepest_common": None if deepest is None else entry(onto, deepest) | {"depth": onto.depth(deepest)},
        "path_a": [entry(onto, step) for step in path(onto, a, deepest)],
        "path_b": [entry(onto, step) for step in path(onto, b, deepest)],
    }


def path(onto: Ontology, concept: str, top: str | None = None) -> list[str]:
    """A longest path from a top concept down to a concept: by depth, ties by id.

    Args:
        onto: The ontology.
        concept: Where it ends.
        top: Where it starts; by default at a root.
    """
    found = {concept: None}  # in order
    last = concept
    within = None if top is None else onto.descendants(top) | onto.equivalents(top) | {top}
    while last != top:
        parents = [p for p in onto.parents(last) if (within is None or p in within) and p not in found]
        if not parents:
            break
        last = min(parents, key=lambda parent: (-onto.depth(parent), parent != top, parent))
        found[last] = None
    return list(found)[::-1]


def count_paths(onto: Ontology, concept: str) -> int:
    """How many paths lead from a concept to the roots (equivalent concepts count once)."""
    hierarchy = onto.hierarchy
    node = int(hierarchy.node_of[onto.encode([concept])[0]]) if concept in onto else 0
    ways: dict[int, int] = {}
    for at in sorted({*hierarchy.ancestors(node), node}):  # parents have smaller numbers
        above = hierarchy.parents[hierarchy.parents_indptr[at] : hierarchy.parents_indptr[at + 1]].tolist()
        ways[at] = sum(ways[parent] for parent in above) if above else 1
    return ways[node]


def _entries(onto: Ontology, concepts: Iterable[str]) -> list[Content]:
    return [entry(onto, concept) for concept in sorted(concepts)]


def _reverse(text: str) -> tuple[int, ...]:
    """A key that puts the first id last, so that ``max`` takes it."""
    return tuple(-ord(letter) for letter in text)
