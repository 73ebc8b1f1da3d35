"""Paired comparison of two runs on the same questions: difference, interval, tests."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ontoeval.statistics.bootstrap import (
    REPLICATES,
    binary_point,
    fixed_point,
    keyed_bits,
    replicate_sums,
    replicate_values,
)
from ontoeval.statistics.intervals import Interval, clopper_pearson, is_share, percentiles
from ontoeval.statistics.rows import Mean, Ratio, Rows

PERMUTATIONS = 10_000
_EXACT_UP_TO = 14  # 2**14 assignments are fewer than twice the random ones
_CLOSE = 1e-12


@dataclass(frozen=True)
class Paired:
    """The difference of two runs on the same questions.

    Attributes:
        a, b: Values of the two runs on these questions; None where undefined.
        delta: ``b - a``; None when one is undefined.
        interval: Of the difference, bootstrapped over clusters with the same weights for both runs.
        n: Independent units (clusters) for which either run has a value.
        n_differ: Those on which the runs differ at all.
        p: Two-sided p of the randomization test; None when it cannot be made.
        test: How p was made.
        flips: For 0/1 metrics: questions that are 1 in the second run and 0 in the first, and the other way round.
        mcnemar: For 0/1 metrics: exact two-sided p of McNemar's test, else None.
        bounds: For means of values in [0, 1] of independent questions: exact 95 % bounds of the difference, for any
            number of questions. They are wide: a question that got worse counts as if it had lost everything.
    """

    a: float | None
    b: float | None
    delta: float | None
    interval: Interval
    n: int
    n_differ: int
    p: float | None
    test: str
    flips: tuple[int, int] | None = None
    mcnemar: float | None = None
    bounds: tuple[float, float] | None = None


def compare_rows(
    a: Rows,
    b: Rows,
    n_units: int,
    clusters: NDArray[np.uint64],
    *,
    replicates: int = REPLICATES,
    permutations: int = PERMUTATIONS,
    seed: int = 0,
) -> Paired:
    """Compare two sets of rows over the same units.

    **Definition.** Under the hypothesis that the runs do not differ, each cluster's two sets of rows could be swapped.
    p is the share of swaps whose difference of values is at least as large as the observed one, all swaps for few
    differing clusters, else a sample drawn from the seed and the clusters' names. The metric is computed anew on every
    swap, so any metric can be tested, means and ratios alike. For 0/1 metrics on the same questions this is McNemar's
    test, and exact for any number of questions.

    Args:
        a, b: Rows of the first and the second run, of one kind.
        n_units: How many units there are.
        clusters: Hash of each unit's cluster, shape ``(n_units,)``.
        replicates: Bootstrap replicates.
        permutations: Random swaps.
        seed: Seed of both.

    Returns:
        The comparison; the same bits for any order of the units.

    Source: Fisher 1935; Smucker, Allan, Carterette 2007, doi:10.1145/1321440.1321528.
    """
    values = a.sums().value, b.sums().value
    a, b = _aligned(a.resampled(), b.resampled())
    names, place = np.unique(clusters, return_inverse=True)
    point = binary_point(a, b)
    first, second = (_by_cluster(rows, n_units, place, len(names), point) for rows in (a, b))
    differ = np.flatnonzero((first != second).any(axis=1))
    n = len(np.unique(clusters[a.defined(n_units) | b.defined(n_units)]))
    if values[0] is None or values[1] is None:
        none = Interval(None, None, "none: a value is undefined")
        return Paired(*values, None, none, n, len(differ), None, "none: a value is undefined")
    delta = values[1] - values[0]
    sums = replicate_sums([first, second], names, replicates=replicates, seed=seed)
    drawn = replicate_values(b, sums[1], point) - replicate_values(a, sums[0], point)
    interval = percentiles(drawn, n, replicates=replicates, seed=seed, note=b.resampled_as)
    if not len(differ):
        interval = Interval(None, None, "none: no question differs")
    flips, exact = None, None
    p, test = 1.0, "none needed: no question differs"
    if is_share(a, n_units, clusters) and is_share(b, n_units, clusters):
        flips, whole = _flips(a, b, n_units)
        exact = mcnemar(*flips)
    bounds = _bounds(a, b, n_units, clusters)
    if len(differ) and exact is not None and whole:
        p, test = exact, "exact randomization test (McNemar)"
    elif len(differ):
        tie = _tie(a, b, len(differ), point)
        p, test = _randomized(a, first, second, names, differ, point, tie, permutations, seed)
    return Paired(*values, delta, interval, n, len(differ), p, test, flips, exact, bounds)


def mcnemar(only_second: int, only_first: int) -> float:
    """Exact two-sided p of McNemar's test.

    Args:
        only_second, only_first: Questions that only one of the runs gets right.

    Example:
        >>> mcnemar(8, 1), mcnemar(0, 0)
        (0.0390625, 1.0)

    Source: McNemar 1947, doi:10.1007/BF02295996.
    """
    from scipy.special import bdtr

    total = only_first + only_second
    return 1.0 if not total else min(1.0, 2 * float(bdtr(min(only_first, only_second), total, 0.5)))


def holm(values: Sequence[float | None]) -> list[float | None]:
    """p-values adjusted for their number, so that the chance of any false alarm stays below the level.

    None stays None and does not count.

    Example:
        >>> holm([0.01, 0.04, None, 0.03])
        [0.03, 0.06, None, 0.06]

    Source: Holm 1979, https://www.jstor.org/stable/4615733.
    """
    known = sorted((value, place) for place, value in enumerate(values) if value is not None)
    result: list[float | None] = [None] * len(values)
    highest = 0.0
    for rank, (value, place) in enumerate(known):
        highest = max(highest, min(1.0, value * (len(known) - rank)))
        result[place] = highest
    return result


def _randomized(
    kind: Rows,
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    names: NDArray[np.uint64],
    differ: NDArray[np.int64],
    point: int,
    tie: float,
    permutations: int,
    seed: int,
) -> tuple[float, str]:
    change = (second - first)[differ]
    swaps: NDArray[np.integer[Any]]
    if len(differ) <= _EXACT_UP_TO:
        count = 1 << len(differ)
        swaps = (np.arange(count)[:, None] >> np.arange(len(differ))) & 1
        test = f"exact randomization test, {count} swaps"
    else:
        count = permutations
        swaps = keyed_bits(names[differ], permutations, seed)
        test = f"randomization test, {count} swaps (seed={seed})"
    extreme, known = 0, 0
    step = max(1, (1 << 24) // len(differ))
    base_first, base_second = first.sum(axis=0), second.sum(axis=0)
    whole = replicate_values(kind, base_second[None], point) - replicate_values(kind, base_first[None], point)
    observed = float(np.abs(whole[0]))
    for start in range(0, count, step):
        moved = (swaps[start : start + step].astype(np.float64) @ change.astype(np.float64)).astype(np.int64)
        values = replicate_values(kind, base_second - moved, point) - replicate_values(kind, base_first + moved, point)
        sizes = np.abs(values[~np.isnan(values)])
        extreme += int((sizes >= observed - tie).sum())
        known += len(sizes)
    if len(differ) <= _EXACT_UP_TO:
        return extreme / max(known, 1), test
    return (1 + extreme) / (1 + known), test


def _bounds(a: Rows, b: Rows, n_units: int, clusters: NDArray[np.uint64]) -> tuple[float, float] | None:
    """Exact bounds of a difference of means: it falls at most by the share of questions that get worse."""
    first, second = a.values(n_units), b.values(n_units)
    used = ~np.isnan(first)
    one_each = all(
        isinstance(rows, Mean | Ratio) and np.isin(rows.by_unit(n_units)[rows.denominators[0]], (0, 1)).all()
        for rows in (a, b)
    )
    both = np.concatenate([first[used], second[used]])
    if not (one_each and (used == ~np.isnan(second)).all() and used.any() and 0 <= both.min() <= both.max() <= 1):
        return None
    n = int(used.sum())
    if len(np.unique(clusters[used])) < n:
        return None
    falls, rises = int((second < first).sum()), int((second > first).sum())
    return -clopper_pearson(falls, n)[1], clopper_pearson(rises, n)[1]


def _tie(a: Rows, b: Rows, n_differ: int, point: int) -> float:
    """How far apart two values may be that differ by the rounding of doubles to ``point`` binary digits only."""
    if all(values.dtype.kind == "i" for rows in (a, b) for values in rows.columns.values()):
        return _CLOSE
    totals = [math.fsum(rows.columns[name].tolist()) for rows in (a, b) for name in rows.denominators]
    return _CLOSE + 4 * n_differ * 2.0**-point / min((total for total in totals if total > 0), default=1.0)


def _by_cluster(rows: Rows, n_units: int, place: NDArray[np.int64], n_clusters: int, point: int) -> NDArray[np.int64]:
    units = fixed_point(rows, n_units, point)
    result = np.zeros((n_clusters, units.shape[1]), dtype=np.int64)
    np.add.at(result, place, units)
    return result


def _aligned(a: Rows, b: Rows) -> tuple[Rows, Rows]:
    """Keyed rows of two runs with one list of keys."""
    if a.key is None or b.key is None or a.labels == b.labels:
        return a, b
    labels = list(dict.fromkeys([*a.labels, *b.labels]))
    place = {label: position for position, label in enumerate(labels)}

    def moved(rows: Rows) -> Rows:
        to = np.array([place[label] for label in rows.labels], dtype=np.int64)
        return rows.like(rows.columns, rows.sample, to[rows.key], labels)

    return moved(a), moved(b)


def _flips(a: Rows, b: Rows, n_units: int) -> tuple[tuple[int, int], bool]:
    """Questions that are 1 in one run only, and whether both runs have a value for the same questions."""
    first, second = a.values(n_units), b.values(n_units)
    same = bool((np.isnan(first) == np.isnan(second)).all())
    return (int((second > first).sum()), int((first > second).sum())), same
