"""Intervals: exact where a value is a plain share of independent questions, bootstrap elsewhere."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ontoeval.statistics.bootstrap import (
    REPLICATES,
    WEIGHTS_VERSION,
    fixed_point,
    replicate_sums,
    replicate_values,
)
from ontoeval.statistics.quantiles import Quantile, order_statistics
from ontoeval.statistics.rows import Floats, Mean, Ratio, Rows

Shares = Literal["exact", "wilson"]
LEVEL = 0.95
#: From this many samples on, bootstrap intervals of means cover what they say (docs/concepts/statistics.md).
ENOUGH = 200
_MOST_CELLS = 40_000_000
#: Rows of less than one in so many units are resampled on their own: a few thousand slices cost no more than one.
_SMALL = 32
_SKEWED = 0.3  # skewness of the replicates beyond which percentiles cover less than 93 %


@dataclass(frozen=True, slots=True)
class Interval:
    """A two-sided interval.

    Attributes:
        low, high: Bounds, or None when there is no interval.
        method: How it was made, with everything needed to make it again; or why there is none.
        error: Standard error of the value; None when there is none, or when the samples do not show it (all equal).
    """

    low: float | None
    high: float | None
    method: str
    error: float | None = None


def clopper_pearson(successes: int, n: int, level: float = LEVEL) -> tuple[float, float]:
    """Exact two-sided interval of a binomial share.

    Args:
        successes: How many of ``n``, ``0 … n``.
        n: Trials, at least 1.
        level: Confidence, in (0, 1).

    Returns:
        Bounds in [0, 1]; 0 is the lower bound of no success, 1 the upper bound of ``n`` successes.

    Source: Clopper and Pearson 1934, doi:10.1093/biomet/26.4.404.
    """
    from scipy.special import betaincinv

    if not 0 <= successes <= n or n < 1:
        raise ValueError(f"{successes} of {n} is not a share")
    tail = (1 - level) / 2
    low = 0.0 if successes == 0 else float(betaincinv(successes, n - successes + 1, tail))
    high = 1.0 if successes == n else float(betaincinv(successes + 1, n - successes, 1 - tail))
    return low, high


def wilson(successes: int, n: int, level: float = LEVEL) -> tuple[float, float]:
    """Wilson's score interval of a binomial share: shorter than the exact one, and right on average only.

    Args:
        successes: How many of ``n``, ``0 … n``.
        n: Trials, at least 1.
        level: Confidence, in (0, 1).

    Example:
        >>> low, high = wilson(0, 50)
        >>> round(low, 4), round(high, 4)
        (0.0, 0.0713)

    Source: Wilson 1927, doi:10.1080/01621459.1927.10502953.
    """
    from scipy.special import ndtri

    if not 0 <= successes <= n or n < 1:
        raise ValueError(f"{successes} of {n} is not a share")
    z = float(ndtri(1 - (1 - level) / 2))
    share = successes / n
    middle = (share + z**2 / (2 * n)) / (1 + z**2 / n)
    half = z / (1 + z**2 / n) * math.sqrt(share * (1 - share) / n + z**2 / (4 * n**2))
    return max(0.0, middle - half), min(1.0, middle + half)


def share_interval(successes: int, n: int, level: float = LEVEL, shares: Shares = "exact") -> Interval:
    """The interval of a share of ``n`` ≥ 1 independent units: exact, or Wilson's."""
    exact = shares == "exact"
    low, high = (clopper_pearson if exact else wilson)(successes, n, level)
    error = math.sqrt(successes / n * (1 - successes / n) / n) or None
    return Interval(low, high, f"exact {level:.0%} (Clopper-Pearson)" if exact else f"Wilson {level:.0%}", error)


def is_share(rows: Rows, n_units: int, clusters: NDArray[np.uint64]) -> bool:
    """Whether the value is the share of independent units that succeed, so that an exact interval exists."""
    if not isinstance(rows, Mean | Ratio) or rows.n == 0:
        return False
    num, den = (columns := rows.by_unit(n_units))[next(iter(columns))], columns[rows.denominators[0]]
    if not (np.isin(num, (0.0, 1.0)).all() and np.isin(den, (0.0, 1.0)).all() and (num <= den).all()):
        return False
    used = clusters[den > 0]
    return 0 < len(used) == _n_distinct(used)


def intervals(
    many: Sequence[Rows],
    n_units: int,
    clusters: NDArray[np.uint64],
    *,
    replicates: int = REPLICATES,
    seed: int = 0,
    level: float = LEVEL,
    shares: Shares = "exact",
) -> list[Interval]:
    """One interval for each set of rows over the same units.

    Exact (Clopper-Pearson) where each unit's denominator is at most 1, its numerator 0 or 1, and no cluster
    repeats, and for quantiles (order statistics) where no cluster repeats; elsewhere the percentile interval of a
    Poisson bootstrap over clusters.

    Args:
        many: Sets of rows whose ``sample`` runs over the units.
        n_units: How many units there are.
        clusters: Hash of each unit's cluster, shape ``(n_units,)``.
        replicates: Bootstrap replicates.
        seed: Bootstrap seed; it belongs to the interval only.
        level: Confidence, in (0, 1).
        shares: ``"exact"``, or ``"wilson"`` where exact intervals would be possible: shorter, for display.
    """
    together = partial(_together, replicates=replicates, seed=seed, level=level, shares=shares)

    def alone(rows: Rows) -> Interval:
        compact, units = rows.compact()
        return together([compact], len(units), clusters[units])[0]

    small = [_SMALL * rows.n < n_units for rows in many]
    large = iter(
        together([rows for rows, is_small in zip(many, small, strict=True) if not is_small], n_units, clusters)
    )
    return [alone(rows) if is_small else next(large) for rows, is_small in zip(many, small, strict=True)]


