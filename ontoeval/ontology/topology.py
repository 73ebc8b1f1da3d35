"""Cycles and levels of a directed graph given as edge arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ontoeval.ontology.arrays import Int64, distinct, gather, rows_from_pairs


class Condensed(NamedTuple):
    """A graph whose cycles were shrunk to one vertex each.

    Attributes:
        component: The component of each vertex.
        child: Children of the edges between components.
        parent: Parents of the edges between components.
        longest: For each component the longest path from one without parents, counted in components.
        shortest: The same for the shortest path.
    """

    component: Int64
    child: Int64
    parent: Int64
    longest: Int64
    shortest: Int64


def condense(n: int, child: Int64, parent: Int64) -> Condensed:
    """Shrink the strongly connected components of a graph and find the level of each."""
    longest, shortest = levels(n, child, parent)
    if (longest > 0).all():
        return Condensed(np.arange(n, dtype=np.int64), child, parent, longest, shortest)
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import connected_components

    edges = csr_matrix((np.ones(len(child), np.int8), (child, parent)), shape=(n, n))
    n_components, component = connected_components(edges, directed=True, connection="strong")
    component = component.astype(np.int64)
    between = component[child] != component[parent]
    child, parent = component[child[between]], component[parent[between]]
    return Condensed(component, child, parent, *levels(n_components, child, parent))


def levels(n: int, child: Int64, parent: Int64) -> tuple[Int64, Int64]:
    """Longest and shortest path, in vertices, from a vertex without parents; 0 on and below a cycle."""
    children_indptr, children = rows_from_pairs(parent, child, n)
    waiting = np.bincount(children, minlength=n)
    longest = np.zeros(n, np.int64)
    shortest = np.full(n, n + 1, np.int64)
    frontier = np.flatnonzero(waiting == 0)
    shortest[frontier] = 1
    depth = 1
    while frontier.size:
        longest[frontier] = depth
        below, counts = gather(children_indptr, children, frontier)
        np.subtract.at(waiting, below, 1)
        np.minimum.at(shortest, below, np.repeat(shortest[frontier] + 1, counts))
        frontier = distinct(below[waiting[below] == 0].astype(np.int64))
        depth += 1
    return longest, shortest
