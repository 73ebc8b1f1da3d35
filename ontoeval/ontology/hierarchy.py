"""The compiled core of an ontology: integer arrays, numbered topologically.

Concepts are numbered so that every parent comes before its children (by depth, then by id). Concepts of one
cycle or equivalence group are one *node*; without cycles node and concept numbers are the same. Codes below
zero are no
concepts: -1 is NIL, and -2 and below are ids that the ontology does not hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ontoeval.ontology.arrays import Int32, Int64, gather, row_reduce, rows_from_pairs
from ontoeval.ontology.closure import Closure
from ontoeval.ontology.topology import condense

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

CHUNK = 200_000
"""How many pairs or sets are worked on at a time: bounds the memory, not the result."""

ARRAYS = ("order", "code_of", "node_of", "depth", "min_depth", "parents_indptr", "parents", "sources", "roots")
"""Names of the arrays that make up a hierarchy."""


class Hierarchy:
    """A directed acyclic hierarchy as int32 arrays.

    Args:
        n_concepts: How many concepts there are; their rank in id order is 0 … n_concepts - 1.
        child: Ranks of the children, one per edge.
        parent: Ranks of the parents, one per edge.
        deprecated: Whether each concept (by rank) is deprecated; a wholly deprecated node is no root.

    Attributes:
        order: For each concept code its rank in id order.
        code_of: For each rank in id order its concept code; the inverse of ``order``.
        node_of: For each concept code its node.
        n_nodes: Number of nodes: concepts once cycles are condensed.
        parents_indptr: Row pointers of the parents of each node.
        parents: Parents of each node; ``parents[parents_indptr[i]:parents_indptr[i + 1]]``.
        depth: Number of nodes on the longest path from a node without parents; such a node has depth 1.
        min_depth: The same for the shortest path.
        sources: Nodes without parents.
        roots: Sources that are not deprecated.
    """

    def __init__(self, n_concepts: int, child: Int64, parent: Int64, deprecated: NDArray[np.bool_]) -> None:
        graph = condense(n_concepts, child, parent)
        component, longest = graph.component, graph.longest
        n_nodes = len(longest)

        rank_of_node = np.full(n_nodes, n_concepts, np.int64)
        np.minimum.at(rank_of_node, component, np.arange(n_concepts))
        by_depth = np.lexsort((rank_of_node, longest))
        number = np.empty(n_nodes, np.int64)
        number[by_depth] = np.arange(n_nodes)

        self.n_concepts = n_concepts
        self.n_nodes = n_nodes
        self.order: Int32 = np.lexsort((np.arange(n_concepts), number[component])).astype(np.int32)
        self.code_of: Int32 = np.empty(n_concepts, np.int32)
        self.code_of[self.order] = np.arange(n_concepts, dtype=np.int32)
        self.node_of: Int32 = number[component[self.order]].astype(np.int32)
        self.depth: Int32 = longest[by_depth].astype(np.int32)
        self.min_depth: Int32 = graph.shortest[by_depth].astype(np.int32)
        self.parents_indptr, self.parents = rows_from_pairs(number[graph.child], number[graph.parent], n_nodes)
        self.sources: Int32 = np.flatnonzero(np.diff(self.parents_indptr) == 0).astype(np.int32)
        live = np.zeros(n_nodes, bool)
        live[self.node_of[~deprecated[self.order]]] = True
        self.roots: Int32 = self.sources[live[self.sources]]
        self.closure = Closure(self.parents_indptr, self.parents, self.depth)

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Hierarchy:
        """A hierarchy from what ``arrays`` gave."""
        made = cls.__new__(cls)
        for name in ARRAYS:
            setattr(made, name, arrays[name])
        made.n_concepts, made.n_nodes = len(made.order), len(made.depth)
        made.closure = Closure(made.parents_indptr, made.parents, made.depth)
        return made

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All arrays that make up the hierarchy."""
        return {name: getattr(self, name) for name in ARRAYS}

    @cached_property
    def _members(self) -> Int64:
        """Row pointers of the concepts of each node: concepts of a node are numbered one after another."""
        return np.searchsorted(self.node_of, np.arange(self.n_nodes + 1)).astype(np.int64)

    def members(self, node: int) -> range:
        """The concept codes of a node; more than one in a cycle or an equivalence group."""
        return range(int(self._members[node]), int(self._members[node + 1]))

    @cached_property
    def _children(self) -> tuple[Int64, Int32]:
        child = np.repeat(np.arange(self.n_nodes, dtype=np.int64), np.diff(self.parents_indptr))
        return rows_from_pairs(self.parents.astype(np.int64), child, self.n_nodes)

    @property
    def children_indptr(self) -> Int64:
        """Row pointers of the children of each node; built on first use."""
        return self._children[0]

    @property
    def children(self) -> Int32:
        """Children of each node, as ``parents``; built on first use."""
        return self._children[1]

    def ancestors(self, node: int) -> set[int]:
        """The nodes above a node, without itself."""
        return _reach(self.parents_indptr, self.parents, node)

    def descendants(self, node: int) -> set[int]:
        """The nodes below a node, without itself."""
        return _reach(self.children_indptr, self.children, node)

    @cached_property
    def has_live_root(self) -> NDArray[np.bool_]:
        """Whether each node lies at or below a root that is not deprecated."""
        below = np.zeros(self.n_nodes, bool)
        below[self.roots] = True
        ends = np.searchsorted(self.depth, np.arange(1, int(self.depth.max(initial=0)) + 1), "right")
        for start, stop in zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True):
            rows = np.arange(start, stop)
            above, counts = gather(self.parents_indptr, self.parents, rows)
            below[start:stop] = np.logical_or.reduceat(below[above], np.cumsum(counts) - counts)
        return below

    def nodes(self, codes: ArrayLike) -> Int32:
        """Nodes of concept codes; codes below zero stay as they are."""
        codes = np.asarray(codes, np.int32)
        if codes.min(initial=0) >= 0:
            known: Int32 = self.node_of[codes]
            return known
        out = codes.copy()
        inside = codes >= 0
        out[inside] = self.node_of[codes[inside]]
        return out

    def products(self, a: ArrayLike, b: ArrayLike) -> Iterator[tuple[slice, csr_matrix]]:
        """Common ancestors of pairs of nodes, in chunks.

        Args:
            a: Nodes; below zero for none.
            b: As many nodes.

        Yields:
            The slice of pairs, and a matrix whose row ``i`` holds the common ancestors (self included) of
            pair ``i``.
        """
        a, b = np.asarray(a, np.int32), np.asarray(b, np.int32)
        for start in range(0, len(a), CHUNK):
            part = slice(start, min(start + CHUNK, len(a)))
            left, right = self.closure.matrix(a[part]), self.closure.matrix(b[part])
            yield part, left.multiply(right).tocsr()

    def common(
        self, a: ArrayLike, b: ArrayLike, values: NDArray[np.number] | None = None
    ) -> tuple[Int64, NDArray[np.float64] | None]:
        """Number of common ancestors of concept pairs, and the highest value among them.

        Args:
            a: int32 concept codes, shape (n,); a pair with a code below zero has no common ancestors.
            b: int32 concept codes, shape (n,).
            values: A value per node, e.g. ``depth`` or information content.

        Returns:
            Counts (int64, the concepts themselves included), and the maximum of ``values`` over the common
            ancestors (float64, -inf where there are none), or None when no values are given.
        """
        return self.common_nodes(self.nodes(a), self.nodes(b), values)

    def common_nodes(
        self, a: Int32, b: Int32, values: NDArray[np.number] | None = None
    ) -> tuple[Int64, NDArray[np.float64] | None]:
        """As ``common``, for nodes instead of concepts."""
        counts = np.zeros(len(a), np.int64)
        highest = None if values is None else np.full(len(a), -np.inf)
        for part, product in self.products(a, b):
            counts[part] = np.diff(product.indptr)
            if highest is not None and values is not None:
                found = np.asarray(values, np.float64)[product.indices]
                highest[part] = row_reduce(np.maximum, found, product.indptr, -np.inf)
        return counts, highest

    def augmented(self, indptr: ArrayLike, codes: ArrayLike, n_private: int = 0) -> csr_matrix:
        """The union of the ancestors (each concept included) of every set of concepts.

        Args:
            indptr: Row pointers: set ``i`` is ``codes[indptr[i]:indptr[i + 1]]``.
            codes: Concept codes. NIL (-1) adds nothing; ``-2 - k`` is the k-th id unknown to the ontology, a
                member of its own without ancestors.
            n_private: How many ids unknown to the ontology there are.

        Returns:
            A 0/1 matrix, one row per set, one column per node and then one per unknown id.
        """
        from scipy.sparse import csr_matrix

        indptr = np.asarray(indptr, np.int64)
        codes = self.nodes(codes)
        n_sets = len(indptr) - 1
        rows = np.repeat(np.arange(n_sets), np.diff(indptr))
        known, private = codes >= 0, codes <= -2
        entries, counts = self.closure.gather(codes[known])
        all_rows = np.concatenate([np.repeat(rows[known], counts), rows[private]])
        columns = np.concatenate([entries.astype(np.int64), self.n_nodes + (-2 - codes[private]).astype(np.int64)])
        ends, columns32 = rows_from_pairs(all_rows, columns, n_sets)
        shape = (n_sets, self.n_nodes + n_private)
        return csr_matrix((np.ones(len(columns32), np.int32), columns32, ends), shape=shape)

    def set_overlap(
        self, gold_indptr: ArrayLike, gold_codes: ArrayLike, pred_indptr: ArrayLike, pred_codes: ArrayLike
    ) -> tuple[Int64, Int64, Int64]:
        """Sizes of ancestor sets and of their intersection, for hierarchical precision and recall.

        **Definition.** For each pair of sets G, P of concepts let aug(S) be the members of S and all their
        ancestors, roots included. Returned are |aug(G) ∩ aug(P)|, |aug(P)| and |aug(G)|; hierarchical
        precision is the first over the second, recall the first over the third (Kosmopoulos et al. 2015).

        Args:
            gold_indptr: Row pointers of the gold sets, shape (n + 1,).
            gold_codes: Concept codes of the gold sets; negative codes as in ``augmented``.
            pred_indptr: Row pointers of the predicted sets, shape (n + 1,).
            pred_codes: Concept codes of the predicted sets.

        Returns:
            Three int64 arrays of shape (n,): intersection, predicted size, gold size.

        Source:
            doi:10.1007/s10618-014-0382-x
        """
        gold_indptr, pred_indptr = np.asarray(gold_indptr, np.int64), np.asarray(pred_indptr, np.int64)
        gold_codes, pred_codes = np.asarray(gold_codes, np.int32), np.asarray(pred_codes, np.int32)
        lowest = min(gold_codes.min(initial=-1), pred_codes.min(initial=-1))
        n_private = max(0, -1 - int(lowest))
        n_sets = len(gold_indptr) - 1
        both, n_pred, n_gold = (np.zeros(n_sets, np.int64) for _ in range(3))
        for start in range(0, n_sets, CHUNK):
            stop = min(start + CHUNK, n_sets)
            gold = self._augmented_part(gold_indptr, gold_codes, start, stop, n_private)
            pred = self._augmented_part(pred_indptr, pred_codes, start, stop, n_private)
            n_gold[start:stop] = np.diff(gold.indptr)
            n_pred[start:stop] = np.diff(pred.indptr)
            both[start:stop] = np.diff(gold.multiply(pred).tocsr().indptr)
        return both, n_pred, n_gold

    def _augmented_part(self, indptr: Int64, codes: Int32, start: int, stop: int, n_private: int) -> csr_matrix:
        ends = indptr[start : stop + 1]
        return self.augmented(ends - ends[0], codes[ends[0] : ends[-1]], n_private)


def _reach(indptr: Int64, indices: Int32, node: int) -> set[int]:
    seen: set[int] = set()
    waiting = [node]
    while waiting:
        at = waiting.pop()
        for neighbour in indices[indptr[at] : indptr[at + 1]].tolist():
            if neighbour not in seen:
                seen.add(neighbour)
                waiting.append(neighbour)
    return seen
