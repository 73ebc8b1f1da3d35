"""Agreement of two clusterings of mentions, from a table of counts: B-cubed, CEAF, MUC, pairwise and LEA.

A cell of the table is a pair (gold cluster, predicted cluster) with the number of mentions in both. A mention that one
side does not have counts against the other side and is never moved into a cluster of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ontoeval.errors import BadParameter
from ontoeval.statistics.assignment import best_total
from ontoeval.statistics.rows import Floats, FScore, Table

ClusterMeasure = Literal["b_cubed", "ceaf_m", "ceaf_e", "muc", "pairwise", "lea"]
Part = Literal["precision", "recall", "f"]
Integers = NDArray[np.int64]

#: In place of a cluster: each mention of the cell is a cluster by itself.
ALONE = -1
#: In place of a cluster: this side does not have the mentions of the cell.
ABSENT = -2
#: In place of a cluster's name: each mention is a cluster by itself.
ALONE_NAME = "(alone)"


@dataclass(frozen=True)
class ClusterCounts:
    """Numerators and denominators of precision and recall, arrays of one shape.

    Attributes:
        p_num, p_den: Of precision.
        r_num, r_den: Of recall.
    """

    p_num: Floats
    p_den: Floats
    r_num: Floats
    r_den: Floats


def contingency(gold: ArrayLike, predicted: ArrayLike) -> tuple[Integers, Integers, Integers]:
    """The cells of a table and their counts, from the clusters of each mention.

    Args:
        gold, predicted: Cluster of each mention on each side, shape ``(n,)``: a number from 0, `ALONE` or `ABSENT`.

    Returns:
        Gold cluster, predicted cluster and count of each cell that is not empty, in order.

    Example:
        >>> [part.tolist() for part in contingency([0, 0, 1, ABSENT], [5, 5, ALONE, 5])]
        [[-2, 0, 1], [5, 5, -1], [1, 2, 1]]
    """
    pairs = np.stack([np.asarray(gold, dtype=np.int64), np.asarray(predicted, dtype=np.int64)], axis=1)
    cells, count = np.unique(pairs, axis=0, return_counts=True)
    return cells[:, 0], cells[:, 1], count.astype(np.int64)


def clustering_counts(gold: ArrayLike, predicted: ArrayLike, count: ArrayLike, measure: str) -> ClusterCounts:
    """Numerators and denominators of the precision and the recall of a clustering.

    **Definition.** K are gold clusters, R predicted ones, n a number of mentions, Δ(n) = n (n - 1) / 2. Recall is, and
    precision with both sides exchanged:

    - ``b_cubed``: Σ over gold mentions m of |K(m) ∩ R(m)| / |K(m)|, over their number;
    - ``ceaf_m``, ``ceaf_e``: the best one-to-one assignment of K to R by φ3 = |K ∩ R|, by φ4 = 2 |K ∩ R| / (|K| + |R|),
      over the number of gold mentions, of gold clusters;
    - ``muc``: Σ_K (|K| - parts of K) / Σ_K (|K| - 1), where a mention that R lacks is a part;
    - ``pairwise``: Σ_KR Δ(|K ∩ R|) / Σ_K Δ(|K|);
    - ``lea``: Σ_K |K| · Σ_R Δ(|K ∩ R|) / Δ(|K|), over Σ_K |K|; a single mention is linked to itself, and that link is
      found when it is a single mention on the other side too.

    Weights act like copies: a count need not be whole, and less than one copy has no pairs.

    Args:
        gold, predicted: Clusters of each cell, shape ``(n,)``: numbers from 0, `ALONE` or `ABSENT`.
        count: Mentions of each cell, at least 0, shape ``(…, n)``.
        measure: One of the six names.

    Returns:
        Counts of shape ``(…)``; numerators never exceed denominators. What is empty is 0 over 0.

    Raises:
        BadParameter: There is no such measure.

    Example:
        Gold {a, b, c}, {d}; predicted {b, c}, {d, e}:

        >>> cells = contingency([0, 0, 0, 1, ABSENT], [ABSENT, 0, 0, 1, 1])
        >>> found = clustering_counts(*cells, "b_cubed")
        >>> float(found.p_num), float(found.p_den), round(float(found.r_num), 3), float(found.r_den)
        (2.5, 4.0, 2.333, 4.0)

    Source:
        Bagga and Baldwin 1998; Vilain et al. 1995, doi:10.3115/1072399.1072405; Luo 2005,
        doi:10.3115/1220575.1220579; Moosavi and Strube 2016, doi:10.18653/v1/P16-1060. Unmatched mentions as in
        Pradhan et al. 2014, doi:10.3115/v1/P14-2006.
    """
    if measure not in _MEASURES:
        raise BadParameter(f"measure={measure!r}", expected=" or ".join(get_args(ClusterMeasure)))
    numbers = np.asarray(count, dtype=np.float64)
    shape, n = numbers.shape[:-1], numbers.shape[-1]
    cells = numbers.reshape(math.prod(shape), n)
    table = _Table(np.asarray(gold, dtype=np.int64), np.asarray(predicted, dtype=np.int64), cells)
    p_num, p_den, r_num, r_den = (part.reshape(shape) for part in _MEASURES[measure](table))
    # rounding alone could bring a numerator above its denominator
    return ClusterCounts(np.minimum(p_num, p_den), p_den, np.minimum(r_num, r_den), r_den)


@dataclass(frozen=True)
class _Side:
    """One side of the cells.

    Attributes:
        label: Cluster of each cell, shape ``(n,)``.
        size: Size of the cluster that a mention of each cell lies in, 0 where absent, shape ``(replicates, n)``.
        clusters: Sizes of the named clusters, shape ``(replicates, n_clusters)``.
        alone: How many mentions are clusters by themselves, shape ``(replicates,)``.
    """

    label: Integers
    size: Floats
    clusters: Floats
    alone: Floats


class _Table:
    """The cells that are not empty, seen from both sides."""

    def __init__(self, gold: Integers, predicted: Integers, count: Floats) -> None:
        used = (count > 0).any(axis=0)  # sums over cells must not depend on empty ones
        self.count = count[:, used]
        self.gold = self._side(gold[used])
        self.predicted = self._side(predicted[used])
        self.both = (self.gold.label != ABSENT) & (self.predicted.label != ABSENT)
        shared = (self.gold.label >= 0) & (self.predicted.label >= 0)
        #: Mentions of a cell that lie in one cluster on both sides.
        self.overlap = np.where(shared, self.count, np.minimum(self.count, 1.0))

    def _side(self, label: Integers) -> _Side:
        named = label >= 0
        names, place = np.unique(label[named], return_inverse=True)
        members = np.zeros((len(names), self.count.shape[0]))
        np.add.at(members, place, self.count[:, named].T)
        size = np.zeros(self.count.shape)
        size[:, named] = members[place].T
        alone = label == ALONE
        size[:, alone] = np.minimum(self.count[:, alone], 1.0)
        return _Side(label, size, members.T, self.count[:, alone].sum(axis=1))


Four = tuple[Floats, Floats, Floats, Floats]


def _mentions(side: _Side, table: _Table) -> Floats:
    present: Floats = table.count[:, side.label != ABSENT].sum(axis=1)
    return present


def _b_cubed(table: _Table) -> Four:
    def found(side: _Side) -> Floats:
        size = side.size[:, table.both]
        share = table.overlap[:, table.both] / np.where(size > 0, size, 1.0)
        total: Floats = (table.count[:, table.both] * share).sum(axis=1)
        return total

    return (
        found(table.predicted),
        _mentions(table.predicted, table),
        found(table.gold),
        _mentions(table.gold, table),
    )


def _ceaf_m(table: _Table) -> Four:
    best = _assigned(table, table.overlap)
    return best, _mentions(table.predicted, table), best, _mentions(table.gold, table)


def _ceaf_e(table: _Table) -> Four:
    sizes = table.gold.size + table.predicted.size
    dice = 2 * table.overlap / np.where(sizes > 0, sizes, 1.0)
    alone = (table.gold.label == ALONE) | (table.predicted.label == ALONE)
    best = _assigned(table, np.where(alone, np.minimum(table.count, 1.0) * dice, dice))

    def clusters(side: _Side) -> Floats:
        number: Floats = (side.clusters > 0).sum(axis=1) + side.alone
        return number

    return best, clusters(table.predicted), best, clusters(table.gold)


def _assigned(table: _Table, gain: Floats) -> Floats:
    """The best total gain when each cluster is assigned to at most one of the other side."""
    gold, predicted = table.gold.label, table.predicted.label
    single = (gold == ALONE) & (predicted == ALONE)
    joined = table.both & ~single
    place = np.arange(len(gold))
    left = np.where(gold == ALONE, gold.max(initial=0) + 1 + place, gold)[joined]
    right = np.where(predicted == ALONE, predicted.max(initial=0) + 1 + place, predicted)[joined]
    alone: Floats = table.count[:, single].sum(axis=1)
    return alone + best_total(left, right, gain[:, joined])


def _muc(table: _Table) -> Four:
    shared = (table.gold.label >= 0) & (table.predicted.label >= 0)
    links = _links(table.count[:, shared]).sum(axis=1)
    return links, _links(table.predicted.clusters).sum(axis=1), links, _links(table.gold.clusters).sum(axis=1)


def _pairwise(table: _Table) -> Four:
    shared = (table.gold.label >= 0) & (table.predicted.label >= 0)
    pairs = _pairs(table.count[:, shared]).sum(axis=1)
    return pairs, _pairs(table.predicted.clusters).sum(axis=1), pairs, _pairs(table.gold.clusters).sum(axis=1)


def _lea(table: _Table) -> Four:
    def found(mine: _Side, other: _Side) -> Floats:
        size, count = mine.size[:, table.both], table.overlap[:, table.both]
        linked = table.count[:, table.both] * _links(count) / np.where(size > 1, size - 1, 1.0)
        single = np.where(other.size[:, table.both] <= 1, table.count[:, table.both], 0.0)
        total: Floats = np.where(size > 1, linked, single).sum(axis=1)
        return total

    return (
        found(table.predicted, table.gold),
        _mentions(table.predicted, table),
        found(table.gold, table.predicted),
        _mentions(table.gold, table),
    )


def _links(n: Floats) -> Floats:
    """How many links hold n mentions together."""
    return np.maximum(n - 1, 0.0)


def _pairs(n: Floats) -> Floats:
    return n * _links(n) / 2


_MEASURES: dict[str, Callable[[_Table], Four]] = {
    "b_cubed": _b_cubed,
    "ceaf_m": _ceaf_m,
    "ceaf_e": _ceaf_e,
    "muc": _muc,
    "pairwise": _pairwise,
    "lea": _lea,
}


class ClusterTable(Table):
    """Rows keyed by pairs of clusters, whose value is a precision, a recall or an F-beta of the table of sums.

    Recall is undefined without gold; precision and F-beta are so only when both sides have nothing, and 0 when one has:
    mentions that nobody predicted are part of the clusters all the same.

    Args:
        count: Mentions of each row.
        key: Position of each row's pair in ``labels``.
        labels: Pairs (gold cluster, predicted cluster) of names; `ALONE_NAME` stands for clusters of one mention each,
            and None for mentions that a side does not have.
        measure: See `clustering_counts`.
        part: ``"precision"``, ``"recall"``, or ``"f"`` for both.
        beta: Weight of recall.
        sample: The unit of each row.
    """

    def __init__(
        self,
        count: ArrayLike,
        *,
        key: ArrayLike,
        labels: Sequence[Hashable],
        measure: str,
        part: Part = "f",
        beta: float = 1.0,
        sample: ArrayLike | None = None,
    ) -> None:
        self.measure = measure
        self.part = part
        self.beta = beta
        super().__init__({"count": count}, key=key, labels=labels, statistic=self.reduce, sample=sample)

    def reduce(self, columns: Mapping[str, Floats]) -> Floats:
        """The value of the key sums, whose keys are ``labels``."""
        pairs = [label if isinstance(label, tuple) else (None, None) for label in self.labels]
        gold, predicted = (_numbered([pair[side] for pair in pairs]) for side in (0, 1))
        found = clustering_counts(gold, predicted, columns["count"], self.measure)
        if self.part == "f":
            parts = {name: getattr(found, name) for name in ("p_num", "p_den", "r_num", "r_den")}
            return FScore([], [], [], [], beta=self.beta).reduce(parts)
        if self.part == "recall":
            return _share(found.r_num, found.r_den)
        nothing = (found.p_den == 0) & (found.r_den > 0)
        return np.where(nothing, 0.0, _share(found.p_num, found.p_den))


def _share(num: Floats, den: Floats) -> Floats:
    return np.where(den > 0, num / np.where(den > 0, den, 1.0), np.nan)


def _numbered(names: Sequence[str | None]) -> Integers:
    """Numbers of clusters from their names, in the order of the names."""
    special = {ALONE_NAME: ALONE, None: ABSENT}
    known = sorted({name for name in names if name is not None} - {ALONE_NAME})
    number: dict[str | None, int] = {**special, **{name: place for place, name in enumerate(known)}}
    return np.array([number[name] for name in names], dtype=np.int64)