def _together(
    many: Sequence[Rows],
    n_units: int,
    clusters: NDArray[np.uint64],
    *,
    replicates: int,
    seed: int,
    level: float,
    shares: Shares,
) -> list[Interval]:
    """The intervals of rows that share the weights of all units."""
    result = [_exact(rows, n_units, clusters, level, shares) for rows in many]
    many = [rows if known else rows.resampled() for rows, known in zip(many, result, strict=True)]
    pending: dict[int, int] = {}
    for position, rows in enumerate(many):
        if result[position] is not None:
            continue
        if (n := independent(rows, n_units, clusters)) < 2:
            result[position] = Interval(None, None, "none: fewer than two independent samples")
        elif len(rows.columns) * len(rows.labels) * n_units > _MOST_CELLS:
            result[position] = Interval(None, None, f"none: {len(rows.labels)} keys are too many for a bootstrap")
        else:
            pending[position] = n
    for group in _groups(list(pending), many, n_units):
        matrices: dict[int, NDArray[np.int64]] = {}
        for position in group:
            try:
                matrices[position] = fixed_point(many[position], n_units)
            except OverflowError:
                result[position] = Interval(None, None, "none: values too large for the bootstrap")
        sums = replicate_sums(list(matrices.values()), clusters, replicates=replicates, seed=seed)
        for position, replicate in zip(matrices, sums, strict=True):
            values = replicate_values(many[position], replicate)
            n, note = pending[position], many[position].resampled_as
            result[position] = percentiles(values, n, replicates=replicates, seed=seed, level=level, note=note)
    return [interval for interval in result if interval is not None]


def _exact(rows: Rows, n_units: int, clusters: NDArray[np.uint64], level: float, shares: Shares) -> Interval | None:
    """The interval where one follows from the kind of rows alone; None elsewhere."""
    if is_share(rows, n_units, clusters):
        columns = rows.sums().floats()
        num, den = columns[next(iter(columns))][0], columns[rows.denominators[0]][0]
        return share_interval(int(num), int(den), level, shares)
    if not isinstance(rows, Quantile) or rows.n < 2:
        return None
    if independent(rows, n_units, clusters) < rows.n or (rows.columns["count"] != 1).any():
        return None
    values = rows.values(n_units)
    found = order_statistics(np.sort(values[~np.isnan(values)]), rows.quantile, level)
    if found is None:
        return Interval(None, None, f"none: {rows.n} samples are too few for both bounds of this quantile")
    return Interval(*found, f"exact {level:.0%} (order statistics)")


def _groups(pending: Sequence[int], many: Sequence[Rows], n_units: int) -> Iterator[list[int]]:
    """Positions that share their weights, as many at a time as fit into memory."""
    group: list[int] = []
    cells = 0
    for position in pending:
        mine = len(many[position].columns) * max(len(many[position].labels), 1) * n_units
        if group and cells + mine > _MOST_CELLS:
            yield group
            group, cells = [], 0
        group.append(position)
        cells += mine
    if group:
        yield group


def independent(rows: Rows, n_units: int, clusters: NDArray[np.uint64]) -> int:
    """How many clusters have a unit with a value."""
    return _n_distinct(clusters[rows.defined(n_units)])


def _n_distinct(hashes: NDArray[np.uint64]) -> int:
    ordered = np.sort(hashes)  # many times as fast as np.unique, which hashes them once more
    return int(np.count_nonzero(ordered[1:] != ordered[:-1])) + min(len(ordered), 1)


def percentiles(
    values: Floats, n: int, *, replicates: int, seed: int, level: float = LEVEL, note: str = ""
) -> Interval:
    """The percentile interval of bootstrap values of ``n`` independent units; NaN is an undefined replicate.

    Its name says when it is rough: when there are few units, or when the replicates are skewed, as they are for a
    rate near 0 or 1 with few events.
    """
    known = np.sort(values[~np.isnan(values)])
    if n < 2:
        return Interval(None, None, "none: fewer than two independent samples")
    if len(known) < replicates / 2:
        return Interval(None, None, "none: undefined in most bootstrap replicates")
    if known[0] == known[-1]:
        return Interval(None, None, "none: all samples agree")
    tail = (1 - level) / 2
    low, high = np.quantile(known, [tail, 1 - tail], method="inverted_cdf")
    name = f"bootstrap {level:.0%} (Poisson v{WEIGHTS_VERSION}, B={replicates}, seed={seed}){note}"
    error = float(known.std())
    if n < ENOUGH:
        name += f", rough: fewer than {ENOUGH} independent samples"
    elif abs(float((((known - known.mean()) / error) ** 3).mean())) > _SKEWED:
        name += ", rough: skewed"
    return Interval(float(low), float(high), name, error)
