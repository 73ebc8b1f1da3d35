"""Whole columns of an ontology, for modules of this package that go through all of it.

The one place outside of loading that knows how an `Ontology` keeps its parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ontoeval.ontology.arrays import Int32
from ontoeval.ontology.ontology import Ontology
from ontoeval.ontology.parts import ORIGINS, SCOPES


def edges(ontology: Ontology) -> Iterator[tuple[str, str, str]]:
    """(child, parent, relation) of every edge: ``"subclass"``, ``"equivalent"``, and other relations."""
    parts = ontology._parts
    ids, table = parts.ids, parts.edges
    by_relation = ORIGINS.index("relation")
    for child, parent, origin in zip(table.child.tolist(), table.parent.tolist(), table.origin.tolist(), strict=True):
        if origin != by_relation:
            yield ids[child], ids[parent], "subclass"
    for a, b in table.equivalent.tolist():
        yield ids[a], ids[b], "equivalent"
    for child, relation, target in zip(
        table.source.tolist(), table.relation.tolist(), table.target.tolist(), strict=True
    ):
        yield ids[child], ids[target], table.relation_names[relation]


def asserted(ontology: Ontology) -> Iterator[tuple[str, str]]:
    """(child, parent) of every hierarchy edge that the file states, and no definition or reasoner gives."""
    ids, table = ontology._parts.ids, ontology._parts.edges
    stated = ~table.genus
    for child, parent in zip(table.child[stated].tolist(), table.parent[stated].tolist(), strict=True):
        yield ids[child], ids[parent]


def disjoint(ontology: Ontology) -> dict[tuple[str, ...], None]:
    """Groups of concepts that are told to be disjoint; a group that holds unions is given as pairs."""
    parts = ontology._parts
    groups: dict[int, dict[int, list[str]]] = {}
    table = parts.disjoint
    for group, member, concept in zip(table.group.tolist(), table.member.tolist(), table.concept.tolist(), strict=True):
        groups.setdefault(group, {}).setdefault(member, []).append(parts.ids[concept])
    found: dict[tuple[str, ...], None] = {}
    for members in groups.values():
        slots = list(members.values())
        if all(len(slot) == 1 for slot in slots):
            found[tuple(sorted(slot[0] for slot in slots))] = None
            continue
        for place, slot in enumerate(slots):
            for other in slots[place + 1 :]:
                found.update({tuple(sorted((a, b))): None for a in slot for b in other if a != b})
    return found


class Columns(NamedTuple):
    """What there is to count of every concept, by code.

    Attributes:
        live: Whether it is not deprecated.
        leaf: Whether nothing lies below it.
        depth: Nodes on the longest path from a root.
        labelled: Whether it has a label.
        defined: Whether it has a definition.
    """

    live: NDArray[np.bool_]
    leaf: NDArray[np.bool_]
    depth: Int32
    labelled: NDArray[np.bool_]
    defined: NDArray[np.bool_]


def columns(ontology: Ontology) -> Columns:
    """The columns of an ontology that an overview counts."""
    parts, hierarchy = ontology._parts, ontology.hierarchy
    node = hierarchy.node_of
    return Columns(
        ~parts.deprecated,
        (np.diff(hierarchy.children_indptr) == 0)[node],
        hierarchy.depth[node],
        np.diff(parts.labels.row_ends) > 0,
        np.diff(parts.definitions.row_ends) > 0,
    )


def replacements(ontology: Ontology) -> Mapping[str, tuple[str, ...]]:
    """What replaces each deprecated concept."""
    return ontology._parts.replacements


def considered(ontology: Ontology) -> Mapping[str, tuple[str, ...]]:
    """What may replace each deprecated concept."""
    return ontology._parts.considered


def iri(ontology: Ontology) -> str | None:
    """The IRI or name that the ontology has for itself."""
    return ontology._parts.iri


def scoped_synonyms(ontology: Ontology, concept: str) -> list[tuple[str, str]]:
    """Synonyms of a concept, each with its scope, in the order of the file."""
    texts = ontology.synonyms(concept)
    if not texts:
        return []
    parts = ontology._parts
    first, end = parts.synonyms.span(ontology._code(concept))
    return [(text, SCOPES[scope]) for text, scope in zip(texts, parts.scopes[first:end].tolist(), strict=True)]


def names(ontology: Ontology, concept: str) -> list[str]:
    """Label and synonyms of a concept."""
    label = ontology.label(concept)
    return [*([] if label is None else [label]), *ontology.synonyms(concept)]


def told_groups(pairs: list[tuple[str, str]]) -> list[list[str]]:
    """Strongly connected groups of more than one member in a graph of (from, to) pairs, each in id order."""
    following: dict[str, list[str]] = {}
    for start, end in pairs:
        following.setdefault(start, []).append(end)
        following.setdefault(end, [])
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    on_stack: set[str] = set()
    groups: list[list[str]] = []
    for root in following:
        if root in order:
            continue
        work: list[tuple[str, int]] = [(root, 0)]
        while work:
            node, at = work.pop()
            if at == 0:
                order[node] = low[node] = len(order)
                stack.append(node)
                on_stack.add(node)
            descended = False
            neighbours = following[node]
            while at < len(neighbours):
                other = neighbours[at]
                at += 1
                if other not in order:
                    work += [(node, at), (other, 0)]
                    descended = True
                    break
                if other in on_stack:
                    low[node] = min(low[node], order[other])
            if descended:
                continue
            if low[node] == order[node]:
                group = []
                while True:
                    member = stack.pop()
                    on_stack.discard(member)
                    group.append(member)
                    if member == node:
                        break
                if len(group) > 1:
                    groups.append(sorted(group))
            if work:
                above = work[-1][0]
                low[above] = min(low[above], low[node])
    return sorted(groups)
