"""Precision and recall on the paths between gold and predicted concepts and their lowest common ancestors."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike

from ontoeval.ontology.arrays import Int32
from ontoeval.ontology.distance import NOWHERE, VIRTUAL, Distances
from ontoeval.ontology.hierarchy import Hierarchy
from ontoeval.ontology.setbased import Overlap


def lca_overlap(
    hierarchy: Hierarchy,
    distances: Distances,
    gold: tuple[ArrayLike, ArrayLike],
    predicted: tuple[ArrayLike, ArrayLike],
) -> Overlap:
    """Gold and predicted sets, each completed by the paths to the closest common ancestors, compared item by item.

    **Definition.** Concepts that are ancestors of others in their set are dropped. Each predicted concept is
    joined to the nearest gold one and each gold concept to the nearest predicted one, by shortest paths up to
    their closest common ancestor; the nodes on the predicted sides of all paths are Ŷ, those on the gold sides
    Y. Precision is |Y ∩ Ŷ| / |Ŷ|, recall |Y ∩ Ŷ| / |Y|. For one concept on each side, with d_p and d_g edges to
    the common ancestor, that is 1 / (d_p + 1) and 1 / (d_g + 1).

    The nearest is the one with the fewest edges; of several the one with the deepest common ancestor, then the
    one with the smallest code of the common ancestor, then of the concept. Of several shortest paths the one
    through the parents with the smallest codes is taken. A virtual root stands above several roots.

    Args:
        hierarchy: The compiled hierarchy.
        distances: Its upward distances.
        gold: Row pointers and concept codes of the gold sets; codes as for ``overlap``.
        predicted: The same for the predicted sets.

    Returns:
        int64 numbers of nodes.

    Source:
        doi:10.1007/s10618-014-0382-x, section 4.2.
    """
    gold_ends, gold_codes = np.asarray(gold[0], np.int64), hierarchy.nodes(gold[1])
    predicted_ends, predicted_codes = np.asarray(predicted[0], np.int64), hierarchy.nodes(predicted[1])
    n = len(gold_ends) - 1
    both, n_predicted, n_gold = (np.zeros(n, np.int64) for _ in range(3))
    sizes = np.diff(gold_ends), np.diff(predicted_ends)
    single = np.flatnonzero((sizes[0] == 1) & (sizes[1] == 1))
    g, p = gold_codes[gold_ends[single]], predicted_codes[predicted_ends[single]]
    met = distances.closest(p, g)
    same_unknown = (g == p) & (g < -1)
    n_predicted[single], n_gold[single] = (met.first + 1) * (p != -1), (met.second + 1) * (g != -1)
    both[single] = met.meet | same_unknown
    others = np.flatnonzero(((sizes[0] > 1) | (sizes[1] > 1)) | ((sizes[0] + sizes[1]) == 1))
    finder = _Paths(hierarchy, distances)
    for item in others.tolist():
        left = gold_codes[gold_ends[item] : gold_ends[item + 1]]
        right = predicted_codes[predicted_ends[item] : predicted_ends[item + 1]]
        both[item], n_predicted[item], n_gold[item] = finder.compare(left, right)
    return Overlap(both, n_predicted, n_gold)


class _Paths:
    """Joins the sets of one item; paths and nearest partners are looked up in ancestors with their distances."""

    def __init__(self, hierarchy: Hierarchy, distances: Distances) -> None:
        self._hierarchy = hierarchy
        self._distances = distances

    def compare(self, gold: Int32, predicted: Int32) -> tuple[int, int, int]:
        """Sizes of the common part, of the predicted and of the gold side."""
        mine, theirs = self._lowest(gold), self._lowest(predicted)
        gold_side, predicted_side = set(mine), set(theirs)
        known_gold = np.array([node for node in mine if node >= 0], np.int32)
        known_predicted = np.array([node for node in theirs if node >= 0], np.int32)
        if len(known_gold) and len(known_predicted):
            for g, p, top in self._joined(known_gold, known_predicted):
                gold_side |= self._path(g, top)
                predicted_side |= self._path(p, top)
        return len(gold_side & predicted_side), len(predicted_side), len(gold_side)

    def _lowest(self, codes: Int32) -> list[int]:
        """The distinct concepts that are no ancestors of others; ids outside the ontology stay, NIL does not."""
        distinct: list[int] = np.unique(codes[codes != -1]).tolist()
        known = [node for node in distinct if node >= 0]
        if len(known) < 2:
            return distinct
        above: set[int] = set()
        for node in known:
            above |= self._distances.above(node).keys() - {node}
        return [node for node in distinct if node not in above]

    def _joined(self, gold: Int32, predicted: Int32) -> Iterable[tuple[int, int, int]]:
        """(gold, predicted, common ancestor) of each concept and its nearest partner."""
        left, right = np.repeat(gold, len(predicted)), np.tile(predicted, len(gold))
        met = self._distances.closest(left, right)
        deep = np.where(met.node >= 0, self._hierarchy.depth[np.maximum(met.node, 0)], 0).astype(np.int64)
        order = np.lexsort((right, left, met.node, -deep, met.total, met.node == NOWHERE))
        order = order[met.node[order] != NOWHERE]
        chosen: set[int] = set()
        for side in (left, right):
            _, first = np.unique(side[order], return_index=True)
            chosen |= set(order[first].tolist())
        return [(int(left[i]), int(right[i]), int(met.node[i])) for i in sorted(chosen)]

    def _path(self, node: int, top: int) -> set[int]:
        """The nodes on the shortest path up to an ancestor, both ends included."""
        path = {node, top}
        while node != top:
            parents = self._parents(node)
            if top == VIRTUAL:
                if not len(parents) or self._distances.steps_to_virtual_root(node) == 1:
                    return path
                steps = [self._distances.steps_to_virtual_root(parent) for parent in parents]
            else:
                steps = [self._distances.above(parent).get(top, 1 << 60) for parent in parents]
            node = parents[steps.index(min(steps))]
            path.add(node)
        return path

    def _parents(self, node: int) -> list[int]:
        start, stop = self._hierarchy.parents_indptr[node : node + 2]
        found: list[int] = self._hierarchy.parents[start:stop].tolist()
        return found
