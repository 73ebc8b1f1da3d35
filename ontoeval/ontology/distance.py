"""Shortest paths: from concepts up to their ancestors, between concepts, and their closest common ancestor."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ontoeval.ontology.arrays import Int32, Int64, distinct, gather
from ontoeval.ontology.hierarchy import CHUNK, Hierarchy
from ontoeval.progress import track

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

VIRTUAL = -1
"""The node number of the virtual root above several roots."""
NOWHERE = -2
"""In place of a common ancestor where there is none."""
_SOURCES_AT_ONCE = 64


@dataclass(frozen=True)
class Closest:
    """The closest common ancestor of each pair.

    Attributes:
        node: Its node number, ``VIRTUAL``, or ``NOWHERE``.
        first, second: Edges from the first and from the second node of the pair up to it; 0 for ``NOWHERE``.
    """

    node: Int32
    first: Int64
    second: Int64

    @property
    def meet(self) -> NDArray[np.bool_]:
        """Whether the pair has a common ancestor, the virtual root included."""
        met: NDArray[np.bool_] = self.node != NOWHERE
        return met

    @property
    def total(self) -> Int64:
        """Edges from one node to the other through the common ancestor."""
        return self.first + self.second


class Distances:
    """Shortest upward distances, made for the nodes that were asked for and kept.

    Args:
        hierarchy: The compiled hierarchy.
    """

    def __init__(self, hierarchy: Hierarchy) -> None:
        self._hierarchy = hierarchy
        self._row_of: Int32 = np.full(hierarchy.n_nodes, -1, np.int32)
        self._indptr: Int64 = np.zeros(1, np.int64)
        self._indices: Int32 = np.zeros(0, np.int32)
        self._steps: Int32 = np.zeros(0, np.int32)
        order = np.lexsort((np.arange(hierarchy.n_nodes), -hierarchy.depth.astype(np.int64)))
        self._node_of_rank = order
        self._rank = np.empty(hierarchy.n_nodes, np.int64)
        self._rank[order] = np.arange(hierarchy.n_nodes)
        self._root_steps = _steps_to_a_live_root(hierarchy)

    def above(self, node: int) -> dict[int, int]:
        """The ancestors of a node, itself included, with their distances."""
        row = int(self._rows(np.array([node], np.int32))[0])
        start, stop = self._indptr[row : row + 2]
        return dict(zip(self._indices[start:stop].tolist(), self._steps[start:stop].tolist(), strict=True))

    def steps_to_virtual_root(self, node: int) -> int:
        """Edges from a node to the virtual root."""
        return int(self._root_steps[node]) + 1

    def closest(self, a: Int32, b: Int32) -> Closest:
        """The closest common ancestor of pairs of nodes.

        It has the smallest sum of distances; of several the deepest, and of those the one with the smallest
        id. With more than one live root, a virtual root above them takes part.

        Args:
            a: Nodes, shape (n,); below zero for none.
            b: Nodes, shape (n,).
        """
        node = np.full(len(a), NOWHERE, np.int32)
        first, second = np.zeros(len(a), np.int64), np.zeros(len(a), np.int64)
        for start in range(0, len(a), CHUNK):
            part = slice(start, min(start + CHUNK, len(a)))
            node[part], first[part], second[part] = self._closest(a[part], b[part])
        return Closest(node, first, second)

    def deepest(self, a: Int32, b: Int32) -> Closest:
        """As ``closest``, but of all common ancestors the deepest, and the closest of those."""
        node = np.full(len(a), NOWHERE, np.int32)
        first, second = np.zeros(len(a), np.int64), np.zeros(len(a), np.int64)
        for start in range(0, len(a), CHUNK):
            part = slice(start, min(start + CHUNK, len(a)))
            node[part], first[part], second[part] = self._closest(a[part], b[part], by_depth=True)
        return Closest(node, first, second)

    def _closest(self, a: Int32, b: Int32, *, by_depth: bool = False) -> tuple[Int32, Int64, Int64]:
        n = self._hierarchy.n_nodes
        left, right = self._matrix(a), self._matrix(b)
        ones_left, ones_right = left.copy(), right.copy()
        ones_left.data[:], ones_right.data[:] = 1, 1
        up, down = left.multiply(ones_right).tocsr(), ones_left.multiply(right).tocsr()
        steps_a, steps_b = up.data.astype(np.int64) - 1, down.data.astype(np.int64) - 1
        rows = np.repeat(np.arange(len(a)), np.diff(up.indptr))
        total = steps_a + steps_b
        if by_depth:
            order = np.lexsort(
                (self._rank[up.indices], total, -self._hierarchy.depth[up.indices].astype(np.int64), rows)
            )
        else:
            order = np.lexsort((total * n + self._rank[up.indices], rows))
        filled = np.flatnonzero(np.diff(up.indptr) > 0)
        best = order[up.indptr[filled]]
        node = np.full(len(a), NOWHERE, np.int32)
        first, second = np.zeros(len(a), np.int64), np.zeros(len(a), np.int64)
        node[filled], first[filled], second[filled] = up.indices[best], steps_a[best], steps_b[best]
        if len(self._hierarchy.roots) > 1:
            live = self._hierarchy.has_live_root
            both = np.flatnonzero((a >= 0) & (b >= 0))
            both = both[live[a[both]] & live[b[both]]]
            over_a, over_b = self._root_steps[a[both]] + 1, self._root_steps[b[both]] + 1
            shorter = node[both] == NOWHERE
            if not by_depth:
                shorter |= over_a + over_b < (first + second)[both]
            chosen = both[shorter]
            node[chosen], first[chosen], second[chosen] = VIRTUAL, over_a[shorter], over_b[shorter]
        return node, first, second

    def _matrix(self, nodes: Int32) -> csr_matrix:
        """Ancestors of nodes as rows, with the distance plus one as the value."""
        from scipy.sparse import csr_matrix

        counts = np.zeros(len(nodes), np.int64)
        inside = nodes >= 0
        rows = self._rows(nodes[inside])
        entries, counts[inside] = gather(self._indptr, self._indices, rows)
        steps, _ = gather(self._indptr, self._steps, rows)
        indptr = np.concatenate([[0], np.cumsum(counts)])
        return csr_matrix((steps + 1, entries, indptr), shape=(len(nodes), self._hierarchy.n_nodes))

    def _rows(self, nodes: Int32) -> Int32:
        rows = self._row_of[nodes]
        if (rows < 0).any():
            self._extend(distinct(nodes[rows < 0].astype(np.int64)))
            rows = self._row_of[nodes]
        return rows

    def _extend(self, nodes: Int64) -> None:
        """Walk upwards from all new nodes at once, deepest first, keeping the fewest steps to each ancestor."""
        hierarchy = self._hierarchy
        n = hierarchy.n_nodes
        waiting: dict[int, list[tuple[Int64, Int64]]] = {}
        start = np.arange(len(nodes), dtype=np.int64) * n + nodes
        self._enqueue(waiting, start, np.zeros(len(nodes), np.int64))
        found: list[tuple[Int64, Int64]] = []
        for depth in range(int(hierarchy.depth[nodes].max()), 0, -1):
            arrived = waiting.pop(depth, None)
            if arrived is None:
                continue
            keys, steps = (np.concatenate(parts) for parts in zip(*arrived, strict=True))
            order = np.lexsort((steps, keys))
            keys, steps = keys[order], steps[order]
            new = np.concatenate([[True], keys[1:] != keys[:-1]])
            keys, steps = keys[new], steps[new]
            found.append((keys, steps))
            above, counts = gather(hierarchy.parents_indptr, hierarchy.parents, keys % n)
            if above.size:
                row_starts: Int64 = np.repeat(keys - keys % n, counts)
                farther: Int64 = np.repeat(steps + 1, counts)
                self._enqueue(waiting, row_starts + above, farther)
        keys, steps = (np.concatenate(parts) for parts in zip(*found, strict=True))
        order = np.argsort(keys)
        keys, steps = keys[order], steps[order]
        counts = np.bincount(keys // n, minlength=len(nodes))
        n_rows = len(self._indptr) - 1
        self._row_of[nodes] = np.arange(n_rows, n_rows + len(nodes), dtype=np.int32)
        self._indptr = np.concatenate([self._indptr, self._indptr[-1] + np.cumsum(counts)])
        self._indices = np.concatenate([self._indices, (keys % n).astype(np.int32)])
        self._steps = np.concatenate([self._steps, steps.astype(np.int32)])

    def _enqueue(self, waiting: dict[int, list[tuple[Int64, Int64]]], keys: Int64, steps: Int64) -> None:
        depths = self._hierarchy.depth[keys % self._hierarchy.n_nodes]
        for depth in np.unique(depths).tolist():
            mine = depths == depth
            waiting.setdefault(depth, []).append((keys[mine], steps[mine]))


def graph_distances(hierarchy: Hierarchy, a: Int32, b: Int32) -> NDArray[np.float64]:
    """Edges on the shortest path between nodes, upwards and downwards in any order.

    With more than one live root, a virtual root above them is part of the graph.

    Args:
        hierarchy: The compiled hierarchy.
        a: Nodes, shape (n,); below zero for none.
        b: Nodes, shape (n,).

    Returns:
        float64, shape (n,); infinite where there is no path or a node is none.
    """
    from scipy.sparse.csgraph import dijkstra

    out = np.full(len(a), np.inf)
    out[(a == b) & (a >= 0)] = 0.0
    open_pairs = np.flatnonzero((a >= 0) & (b >= 0) & (a != b))
    if not len(open_pairs):
        return out
    graph = _undirected(hierarchy)
    few, many = (a, b) if len(np.unique(a[open_pairs])) <= len(np.unique(b[open_pairs])) else (b, a)
    open_pairs = open_pairs[np.argsort(few[open_pairs], kind="stable")]
    sources, starts = np.unique(few[open_pairs], return_index=True)
    ends = np.append(starts, len(open_pairs))
    for first in track(range(0, len(sources), _SOURCES_AT_ONCE), "shortest paths, 64 concepts at a time"):
        last = min(first + _SOURCES_AT_ONCE, len(sources))
        reached = dijkstra(graph, directed=False, unweighted=True, indices=sources[first:last])
        mine = open_pairs[starts[first] : ends[last]]
        row = np.searchsorted(sources[first:last], few[mine])
        out[mine] = reached[row, many[mine]]
    return out


def _undirected(hierarchy: Hierarchy) -> csr_matrix:
    from scipy.sparse import csr_matrix

    n = hierarchy.n_nodes
    child = np.repeat(np.arange(n), np.diff(hierarchy.parents_indptr))
    parent = hierarchy.parents.astype(np.int64)
    if len(hierarchy.roots) > 1:
        child = np.concatenate([child, hierarchy.roots])
        parent = np.concatenate([parent, np.full(len(hierarchy.roots), n)])
    return csr_matrix((np.ones(len(child), np.int8), (child, parent)), shape=(n + 1, n + 1))


def _steps_to_a_live_root(hierarchy: Hierarchy) -> Int64:
    """Edges from each node up to the nearest root that is not deprecated; very many where there is none."""
    steps = np.full(hierarchy.n_nodes, np.iinfo(np.int64).max // 4)
    steps[hierarchy.roots] = 0
    for start, stop in levels(hierarchy):
        if start == 0:
            continue
        above, counts = gather(hierarchy.parents_indptr, hierarchy.parents, np.arange(start, stop))
        steps[start:stop] = np.minimum.reduceat(steps[above], np.cumsum(counts) - counts) + 1
    return steps


def levels(hierarchy: Hierarchy) -> Iterator[tuple[int, int]]:
    """The ranges of node numbers of equal depth, from the roots down."""
    most = int(hierarchy.depth.max(initial=0))
    ends = np.searchsorted(hierarchy.depth, np.arange(0, most + 1), "right").tolist()
    yield from zip(ends[:-1], ends[1:], strict=True)
