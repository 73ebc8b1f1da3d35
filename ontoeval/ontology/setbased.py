"""Ancestor sets of gold and predicted concepts: hierarchical precision and recall under four conventions.

Published "hierarchical F1" scores follow different rules; each is a convention by name here, and fixes what its
source fixes. The numbers of a pair of sets differ only in which nodes count, and how much.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ontoeval.ontology.arrays import Int32, Int64, row_reduce
from ontoeval.ontology.hierarchy import CHUNK, Hierarchy

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

Convention = Literal["handbook", "kiritchenko", "hemkit", "hiclass"]
Weights = NDArray[np.int64] | NDArray[np.float64]

#: What each convention counts, in one sentence.
CONVENTIONS: dict[str, str] = {
    "handbook": "the node and all its ancestors with the root, summed over all items",
    "kiritchenko": "roots are left out, since every concept has them; summed over all items",
    "hemkit": "the root counts, and a dummy root above all roots too; the mean over samples of P, of R and of F",
    "hiclass": "a single root is left out, since label paths start below it; several roots count; summed over items",
}
#: Steps of information content as a weight: sums of multiples are exact, so no order of adding changes a bit.
_STEP = 2.0**-32


@dataclass(frozen=True)
class Overlap:
    """Ancestor sets of items: sizes, or sums of weights.

    Attributes:
        both: Of the nodes in the gold and in the predicted set, shape (n,).
        predicted: Of the nodes in the predicted set.
        gold: Of the nodes in the gold set.
    """

    both: Weights
    predicted: Weights
    gold: Weights

    def at(self, place: Int64) -> Overlap:
        """The overlaps at some places, in their order."""
        return Overlap(self.both[place], self.predicted[place], self.gold[place])


def overlap(
    hierarchy: Hierarchy,
    gold: tuple[ArrayLike, ArrayLike],
    predicted: tuple[ArrayLike, ArrayLike],
    convention: Convention = "handbook",
    information: NDArray[np.float64] | None = None,
) -> Overlap:
    """Gold and predicted ancestor sets compared, item by item.

    **Definition.** aug(S) holds the concepts of S and all their ancestors, each once; P and R are the common part
    of aug(gold) and aug(predicted) over the predicted and over the gold one. An id outside the ontology is a
    concept of its own without ancestors; NIL is none.

    Args:
        hierarchy: The compiled hierarchy.
        gold: Row pointers and concept codes of the gold sets.
        predicted: The same for the predicted sets.
        convention: Which nodes count; see ``CONVENTIONS``.
        information: Information content of each node, to weigh nodes with; by default each counts 1.

    Returns:
        int64 sizes, or float64 sums of information content that are exact multiples of 2⁻³².

    Source:
        doi:10.1007/s10618-014-0382-x; doi:10.1007/s10618-010-0175-9.
    """
    gold_ends, gold_codes = np.asarray(gold[0], np.int64), np.asarray(gold[1], np.int32)
    predicted_ends, predicted_codes = np.asarray(predicted[0], np.int64), np.asarray(predicted[1], np.int32)
    lowest = min(gold_codes.min(initial=-1), predicted_codes.min(initial=-1))
    n_private = max(0, -1 - int(lowest))
    weights = _weights(hierarchy, convention, information, n_private)
    n = len(gold_ends) - 1
    kind: type[Any] = np.int64 if information is None else np.float64
    both: Weights = np.zeros(n, kind)
    n_predicted: Weights = np.zeros(n, kind)
    n_gold: Weights = np.zeros(n, kind)
    for start in range(0, n, CHUNK):
        part = slice(start, min(start + CHUNK, n))
        g = _augmented(hierarchy, gold_ends, gold_codes, part, n_private)
        p = _augmented(hierarchy, predicted_ends, predicted_codes, part, n_private)
        n_gold[part], n_predicted[part] = _sizes(g, weights), _sizes(p, weights)
        both[part] = _sizes(g.multiply(p).tocsr(), weights)
    if convention == "hemkit" and information is None:  # the dummy root says nothing: it has no information content
        g, p = _has_concept(gold_ends, gold_codes), _has_concept(predicted_ends, predicted_codes)
        n_gold, n_predicted, both = n_gold + g, n_predicted + p, both + g * p
    return Overlap(both, n_predicted, n_gold)


def _weights(
    hierarchy: Hierarchy, convention: Convention, information: NDArray[np.float64] | None, n_private: int
) -> Weights | None:
    """The weight of each node, and of each id outside the ontology; None when all weigh 1."""
    left_out = hierarchy.roots[:0]
    if convention == "kiritchenko" or (convention == "hiclass" and len(hierarchy.roots) == 1):
        left_out = hierarchy.roots
    if information is None:
        if not len(left_out):
            return None
        ones = np.ones(hierarchy.n_nodes + n_private, np.int64)
        ones[left_out] = 0
        return ones
    most = information.max(initial=0.0)  # an id that does not exist is as specific as can be
    weights = np.concatenate([information, np.full(n_private, most)])
    weights = np.rint(weights / _STEP) * _STEP
    weights[left_out] = 0.0
    return weights


def _augmented(hierarchy: Hierarchy, ends: Int64, codes: Int32, part: slice, n_private: int) -> csr_matrix:
    """The ancestor sets of some items; sets of one known concept at most need no union."""
    mine = ends[part.start : part.stop + 1]
    inside = codes[mine[0] : mine[-1]]
    if len(inside) == len(mine) - 1 and (inside >= -1).all() and (np.diff(mine) == 1).all():
        matrix = hierarchy.closure.matrix(hierarchy.nodes(inside))
        matrix.resize((len(inside), hierarchy.n_nodes + n_private))
        return matrix
    return hierarchy.augmented(mine - mine[0], inside, n_private)


def _sizes(matrix: csr_matrix, weights: Weights | None) -> Weights:
    if weights is None:
        counts: Weights = np.diff(matrix.indptr).astype(np.int64)
        return counts
    sums: Weights = row_reduce(np.add, weights[matrix.indices], matrix.indptr, 0)  # type: ignore[assignment]
    return sums


def _has_concept(ends: Int64, codes: Int32) -> Int64:
    before = np.concatenate([[0], np.cumsum(codes >= 0)])
    return (before[ends[1:]] > before[ends[:-1]]).astype(np.int64)
