"""Ancestor closure of the concepts in use, built on demand and kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ontoeval.ontology.arrays import Int32, Int64, distinct, gather

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix


_ABSENT, _PENDING = -1, -2
_MANY_TIMES, _FEW = 3, 256


class Closure:
    """Rows of the reflexive ancestor closure for the nodes that were asked for.

    Only nodes in use get a row (and nodes above them where that is cheaper), so the size of the ontology hardly
    matters; rows are kept and extended.

    Args:
        parents_indptr: Row pointers of the parents of each node.
        parents: Parents of each node.
        depth: Longest-path depth of each node; parents are strictly less deep, which is what the walk relies
            on.
    """

    def __init__(self, parents_indptr: Int64, parents: Int32, depth: Int32) -> None:
        self._parents_indptr = parents_indptr
        self._parents = parents
        self._depth = depth
        self._row_of: Int32 = np.full(len(depth), _ABSENT, np.int32)
        self._indptr: Int64 = np.zeros(1, np.int64)
        self._indices: Int32 = np.zeros(0, np.int32)
        self._made: csr_matrix | None = None

    @property
    def n_rows(self) -> int:
        """How many nodes have their closure at hand."""
        return len(self._indptr) - 1

    def sizes(self, nodes: Int32) -> Int64:
        """Number of ancestors of each node, itself included; 0 for codes below zero."""
        inside = nodes >= 0
        out = np.zeros(len(nodes), np.int64)
        rows = self._rows(nodes[inside])
        out[inside] = self._indptr[rows + 1] - self._indptr[rows]
        return out

    def gather(self, nodes: Int32) -> tuple[Int32, Int64]:
        """The ancestors of several nodes in one array, and how many belong to each; no codes below zero."""
        rows = self._rows(nodes)  # first, since it may extend the arrays
        return gather(self._indptr, self._indices, rows)

    def matrix(self, nodes: Int32) -> csr_matrix:
        """A 0/1 matrix whose row ``i`` holds the ancestors of ``nodes[i]``; codes below zero have none."""
        inside = nodes >= 0
        if inside.all():
            rows = self._rows(nodes)
        else:
            rows = np.full(len(nodes), -1, np.int32)
            rows[inside] = self._rows(nodes[inside])
            rows[~inside] = self.n_rows  # an empty row after all others
        return self._matrix[rows]

    @property
    def _matrix(self) -> csr_matrix:
        """All rows as a matrix, and an empty one; scipy takes rows from it faster than numpy can gather them."""
        if self._made is None:
            from scipy.sparse import csr_matrix

            ones = np.ones(len(self._indices), np.int8)
            indptr = np.append(self._indptr, self._indptr[-1])
            self._made = csr_matrix((ones, self._indices, indptr), shape=(self.n_rows + 1, len(self._depth)))
        return self._made

    def _rows(self, nodes: Int32) -> Int32:
        rows = self._row_of[nodes]
        if (rows < 0).any():
            self._extend(distinct(nodes[rows < 0].astype(np.int64)))
            rows = self._row_of[nodes]
        return rows

    def _extend(self, nodes: Int64) -> None:
        """Make rows for nodes; if that is about as many, for all above them too, which is faster by row."""
        new = self._without_row(nodes)
        self._made = None
        if len(nodes) < _FEW or len(new) > _MANY_TIMES * len(nodes):
            self._row_of[new] = _ABSENT
            self._walk(nodes)
        else:
            self._descend(new)

    def _descend(self, new: Int64) -> None:
        """Make rows for nodes whose ancestors are new or have rows, from the roots down: parents' rows and itself."""
        used = len(self._indices)
        first_row = self.n_rows
        self._row_of[new] = np.arange(first_row, first_row + len(new), dtype=np.int32)
        starts = np.concatenate([self._indptr[:-1], np.zeros(len(new), np.int64)])
        counts = np.concatenate([np.diff(self._indptr), np.zeros(len(new), np.int64)])
        room = np.concatenate([self._indices, np.empty(max(1024, 16 * len(new)), np.int32)])
        for first, last in self._portions(new):
            level = new[first:last]
            owner, above = self._above(level, starts, counts, room)
            mine = np.bincount(owner, minlength=len(level)) + 1
            begin = used + np.cumsum(mine) - mine
            used += int(mine.sum())
            if used > len(room):
                room = np.concatenate([room, np.empty(max(used - len(room), len(room)), np.int32)])
            room[np.arange(len(owner)) + np.repeat(begin - np.cumsum(mine - 1) + mine - 1, mine - 1)] = above
            room[begin + mine - 1] = level
            starts[first_row + first : first_row + last] = begin
            counts[first_row + first : first_row + last] = mine
        self._indices = room[:used].copy()
        self._indptr = np.concatenate([[0], np.cumsum(counts)])

    def _portions(self, nodes: Int64) -> Iterator[tuple[int, int]]:
        """Ranges of nodes of equal depth, so few that (position, node) fits into one int32: those sort fast."""
        ends = np.flatnonzero(np.diff(self._depth[nodes], append=-1)) + 1
        most = max(1, np.iinfo(np.int32).max // len(self._depth))
        for start, stop in zip([0, *ends[:-1].tolist()], ends.tolist(), strict=True):
            for first in range(start, stop, most):
                yield first, min(first + most, stop)

    def _without_row(self, nodes: Int64) -> Int64:
        """The nodes and their ancestors that have no row yet, in rising order."""
        found = []
        while nodes.size:
            self._row_of[nodes] = _PENDING
            found.append(nodes)
            above, _ = gather(self._parents_indptr, self._parents, nodes)
            nodes = distinct(above[self._row_of[above] == _ABSENT].astype(np.int64))
        return np.sort(np.concatenate(found))

    def _above(self, level: Int64, starts: Int64, counts: Int64, room: Int32) -> tuple[Int32, Int32]:
        """The ancestors of nodes of equal depth, whose parents have rows, by position of the node; rising in each."""
        parents, n_parents = gather(self._parents_indptr, self._parents, level)
        rows = self._row_of[parents]
        sizes = counts[rows]
        before = np.cumsum(sizes) - sizes
        above = room[np.arange(int(sizes.sum())) + np.repeat(starts[rows] - before, sizes)]
        owner = np.repeat(np.repeat(np.arange(len(level), dtype=np.int32), n_parents), sizes)
        if (n_parents <= 1).all():
            return owner, above
        n = np.int32(len(self._depth))
        several = (n_parents > 1)[owner]  # only rows with more than one parent can hold a node twice
        merged = distinct(owner[several] * n + above[several])
        owner = np.concatenate([owner[~several], merged // n])
        above = np.concatenate([above[~several], merged % n])
        order = np.argsort(owner, kind="stable")
        return owner[order], above[order]

    def _walk(self, nodes: Int64) -> None:
        """Make rows for some nodes only: walk upwards from all at once, deepest first; each (row, node) is met once."""
        n_nodes = len(self._depth)
        deepest = int(self._depth[nodes].max())
        waiting: dict[int, list[Int64]] = {}
        self._enqueue(waiting, np.arange(len(nodes), dtype=np.int64) * n_nodes + nodes)
        found: list[Int64] = []
        for depth in range(deepest, 0, -1):
            arrived = waiting.pop(depth, None)
            if arrived is None:
                continue
            keys = distinct(arrived[0] if len(arrived) == 1 else np.concatenate(arrived))
            found.append(keys)
            above, counts = gather(self._parents_indptr, self._parents, keys % n_nodes)
            if above.size:
                row_starts: Int64 = np.repeat(keys - keys % n_nodes, counts)
                self._enqueue(waiting, row_starts + above)
        keys = np.sort(np.concatenate(found))
        counts = np.bincount(keys // n_nodes, minlength=len(nodes))
        self._row_of[nodes] = np.arange(self.n_rows, self.n_rows + len(nodes), dtype=np.int32)
        self._indptr = np.concatenate([self._indptr, self._indptr[-1] + np.cumsum(counts)])
        self._indices = np.concatenate([self._indices, (keys % n_nodes).astype(np.int32)])

    def _enqueue(self, waiting: dict[int, list[Int64]], keys: Int64) -> None:
        depths = self._depth[keys % len(self._depth)]
        present = [int(depths[0])] if len(depths) == 1 else np.unique(depths).tolist()
        for depth in present:
            waiting.setdefault(depth, []).append(keys if len(present) == 1 else keys[depths == depth])
