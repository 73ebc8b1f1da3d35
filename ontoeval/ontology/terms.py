"""What similarity measures need to know of concept pairs: as a list of pairs, or as a block of a matrix.

A measure is written once, as a formula of `Terms`. Each term is computed on first use and shared by the measures,
so that Resnik and Lin together cost one pass.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ontoeval.ontology.arrays import Int32, row_reduce
from ontoeval.ontology.distance import NOWHERE, VIRTUAL, Distances, levels
from ontoeval.ontology.hierarchy import Hierarchy
from ontoeval.ontology.information import Information

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


class Terms:
    """Terms of pairs of nodes; arrays have the shape of the pairs, or broadcast to it.

    Args:
        hierarchy: The compiled hierarchy.
        distances: Its upward distances.
        information: The information content to use.
        a, b: Nodes; -1 for none.
    """

    def __init__(
        self, hierarchy: Hierarchy, distances: Distances, information: Information, a: Int32, b: Int32
    ) -> None:
        self.hierarchy = hierarchy
        self.distances = distances
        self.information = information
        self.a, self.b = a, b
        #: 1 when a virtual root stands above several live roots.
        self.virtual = 1 if len(hierarchy.roots) > 1 else 0

    @cached_property
    def known(self) -> Flags:
        """Whether both are nodes."""
        known: Flags = (self.a >= 0) & (self.b >= 0)
        return known

    @cached_property
    def same(self) -> Flags:
        """Whether both are the same node."""
        same: Flags = self.known & (self.a == self.b)
        return same

    @cached_property
    def meet(self) -> Flags:
        """Whether they have a common ancestor, the virtual root included."""
        shared = self.common > 0
        if self.virtual:
            live = self.hierarchy.has_live_root
            shared = shared | (self.known & live[self.a] & live[self.b])
        return shared

    def of(self, values: NDArray[np.number]) -> tuple[Floats, Floats]:
        """A value per node, for both; 0 where there is no node."""
        numbers = np.asarray(values, np.float64)
        if not len(numbers):
            return np.zeros(self.a.shape), np.zeros(self.b.shape)
        return np.where(self.a >= 0, numbers[self.a], 0.0), np.where(self.b >= 0, numbers[self.b], 0.0)

    @cached_property
    def depths(self) -> tuple[Floats, Floats]:
        """Longest paths from the root, in nodes."""
        return self.of(self.hierarchy.depth + self.virtual)

    @cached_property
    def min_depths(self) -> tuple[Floats, Floats]:
        """Shortest paths from the root, in nodes."""
        return self.of(self.hierarchy.min_depth + self.virtual)

    @cached_property
    def ic(self) -> tuple[Floats, Floats]:
        """Information content of both."""
        return self.of(self.information.values)

    @cached_property
    def deepest(self) -> Floats:
        """Depth of the deepest common ancestor; the virtual root has 1; 0 where there is none."""
        found = self.highest(self.hierarchy.depth) + self.virtual
        return np.where(np.isfinite(found), found, np.where(self.meet, 1.0, 0.0))

    @cached_property
    def deepest_by_min(self) -> Floats:
        """As ``deepest``, with depths along shortest paths."""
        found = self.highest(self.hierarchy.min_depth) + self.virtual
        return np.where(np.isfinite(found), found, np.where(self.meet, 1.0, 0.0))

    @cached_property
    def shared_ic(self) -> Floats:
        """Information content of the most informative common ancestor; 0 where there is none."""
        return np.maximum(self.highest(self.information.values), 0.0)

    # What pairs and blocks compute in their own way

    @cached_property
    def common(self) -> Floats:
        """Number of common ancestors, without the virtual root."""
        raise NotImplementedError

    @cached_property
    def sizes(self) -> tuple[Floats, Floats]:
        """Number of ancestors of each, itself included."""
        raise NotImplementedError

    @cached_property
    def common_ic(self) -> Floats:
        """Sum of the information content of the common ancestors."""
        raise NotImplementedError

    @cached_property
    def total_ic(self) -> tuple[Floats, Floats]:
        """Sum of the information content of the ancestors of each."""
        raise NotImplementedError

    def highest(self, values: NDArray[np.number]) -> Floats:
        """The highest value among the common ancestors; -inf where there are none."""
        raise NotImplementedError

    @cached_property
    def steps(self) -> Floats:
        """Edges from one to the other through a common ancestor; infinite where there is none."""
        raise NotImplementedError

    @cached_property
    def via_deepest(self) -> tuple[Floats, Floats]:
        """Depth of the deepest common ancestor (0 for none), and edges from both up to it."""
        raise NotImplementedError


class PairTerms(Terms):
    """Terms of pairs given one by one, shape (n,)."""

    @cached_property
    def _product(self) -> csr_matrix:
        closure = self.hierarchy.closure
        return closure.matrix(self.a).multiply(closure.matrix(self.b)).tocsr()

    @cached_property
    def common(self) -> Floats:
        """Number of common ancestors."""
        counts: Floats = np.diff(self._product.indptr).astype(np.float64)
        return counts

    @cached_property
    def sizes(self) -> tuple[Floats, Floats]:
        """Number of ancestors of each."""
        closure = self.hierarchy.closure
        return closure.sizes(self.a).astype(np.float64), closure.sizes(self.b).astype(np.float64)

    @cached_property
    def common_ic(self) -> Floats:
        """Sum of information content of the common ancestors."""
        return self._sum(self._product)

    @cached_property
    def total_ic(self) -> tuple[Floats, Floats]:
        """Sum of information content of the ancestors of each."""
        closure = self.hierarchy.closure
        return self._sum(closure.matrix(self.a)), self._sum(closure.matrix(self.b))

    def _sum(self, matrix: csr_matrix) -> Floats:
        sums: Floats = row_reduce(np.add, self.information.values[matrix.indices], matrix.indptr, 0.0)  # type: ignore[assignment]
        return sums

    def highest(self, values: NDArray[np.number]) -> Floats:
        """The highest value among the common ancestors."""
        product = self._product
        if values is self.hierarchy.depth:  # nodes are numbered by depth: the last one of a row is the deepest
            out = np.full(len(self.a), -np.inf)
            filled = np.flatnonzero(np.diff(product.indptr))
            out[filled] = values[product.indices[product.indptr[filled + 1] - 1]]
            return out
        found = np.asarray(values, np.float64)[product.indices]
        highest: Floats = row_reduce(np.maximum, found, product.indptr, -np.inf)  # type: ignore[assignment]
        return highest

    @cached_property
    def steps(self) -> Floats:
        """Edges through a common ancestor."""
        met = self.distances.closest(self.a, self.b)
        return np.where(met.meet, met.total.astype(np.float64), np.inf)

    @cached_property
    def via_deepest(self) -> tuple[Floats, Floats]:
        """Depth of the deepest common ancestor, and edges up to it."""
        met = self.distances.deepest(self.a, self.b)
        depth = (self.hierarchy.depth[np.maximum(met.node, 0)] if self.hierarchy.n_nodes else met.node) + self.virtual
        depth = np.where(met.node == VIRTUAL, 1, np.where(met.node == NOWHERE, 0, depth))
        return depth.astype(np.float64), met.total.astype(np.float64)


class BlockTerms(Terms):
    """Terms of every node of ``a`` with every node of ``b``, shape (len(a), len(b)).

    Ancestors' values are spread downwards from the roots, level by level and for all columns at once, so that a cell
    costs the same few operations whatever the number of ancestors.

    Args:
        frame: What the columns have in common, made once for all blocks.
        rows: Nodes of this block's rows.
    """

    def __init__(self, frame: Frame, rows: Int32) -> None:
        super().__init__(frame.hierarchy, frame.distances, frame.information, rows[:, None], frame.columns[None, :])
        self._frame = frame
        self._rows = rows

    @cached_property
    def _ancestors(self) -> csr_matrix:
        return self.hierarchy.closure.matrix(self._rows)

    @cached_property
    def common(self) -> Floats:
        """Number of common ancestors."""
        return self._weighted(np.ones(self.hierarchy.n_nodes))

    @cached_property
    def sizes(self) -> tuple[Floats, Floats]:
        """Number of ancestors of each."""
        closure = self.hierarchy.closure
        return closure.sizes(self._rows)[:, None].astype(np.float64), self._frame.sizes[None, :]

    @cached_property
    def common_ic(self) -> Floats:
        """Sum of information content of the common ancestors."""
        return self._weighted(self.information.values)

    @cached_property
    def total_ic(self) -> tuple[Floats, Floats]:
        """Sum of information content of the ancestors of each."""
        mine: Floats = (self._ancestors @ self.information.values)[:, None]
        return mine, self._frame.total_ic[None, :]

    def _weighted(self, weights: Floats) -> Floats:
        dense = self._ancestors.astype(np.float64).multiply(weights).T.tocsr()[self._frame.used].toarray()
        found: Floats = (self._frame.matrix @ dense).T
        return found

    def highest(self, values: NDArray[np.number]) -> Floats:
        """The highest value among the common ancestors."""
        frame = self._frame
        rows, counts = self._ancestors.indices, np.diff(self._ancestors.indptr)
        place = frame.place[rows]
        owner = np.repeat(np.arange(len(self._rows)), counts)
        inside = place >= 0
        place, owner, value = place[inside], owner[inside], np.asarray(values, np.float64)[rows[inside]]
        order = np.argsort(place, kind="stable")
        place, owner, value = place[order], owner[order], value[order]
        spread = np.full((len(frame.used), len(self._rows)), -np.inf)
        for (start, stop), parents in zip(frame.levels, frame.parents, strict=True):
            for child, parent in parents:
                if child is None:
                    spread[start:stop] = spread[parent]
                else:
                    spread[child] = np.maximum(spread[child], spread[parent])
            first, last = np.searchsorted(place, (start, stop))
            mine = place[first:last], owner[first:last]
            spread[mine] = np.maximum(spread[mine], value[first:last])
        found = spread[frame.column_places].T
        if frame.absent.any():
            found[:, frame.absent] = -np.inf
        return found

    def _pairs(self) -> PairTerms:
        a, b = np.repeat(self._rows, len(self._frame.columns)), np.tile(self._frame.columns, len(self._rows))
        return PairTerms(self.hierarchy, self.distances, self.information, a, b)

    @property
    def _shape(self) -> tuple[int, int]:
        return len(self._rows), len(self._frame.columns)

    @cached_property
    def steps(self) -> Floats:
        """Edges through a common ancestor."""
        return self._pairs().steps.reshape(self._shape)

    @cached_property
    def via_deepest(self) -> tuple[Floats, Floats]:
        """Depth of the deepest common ancestor, and edges up to it."""
        depth, steps = self._pairs().via_deepest
        return depth.reshape(self._shape), steps.reshape(self._shape)


class Frame:
    """The columns of a matrix and the part of the hierarchy above them.

    Args:
        hierarchy: The compiled hierarchy.
        distances: Its upward distances.
        information: The information content to use.
        columns: Nodes; below zero for none.

    Attributes:
        used: The nodes at or above the columns, in rising order.
        place: For each node its position in ``used``, or -1.
        levels: Ranges of positions of equal depth, from the roots down.
        parents: For each level the copies that bring values down: ``(None, first parents of all)`` and then
            ``(positions, further parents)``; nothing for the roots.
        column_places: Position of each column (0 for none); absent says which are none.
        matrix: Ancestors of each column as rows over ``used``.
    """

    def __init__(self, hierarchy: Hierarchy, distances: Distances, information: Information, columns: Int32) -> None:
        self.hierarchy, self.distances, self.information, self.columns = hierarchy, distances, information, columns
        self.absent = columns < 0
        ancestors = hierarchy.closure.matrix(columns)
        self.used = np.unique(ancestors.indices).astype(np.int32)
        self.place = np.full(hierarchy.n_nodes, -1, np.int32)
        self.place[self.used] = np.arange(len(self.used), dtype=np.int32)
        self.column_places = np.where(self.absent, 0, self.place[columns] if hierarchy.n_nodes else 0)
        if not len(self.used):
            self.column_places = np.zeros(0, np.int32)
        self.sizes = np.diff(ancestors.indptr).astype(np.float64)
        self.total_ic: Floats = ancestors @ information.values
        self.matrix = ancestors[:, self.used].astype(np.float64)
        self.levels: list[tuple[int, int]] = []
        self.parents: list[list[tuple[NDArray[np.int64] | None, Int32]]] = []
        for start, stop in levels(hierarchy):
            first, last = np.searchsorted(self.used, (start, stop)).tolist()
            if first < last:
                self.levels.append((first, last))
                self.parents.append(self._copies(first, last) if start else [])

    def _copies(self, first: int, last: int) -> list[tuple[NDArray[np.int64] | None, Int32]]:
        ends = self.hierarchy.parents_indptr
        nodes = self.used[first:last]
        starts, counts = ends[nodes], ends[nodes + 1] - ends[nodes]
        copies: list[tuple[NDArray[np.int64] | None, Int32]] = [(None, self.place[self.hierarchy.parents[starts]])]
        for more in range(1, int(counts.max())):
            child = np.flatnonzero(counts > more)
            copies.append((child + first, self.place[self.hierarchy.parents[starts[child] + more]]))
        return copies
