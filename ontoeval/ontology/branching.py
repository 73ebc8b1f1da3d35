"""Branches: the part of the ontology that concepts belong to, and what a random guess in it would be."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ontoeval.ontology.arrays import Int32, Int64, distinct, gather
from ontoeval.ontology.distance import levels
from ontoeval.ontology.hierarchy import Hierarchy
from ontoeval.ontology.relating import Relater
from ontoeval.ontology.relation import Relation

_MOST_CONCEPTS = 2_000
"""From this many gold concepts on, every k-th stands for its neighbors: chances are means, and hardly move."""
_PAIRS_AT_ONCE = 1_000_000
_NODES_AT_ONCE = 100


def nodes_at(hierarchy: Hierarchy, roots: Int32, depth: int) -> Int32:
    """The nodes that are ``depth`` ≥ 1 edges below the nearest branch root; 1 for the branches themselves."""
    steps = np.full(hierarchy.n_nodes, -1, np.int64)
    steps[roots] = 0
    at: NDArray[np.integer] = np.asarray(roots)
    for step in range(1, depth + 1):
        reached, _ = gather(hierarchy.children_indptr, hierarchy.children, at)
        below = distinct(reached.astype(np.int64))
        at = below[steps[below] < 0]
        steps[at] = step
    return np.asarray(at, np.int32)


def branches_of(hierarchy: Hierarchy, branches: Int32, nodes: Int32) -> list[Int32]:
    """Which of the branches each node lies in, itself included, in order of node."""
    is_branch = np.zeros(hierarchy.n_nodes, bool)
    is_branch[branches] = True
    above, counts = hierarchy.closure.gather(nodes)
    ends = np.cumsum(counts)
    chosen = is_branch[above]
    before = np.concatenate([[0], np.cumsum(chosen)])
    return np.split(above[chosen], before[ends][:-1])


def chances(hierarchy: Hierarchy, relater: Relater, branches: Int32, descendants: Int64, gold: Int32) -> list[float]:
    """The chance of each relation when a wrong concept of the gold concept's branches is predicted at random.

    **Definition.** The mean over the gold concepts that lie in a branch of the share of each `Relation` among all
    other nodes of their branches.

    Args:
        hierarchy: The compiled hierarchy.
        relater: Says which nodes are "top".
        branches: The nodes of the branches.
        descendants: Number of descendants of each node, itself included.
        gold: Gold nodes, one per prediction, ≥ 0.

    Returns:
        One number per `Relation`; zeros when no gold concept lies in a branch or has company there.
    """
    inside = _at_or_below(hierarchy, branches)
    nodes, weights = np.unique(gold[inside[gold]], return_counts=True)
    every = max(1, -(-len(nodes) // _MOST_CONCEPTS))
    nodes, weights = nodes[::every].astype(np.int32), weights[::every]
    if not len(nodes):
        return [0.0] * len(Relation)
    counts = np.zeros((len(nodes), len(Relation)), np.int64)
    parents, n_parents = gather(hierarchy.parents_indptr, hierarchy.parents, nodes)
    owner = np.repeat(np.arange(len(nodes)), n_parents)
    counts[:, Relation.PARENT] = np.bincount(owner[inside[parents]], minlength=len(nodes))
    above, n_above = hierarchy.closure.gather(nodes)
    owner = np.repeat(np.arange(len(nodes)), n_above)
    n_inside = np.bincount(owner[inside[above]], minlength=len(nodes))
    counts[:, Relation.ANCESTOR] = n_inside - 1 - counts[:, Relation.PARENT]
    counts[:, Relation.CHILD] = np.diff(hierarchy.children_indptr)[nodes]
    counts[:, Relation.DESCENDANT] = descendants[nodes] - 1 - counts[:, Relation.CHILD]
    for start in range(0, len(nodes), _NODES_AT_ONCE):
        part = slice(start, start + _NODES_AT_ONCE)
        for relation, found in _near(hierarchy, relater, branches, nodes[part]):
            counts[part, relation] = found
    others = _sizes(hierarchy, branches, nodes, descendants) - 1
    counts[:, Relation.SAME_BRANCH] = np.maximum(others - counts.sum(axis=1), 0)
    usable = others > 0
    if not usable.any():
        return [0.0] * len(Relation)
    rates = counts[usable] / others[usable, None]
    shares = (rates * weights[usable, None]).sum(axis=0) / weights[usable].sum()
    return [float(share) for share in shares]


def _at_or_below(hierarchy: Hierarchy, nodes: Int32) -> NDArray[np.bool_]:
    """Whether each node is one of some nodes, or below one."""
    inside = np.zeros(hierarchy.n_nodes, bool)
    inside[nodes] = True
    for start, stop in levels(hierarchy):
        if start:
            above, counts = gather(hierarchy.parents_indptr, hierarchy.parents, np.arange(start, stop))
            inside[start:stop] |= np.logical_or.reduceat(inside[above], np.cumsum(counts) - counts)
    return inside


def _sizes(hierarchy: Hierarchy, branches: Int32, nodes: Int32, descendants: Int64) -> Int64:
    """How many nodes the branches of each node hold together."""
    known: dict[bytes, int] = {}
    sizes = np.zeros(len(nodes), np.int64)
    for place, mine in enumerate(branches_of(hierarchy, branches, nodes)):
        key = mine.tobytes()
        if key not in known:
            known[key] = int(descendants[mine[0]]) if len(mine) == 1 else int(_at_or_below(hierarchy, mine).sum())
        sizes[place] = known[key]
    return sizes


def _near(hierarchy: Hierarchy, relater: Relater, branches: Int32, nodes: Int32) -> Iterator[tuple[Relation, Int64]]:
    """How many siblings and cousins each node has in its branches."""
    owner = np.arange(len(nodes), dtype=np.int64)
    up = _walk(hierarchy.parents_indptr, hierarchy.parents, owner, nodes)
    down = _walk(hierarchy.children_indptr, hierarchy.children, *up)
    higher = _walk(hierarchy.parents_indptr, hierarchy.parents, *up)
    far = _walk(
        hierarchy.children_indptr,
        hierarchy.children,
        *_walk(hierarchy.children_indptr, hierarchy.children, *higher),
    )
    n = hierarchy.n_nodes
    keys = distinct(np.concatenate([down[0] * n + down[1], far[0] * n + far[1]]))
    is_branch = np.zeros(n, bool)
    is_branch[branches] = True
    counts = np.zeros((2, len(nodes)), np.int64)
    for start in range(0, len(keys), _PAIRS_AT_ONCE):
        part = keys[start : start + _PAIRS_AT_ONCE]
        place, other = part // n, (part % n).astype(np.int32)
        found = relater.node_relations(nodes[place], other)
        for row, relation in enumerate((Relation.SIBLING, Relation.COUSIN)):
            chosen = np.flatnonzero(found == relation)
            _, shared = hierarchy.common_nodes(nodes[place[chosen]], other[chosen], is_branch.astype(np.float64))
            assert shared is not None
            counts[row] += np.bincount(place[chosen[shared > 0]], minlength=len(nodes))
    yield Relation.SIBLING, counts[0]
    yield Relation.COUSIN, counts[1]


def _walk(indptr: Int64, indices: Int32, owner: Int64, nodes: Int32) -> tuple[Int64, Int32]:
    """One step from each node, without repeats for one owner."""
    reached, counts = gather(indptr, indices, nodes)
    n = len(indptr)
    steps: Int64 = np.repeat(owner, counts) * n + reached
    keys = distinct(steps)
    return keys // n, (keys % n).astype(np.int32)
