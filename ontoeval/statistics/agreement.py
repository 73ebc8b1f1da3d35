"""Agreement of raters: accuracy, kappa, weighted kappa, AC1, alpha, and how repeated verdicts flip."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ontoeval.errors import BadParameter
from ontoeval.statistics.bootstrap import REPLICATES, identity, replicate_sums
from ontoeval.statistics.intervals import Interval, percentiles, share_interval
from ontoeval.statistics.rows import Floats

Weighting = Literal["none", "linear", "quadratic"]
Scale = Literal["nominal", "ordinal", "interval"]
Ratings = Sequence[Sequence[Hashable | None]]


@dataclass(frozen=True)
class Agreement:
    """One coefficient of agreement.

    Attributes:
        name: Its name.
        value: The coefficient; None when it is undefined.
        n: Items that it covers.
        interval: Exact for accuracy when each item is independent; else bootstrap over items.
    """

    name: str
    value: float | None
    n: int
    interval: Interval


def agreement(
    first: Sequence[Hashable | None],
    second: Sequence[Hashable | None],
    *,
    weighting: Weighting = "none",
    ids: Sequence[str] | None = None,
    replicates: int = REPLICATES,
    seed: int = 0,
) -> list[Agreement]:
    """Agreement of two raters on the same items, several coefficients side by side.

    **Definition.** With p the table of joint shares, p_o the (weighted) share of agreement and the margins a, b:
    accuracy is Σ p_kk; Cohen's kappa is (p_o - p_e) / (1 - p_e) with p_e = Σ a_k b_k; with ``weighting`` disagreements
    count by their distance |k - l| or its square; Gwet's AC1 takes
    p_e = Σ q_k (1 - q_k) / (K - 1) with q the mean of the margins.

    **Misleads when** one category is rare: kappa is then low although raters agree. AC1 stands beside it for that.

    Args:
        first, second: One category per item; for weighting numbers or sortable texts, in their order. An item for
            which either is None has no verdict and is left out.
        weighting: Weights of kappa.
        ids: Names of the items, or of their clusters, for the bootstrap; by default the positions of the items.
        replicates, seed: Of the bootstrap.

    Returns:
        Accuracy, kappa and AC1, in [-1, 1] (accuracy in [0, 1]); 1 is perfect agreement.

    Undefined when:
        There is no item. Kappa also when both raters use one and the same category for everything.

    Raises:
        BadParameter: The sequences differ in length, or the weighting is unknown.

    Example:
        >>> yes, no = ["y"], ["n"]
        >>> first, second = yes * 25 + no * 25, yes * 20 + no * 5 + yes * 10 + no * 15
        >>> [(row.name, round(row.value, 4)) for row in agreement(first, second)]
        [('accuracy', 0.7), ('kappa', 0.4), ('AC1', 0.4059)]

    Source: Cohen 1960, doi:10.1177/001316446002000104; Gwet 2008, doi:10.1348/000711006X126600.
    """
    if len(first) != len(second):
        raise BadParameter(f"{len(first)} and {len(second)} verdicts", expected="one per item from both raters")
    if weighting not in get_args(Weighting):
        raise BadParameter(f"weighting={weighting!r}", expected=" or ".join(get_args(Weighting)))
    names = _names(ids, len(first))
    known = [place for place in range(len(first)) if first[place] is not None and second[place] is not None]
    pairs = [(first[place], second[place]) for place in known]
    categories = _categories([category for pair in pairs for category in pair])
    place = {category: position for position, category in enumerate(categories)}
    k = max(len(categories), 1)
    cell = np.array([place[a] * k + place[b] for a, b in pairs], dtype=np.int64)
    onehot = np.zeros((len(cell), k * k), dtype=np.int64)
    onehot[np.arange(len(cell)), cell] = 1
    weights = _weights(k, weighting)
    name = "kappa" if weighting == "none" else f"kappa ({weighting})"
    coefficients: list[tuple[str, Callable[[Floats], Floats]]] = [
        ("accuracy", _accuracy),
        (name, lambda table: _kappa(table, weights)),
        ("AC1", _ac1),
    ]
    hashes = identity(names[place] for place in known)
    n_independent = len(np.unique(hashes))
    (sums,) = replicate_sums([onehot], hashes, replicates=replicates, seed=seed)
    tables = sums.reshape(-1, k, k).astype(np.float64)
    whole = onehot.sum(axis=0).reshape(1, k, k).astype(np.float64)
    made = [
        percentiles(function(tables), n_independent, replicates=replicates, seed=seed) for _, function in coefficients
    ]
    if n_independent == len(cell) > 0:
        made[0] = share_interval(int(np.trace(whole[0])), len(cell))
    return [
        Agreement(label, _number(function(whole)[0]), len(cell), interval)
        for (label, function), interval in zip(coefficients, made, strict=True)
    ]


def krippendorff_alpha(
    ratings: Ratings,
    *,
    scale: Scale = "nominal",
    ids: Sequence[str] | None = None,
    replicates: int = REPLICATES,
    seed: int = 0,
) -> Agreement:
    """Krippendorff's alpha of any number of raters, verdicts missing here and there.

    **Definition.** ``alpha = 1 - D_o / D_e``: observed over expected disagreement of pairs of verdicts on the same
    item; a pair of categories disagrees by 0 or 1 (``"nominal"``), by its squared difference (``"interval"``), or by
    the squared number of verdicts that lie between (``"ordinal"``).

    Args:
        ratings: One row per item with one entry per rater; None is no verdict.
        scale: How far categories are apart; ``"interval"`` takes numbers.
        ids: Names of the items, for the bootstrap.
        replicates, seed: Of the bootstrap.

    Returns:
        The coefficient, at most 1; 0 is agreement by chance.

    Undefined when:
        No item has two verdicts, or all verdicts are the same.

    Raises:
        BadParameter: The scale is unknown, or an interval scale has verdicts that are no numbers.

    Example:
        Two raters, nominal, one of four items disputed:

        >>> round(krippendorff_alpha([["a", "a"], ["b", "b"], ["a", "b"], ["b", "b"]]).value, 4)
        0.5333

    Source: Krippendorff 2011, Computing Krippendorff's Alpha-Reliability.
    """
    kept = [[value for value in row if value is not None] for row in ratings]
    names = _names(ids, len(kept))
    used = [(name, row) for name, row in zip(names, kept, strict=True) if len(row) > 1]
    categories = _categories([value for _, row in used for value in row])
    if not used:
        return Agreement("alpha", None, 0, Interval(None, None, "none: no item has two verdicts"))
    if scale not in get_args(Scale):
        raise BadParameter(f"scale={scale!r}", expected=" or ".join(get_args(Scale)))
    texts = [category for category in categories if not isinstance(category, int | float)]
    if scale == "interval" and texts:
        raise BadParameter(f"{texts[0]!r} has no distance to other verdicts", expected="numbers for scale='interval'")
    place = {category: position for position, category in enumerate(categories)}
    counts = np.zeros((len(used), len(categories)), dtype=np.int64)
    for position, (_, row) in enumerate(used):
        for value in row:
            counts[position, place[value]] += 1
    coincidences = _coincidences(counts)
    k = len(categories)
    numbers = np.array(categories if scale == "interval" else range(k), dtype=np.float64)
    scaled = np.rint(coincidences.reshape(len(used), -1) * _FIXED).astype(np.int64)
    hashes = identity(name for name, _ in used)
    (sums,) = replicate_sums([scaled], hashes, replicates=replicates, seed=seed)
    tables = sums.reshape(-1, k, k) / _FIXED
    whole = coincidences.sum(axis=0)[None]
    values = _alpha(tables, scale, numbers)
    return Agreement(
        "alpha",
        _number(_alpha(whole, scale, numbers)[0]),
        len(used),
        percentiles(values, len(np.unique(hashes)), replicates=replicates, seed=seed),
    )


@dataclass(frozen=True)
class Stability:
    """How repeated verdicts on the same items agree with themselves.

    Attributes:
        n: Items with at least two verdicts.
        flip_rate: Share of items whose verdicts are not all the same; None without items.
        interval: Exact interval of the flip rate.
        within: Standard deviation of an item's numeric verdicts, pooled over the items; None when they are no numbers.
        between: Standard deviation of the means of the runs: how far the score of one more run may be from those seen.
            None when the verdicts are no numbers.
    """

    n: int
    flip_rate: float | None
    interval: Interval
    within: float | None
    between: float | None


def stability(repeated: Ratings) -> Stability:
    """Flip rate and spread of repeated verdicts.

    Args:
        repeated: One row per item with one entry per run, aligned by run; None is no verdict. An item with a run
            that gave no verdict is left out.

    Returns:
        The flip rate and standard deviations (with n - 1, since the runs are a sample of all possible ones).

    Raises:
        BadParameter: The rows differ in length.

    Example:
        One of two items flips; the means of the two runs are 1 and .5:

        >>> found = stability([[1, 1], [1, 0]])
        >>> found.n, found.flip_rate, found.within, round(found.between, 4)
        (2, 0.5, 0.5, 0.3536)
    """
    if len({len(row) for row in repeated}) > 1:
        raise BadParameter("items have different numbers of runs", expected="one entry per run, None for no verdict")
    whole = [list(row) for row in repeated if len(row) > 1 and all(value is not None for value in row)]
    if not whole:
        return Stability(0, None, Interval(None, None, "none: no item has two verdicts"), None, None)
    n_flips = sum(len(set(row)) > 1 for row in whole)
    flips, interval = n_flips / len(whole), share_interval(n_flips, len(whole))
    numeric = all(isinstance(value, int | float) for row in whole for value in row)
    if not numeric:
        return Stability(len(whole), flips, interval, None, None)
    table = np.array(whole, dtype=np.float64)
    within = math.sqrt(float(table.var(axis=1, ddof=1).mean()))
    return Stability(len(whole), flips, interval, within, float(table.mean(axis=0).std(ddof=1)))


_FIXED = 1 << 30


def _names(ids: Sequence[str] | None, n: int) -> Sequence[str]:
    if ids is not None and len(ids) != n:
        raise BadParameter(f"{len(ids)} ids for {n} items", expected="one id per item")
    return ids if ids is not None else [str(position) for position in range(n)]


def _categories(values: Sequence[Hashable]) -> list[Hashable]:
    def order(value: Hashable) -> tuple[bool, float, str]:
        number = isinstance(value, int | float)
        return not number, float(value) if isinstance(value, int | float) else 0.0, str(value)

    return sorted(set(values), key=order)


def _weights(k: int, weighting: Weighting) -> Floats:
    """Disagreement of each pair of categories, in [0, 1]."""
    distance = np.abs(np.subtract.outer(np.arange(k), np.arange(k))).astype(np.float64)
    if weighting == "none":
        return (distance > 0).astype(np.float64)
    scaled = distance / max(k - 1, 1)
    return scaled if weighting == "linear" else scaled**2


def _shares(tables: Floats) -> Floats:
    total = tables.sum(axis=(1, 2), keepdims=True)
    return np.where(total > 0, tables / np.where(total > 0, total, 1), np.nan)


def _accuracy(tables: Floats) -> Floats:
    diagonal: Floats = np.trace(_shares(tables), axis1=1, axis2=2)
    return diagonal


def _kappa(tables: Floats, weights: Floats) -> Floats:
    p = _shares(tables)
    observed = (p * weights).sum(axis=(1, 2))
    expected = (p.sum(axis=2)[:, :, None] * p.sum(axis=1)[:, None, :] * weights).sum(axis=(1, 2))
    return np.where(expected > 0, 1 - observed / np.where(expected > 0, expected, 1), np.nan)


def _ac1(tables: Floats) -> Floats:
    p = _shares(tables)
    k = p.shape[1]
    q = (p.sum(axis=2) + p.sum(axis=1)) / 2
    expected = (q * (1 - q)).sum(axis=1) / max(k - 1, 1)
    return np.where(expected < 1, (np.trace(p, axis1=1, axis2=2) - expected) / (1 - expected), np.nan)


def _coincidences(counts: NDArray[np.int64]) -> Floats:
    """Ordered pairs of verdicts on the same item, each item weighing 1 / (verdicts - 1), shape ``(n, k, k)``."""
    pairs = counts[:, :, None] * counts[:, None, :]
    k = counts.shape[1]
    pairs[:, np.arange(k), np.arange(k)] -= counts
    weighted: Floats = pairs / (counts.sum(axis=1) - 1)[:, None, None]
    return weighted


def _alpha(tables: Floats, scale: Scale, numbers: Floats) -> Floats:
    margins = tables.sum(axis=2)
    total = margins.sum(axis=1)
    if scale == "nominal":
        distance = np.broadcast_to(1.0 - np.eye(len(numbers)), tables.shape)
    elif scale == "interval":
        distance = np.broadcast_to(np.subtract.outer(numbers, numbers) ** 2, tables.shape)
    else:
        inside = np.cumsum(margins, axis=1) - margins / 2
        distance = (inside[:, :, None] - inside[:, None, :]) ** 2
    observed = (tables * distance).sum(axis=(1, 2))
    expected = (margins[:, :, None] * margins[:, None, :] * distance).sum(axis=(1, 2))
    fine = (expected > 0) & (total > 1)
    return np.where(fine, 1 - (total - 1) * observed / np.where(fine, expected, 1), np.nan)


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
