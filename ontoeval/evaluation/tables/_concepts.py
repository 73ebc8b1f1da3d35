"""What the tables on concepts share: the pairs that are scored, told apart and counted, and intervals of shares."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ontoeval.ontology import Ontology
from ontoeval.views.base import Flags, Integers, Status
from ontoeval.views.coding import Codes
from ontoeval.views.compiled import Compiled
from ontoeval.views.concepts import Concepts, Floats

_Z = 1.959963984540054  # 97.5 % of the normal distribution lies below


@dataclass(frozen=True)
class ScoredPairs:
    """Pairs of gold and predicted concepts of the samples that are scored.

    Attributes:
        view: The view.
        ontology: The ontology.
        gold, predicted: Codes.
        relation: `Relation` of each pair.
        wrong: Whether a concept was predicted that is not the right one.
        similarity: Wu-Palmer similarity.
        cluster: Cluster of each pair's sample.
    """

    view: Concepts
    ontology: Ontology
    gold: Codes
    predicted: Codes
    relation: NDArray[np.int8]
    wrong: Flags
    similarity: Floats
    cluster: Integers

    @property
    def known(self) -> Flags:
        """Pairs of two concepts of the ontology."""
        known: Flags = (self.gold >= 0) & (self.predicted >= 0)
        return known

    @cached_property
    def deeper(self) -> Floats:
        """By how many steps the predicted concept lies deeper than the gold one; 0 where one is unknown."""
        hierarchy = self.ontology.hierarchy
        if not self.known.any():
            return np.zeros(len(self.gold))
        depth = hierarchy.depth[hierarchy.node_of].astype(np.float64)
        return np.where(self.known, depth[self.predicted] - depth[self.gold], 0.0)


def scored_pairs(compiled: Compiled) -> ScoredPairs | None:
    """The pairs, or None when there are none."""
    ontology = compiled.ontology
    if ontology is None:
        return None
    view = compiled.view(Concepts)
    if view.unmeasured is not None:
        return None
    pairs = view.pairs
    scored = np.isin(view.status[pairs.sample], (Status.OK, Status.MISSING))
    if not scored.any():
        return None
    gold, predicted = pairs.gold[scored], pairs.predicted[scored]
    return ScoredPairs(
        view,
        ontology,
        gold,
        predicted,
        pairs.relation[scored],
        pairs.wrong[scored],
        view.similarity(gold, predicted),
        compiled.roster.cluster[pairs.sample[scored]],
    )


def counted(*columns: Codes | NDArray[np.int8]) -> tuple[NDArray[np.int64], Integers]:
    """Distinct rows of some columns, shape (n, columns), and how often each occurs."""
    rows = np.stack([np.asarray(column, np.int64) for column in columns], axis=1)
    if not len(rows):
        return rows, np.zeros(0, np.int64)
    order = np.lexsort(rows.T[::-1])
    rows = rows[order]
    starts = np.flatnonzero(np.concatenate([[True], (rows[1:] != rows[:-1]).any(axis=1)]))
    return rows[starts], np.diff(np.append(starts, len(rows)))


def share_bounds(hit: Flags, of: Flags, cluster: Integers) -> tuple[float, float] | tuple[None, None]:
    """A 95 % interval of the share of ``hit`` among ``of``.

    Wilson's, for as many independent pairs as the clusters are worth: pairs of one document err together.

    Args:
        hit: Which rows count.
        of: Which rows the share is of.
        cluster: Cluster of each row.

    Source:
        Korn and Graubard 1998 (effective number); Wilson 1927, doi:10.1080/01621459.1927.10502953.
    """
    hit, cluster = hit[of], cluster[of]
    n = len(hit)
    if not n:
        return None, None
    share = float(hit.mean())
    n_clusters = int(np.count_nonzero(np.bincount(cluster)))
    effective = float(n_clusters)
    if 0 < share < 1:
        spread = np.bincount(cluster, weights=hit - share)
        variance = float((spread**2).sum()) / n**2 * n_clusters / max(n_clusters - 1, 1)
        if variance > 0:
            effective = min(share * (1 - share) / variance, float(n))
    middle = (share + _Z**2 / (2 * effective)) / (1 + _Z**2 / effective)
    half = _Z / (1 + _Z**2 / effective) * math.sqrt(share * (1 - share) / effective + _Z**2 / (4 * effective**2))
    return max(0.0, middle - half), min(1.0, middle + half)
