"""Information content: how specific each concept is, from the hierarchy alone or from counts in a corpus."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ontoeval.errors import BadParameter
from ontoeval.ontology.arrays import Int32, Int64
from ontoeval.ontology.closure import Closure
from ontoeval.ontology.distance import levels
from ontoeval.ontology.hierarchy import Hierarchy
from ontoeval.progress import track

InformationContent = Literal["resnik", "seco", "sanchez", "zhou"]
KINDS: tuple[str, ...] = get_args(InformationContent)
_NODES_AT_ONCE = 100_000


@dataclass(frozen=True, eq=False)
class Information:
    """Information content of every node.

    Attributes:
        kind: ``"resnik"``, ``"seco"``, ``"sanchez"``, ``"zhou"`` or ``"corpus"``.
        values: float64, shape (n_nodes,), never below 0 and never smaller than that of an ancestor.
        scale: The highest value that is possible, for measures scaled to [0, 1]; at least as high as all values.
    """

    kind: str
    values: NDArray[np.float64]
    scale: float


class Informer:
    """Makes information content; what it needs to know of the hierarchy is counted once.

    N is the number of nodes at or below live roots: wholly deprecated concepts that stand alone do not count. With
    several live roots, their virtual root is above all N nodes and has information content 0.

    Args:
        hierarchy: The compiled hierarchy.
    """

    def __init__(self, hierarchy: Hierarchy) -> None:
        self._hierarchy = hierarchy
        self._made: dict[str, Information] = {}

    def intrinsic(self, kind: str) -> Information:
        """Information content from the hierarchy alone.

        **Definition.** With D(c) the number of descendants and A(c) of ancestors of a concept, itself included in
        both, L(c) the number of leaves at or below it, and depth the longest path in nodes:

        - ``"resnik"``: ln(N / D(c))
        - ``"seco"``: 1 - ln D(c) / ln N
        - ``"sanchez"``: -ln((L(c) / A(c) + 1) / (L + 1)), L the number of all leaves
        - ``"zhou"``: ½ seco + ½ ln depth(c) / ln (highest depth)

        Source:
            doi:10.1613/jair.514; Seco et al. 2004 (ECAI); doi:10.1016/j.knosys.2010.10.001;
            doi:10.1109/FGCNS.2008.16.

        Raises:
            BadParameter: There is no such kind.
        """
        if kind not in KINDS:
            raise BadParameter(f"{kind!r} is no information content", where="ic", expected=", ".join(KINDS))
        if kind not in self._made:
            self._made[kind] = getattr(self, f"_{kind}")()
        return self._made[kind]

    def corpus(self, counts: Mapping[int, float] | NDArray[np.float64], smoothing: float = 1.0) -> Information:
        """Information content from how often concepts occur.

        **Definition.** -ln((f(c) + s) / (F + s)): f(c) is how often the concept or a descendant occurs, F how often
        all do, s the smoothing.

        Args:
            counts: Occurrences of each node, shape (n_nodes,), or by node.
            smoothing: s, > 0 unless every concept occurs.

        Raises:
            BadParameter: A count is negative or no number, or without smoothing some concept never occurs.
        """
        own = np.zeros(self._hierarchy.n_nodes)
        if isinstance(counts, Mapping):
            for node, count in counts.items():
                own[node] += count
        else:
            own += counts
        if not (np.isfinite(own).all() and (own >= 0).all() and np.isfinite(smoothing) and smoothing >= 0):
            raise BadParameter("counts and smoothing must be numbers ≥ 0", where="counts")
        own[~self._live] = 0
        below = self._below(own)
        never = int(((below + smoothing == 0) & self._live).sum())
        if never:
            raise BadParameter(
                f"{never} concepts never occur, and without smoothing their information content is infinite",
                where="smoothing",
                expected="a number > 0",
            )
        total = own.sum()
        chance = np.ones(self._hierarchy.n_nodes)
        chance[self._live] = np.minimum((below[self._live] + smoothing) / (total + smoothing), 1.0)
        values = self._clean(-np.log(chance))
        return Information("corpus", values, float(values.max(initial=0.0)) or 1.0)

    @cached_property
    def _live(self) -> NDArray[np.bool_]:
        live = self._hierarchy.has_live_root
        return live if live.any() else np.ones_like(live)

    @cached_property
    def _n(self) -> int:
        return int(self._live.sum())

    @cached_property
    def descendants(self) -> Int64:
        """Number of descendants of each node, itself included."""
        return self._below(np.ones(self._hierarchy.n_nodes)).astype(np.int64)

    def _below(self, own: NDArray[np.float64]) -> NDArray[np.float64]:
        """The sum of ``own`` over each node and its descendants, each once."""
        hierarchy = self._hierarchy
        n_parents = np.diff(hierarchy.parents_indptr)
        total = own.astype(np.float64)
        if n_parents.max(initial=0) <= 1:  # a forest: children add up to their parent
            for start, stop in reversed(list(levels(hierarchy))):
                if start:
                    above = hierarchy.parents[hierarchy.parents_indptr[start] : hierarchy.parents_indptr[stop]]
                    np.add.at(total, above, total[start:stop])
            return total
        total[:] = 0
        chosen = np.flatnonzero(own).astype(np.int32)
        for indices, counts, nodes in self._closure_parts(chosen):
            total += np.bincount(indices, weights=np.repeat(own[nodes], counts), minlength=hierarchy.n_nodes)
        return total

    def _closure_parts(self, nodes: Int32) -> Iterator[tuple[Int32, Int64, Int32]]:
        hierarchy = self._hierarchy
        starts = range(0, len(nodes), _NODES_AT_ONCE)
        for start in track(starts, "counting descendants, 100,000 concepts at a time"):
            some = nodes[start : start + _NODES_AT_ONCE]
            closure = Closure(hierarchy.parents_indptr, hierarchy.parents, hierarchy.depth)  # not kept: it may be large
            indices, counts = closure.gather(some)
            yield indices, counts, some

    def _clean(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.maximum(values, 0.0) + 0.0  # no -0.0

    def _resnik(self) -> Information:
        values = self._clean(np.log(self._n) - np.log(self.descendants))
        return Information("resnik", values, float(np.log(self._n)) or 1.0)

    def _seco(self) -> Information:
        resnik = self.intrinsic("resnik")
        return Information("seco", resnik.values / resnik.scale, 1.0)

    def _sanchez(self) -> Information:
        hierarchy = self._hierarchy
        leaf = np.diff(hierarchy.children_indptr) == 0
        leaves = self._below(leaf.astype(np.float64))
        n_leaves = int((leaf & self._live).sum())
        above = self._ancestors
        values = self._clean(np.log(n_leaves + 1) - np.log(leaves / above + 1))
        return Information("sanchez", values, float(np.log(n_leaves + 1)) or 1.0)

    @property
    def _ancestors(self) -> Int64:
        hierarchy = self._hierarchy
        if np.diff(hierarchy.parents_indptr).max(initial=0) <= 1:
            return hierarchy.depth.astype(np.int64)
        parts = self._closure_parts(np.arange(hierarchy.n_nodes, dtype=np.int32))
        return np.concatenate([counts for _, counts, _ in parts])

    def _zhou(self) -> Information:
        seco = self.intrinsic("seco").values
        depth = self._hierarchy.depth + (1 if len(self._hierarchy.roots) > 1 else 0)
        most = np.log(depth.max(initial=1)) or 1.0
        return Information("zhou", self._clean(seco / 2 + np.log(depth) / most / 2), 1.0)
