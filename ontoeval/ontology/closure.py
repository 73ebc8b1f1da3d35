"""Ancestor closure of the concepts in use, built on demand and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ontoeval.ontology.arrays import Int32, Int64, distinct, gather

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix


class Closure:
    """Rows of the reflexive ancestor closure for the nodes that were asked for.

    Only nodes in use get a row, so the size of the ontology hardly matters; rows are kept and extended.

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
        self._row_of: Int32 = np.full(len(depth), -1, np.int32)
        self._indptr: Int64 = np.zeros(1, np.int64)
        self._indices: Int32 = np.zeros(0, np.int32)

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
        from scipy.sparse import csr_matrix

        counts = np.zeros(len(nodes), np.int64)
        inside = nodes >= 0
        entries, counts[inside] = self.gather(nodes[inside])
        indptr = np.zeros(len(nodes) + 1, np.int64)
        np.cumsum(counts, out=indptr[1:])
        shape = (len(nodes), len(self._depth))
        return csr_matrix((np.ones(len(entries), np.int8), entries, indptr), shape=shape)

    def _rows(self, nodes: Int32) -> Int32:
        rows = self._row_of[nodes]
        if (rows < 0).any():
            self._extend(distinct(nodes[rows < 0].astype(np.int64)))
            rows = self._row_of[nodes]
        return rows

    def _extend(self, nodes: Int64) -> None:
        """Walk upwards from all new nodes at once, deepest first, so that each (row, node) is met once."""
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
