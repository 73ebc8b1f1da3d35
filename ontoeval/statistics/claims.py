"""One-sided claims about a share and about a mean difference, and how many questions would settle them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ontoeval.statistics.power import required_n, upper_bound

_MOST_FAILURES = 5000
_WEIGHTS_AT_ONCE = 1 << 23

Verdict = Literal["hard", "soft", "mandatory", "inconclusive"]


@dataclass(frozen=True)
class Bounds:
    """An estimate with one-sided bounds, each at the same confidence.

    Attributes:
        value: The estimate.
        low, high: The bounds.
        n: Independent units behind it.
    """

    value: float
    low: float
    high: float
    n: int


def share_bounds(successes: int, n: int, level: float) -> Bounds:
    """The exact one-sided bounds of a share (Clopper-Pearson).

    Example:
        >>> found = share_bounds(1, 200, 0.95)
        >>> round(found.low, 5), round(found.high, 4)
        (0.00026, 0.0235)
    """
    return Bounds(successes / n, 1 - upper_bound(n - successes, n, level), upper_bound(successes, n, level), n)


def difference_bounds(
    difference: NDArray[np.float64], clusters: NDArray[np.uint64], *, level: float, replicates: int, seed: int
) -> Bounds:
    """One-sided bounds of a mean of differences in [-1, 1], for any number of questions.

    **Definition.** Random weights, uniform over all that add up to 1 (a Bayesian bootstrap), are given to the
    clusters' means and to one more observation: -1 for the lower bound, 1 for the upper one. The bound is the quantile
    of the weighted mean. For values of 0 and 1 it is Clopper and Pearson's. That it holds for every distribution is
    conjectured: no proof and no counterexample is known. A percentile bootstrap has no such extra observation,
    and claims too much where a rare large difference has not been seen yet.

    Args:
        difference: Difference of each question, shape ``(n,)``.
        clusters: Hash of each question's cluster, shape ``(n,)``.
        level: Confidence of each bound.
        replicates: Draws of weights.
        seed: Seed.

    Returns:
        The mean over clusters and its bounds; without questions 0, -1 and 1. The same for any order of the questions.

    Source:
        Gaffke 2005, "Three test statistics for a nonparametric one-sided hypothesis on the mean of a nonnegative
        variable"; Learned-Miller and Thomas 2019, arXiv:1905.06208.
    """
    names, place = np.unique(clusters, return_inverse=True)
    n = len(names)
    if not n:
        return Bounds(0.0, -1.0, 1.0, 0)
    values = np.bincount(place, weights=difference) / np.bincount(place)
    chance = np.random.default_rng(seed)
    low, high = np.empty(replicates), np.empty(replicates)
    step = max(1, _WEIGHTS_AT_ONCE // (n + 1))
    for start in range(0, replicates, step):
        weights = chance.standard_exponential((min(step, replicates - start), n + 1))
        total = weights.sum(axis=1)
        seen, unseen = weights[:, :n] @ values / total, weights[:, n] / total
        part = slice(start, start + step)
        low[part], high[part] = seen - unseen, seen + unseen
    bounds = float(np.quantile(low, 1 - level)), float(np.quantile(high, level))
    return Bounds(float(values.mean()), *bounds, n)


def verdict(exclusion: Bounds, difference: Bounds, epsilon: float, delta: float) -> Verdict:
    """Whether a predicate should be a hard filter.

    Hard, when the share of questions that it excludes is shown to be below ``epsilon`` **and** precision is shown to
    gain more than ``delta`` by it; soft, when one of the two is shown to be otherwise; else inconclusive.

    Args:
        exclusion: Share of questions in whose exclusion the predicate has a part.
        difference: Precision as a hard filter minus precision as a bonus.
        epsilon: Exclusion that is acceptable.
        delta: Gain of precision that a hard filter must bring.

    Example:
        >>> verdict(Bounds(0, 0, .01, 300), Bounds(.1, .05, .15, 150), .02, 0)
        'hard'
        >>> verdict(Bounds(.1, .07, .14, 300), Bounds(.1, .05, .15, 150), .02, 0)
        'soft'
    """
    if exclusion.high < epsilon and difference.low > delta:
        return "hard"
    if exclusion.low >= epsilon or difference.high <= delta:
        return "soft"
    return "inconclusive"


def questions_needed(exclusion: Bounds, difference: Bounds, epsilon: float, delta: float, level: float) -> int | None:
    """How many questions would settle an inconclusive verdict if they were like those at hand.

    The rates are taken as they were observed, so about half of the time it takes more. Both halves of the questions
    grow alike.

    Returns:
        Questions in all, more than there are; None when no number would do: an estimate lies on its limit.
    """
    n = exclusion.n
    gain = _for_difference(difference, delta)
    wide = None if gain is None else math.ceil(n * gain)
    if exclusion.value < epsilon and difference.value > delta:
        narrow = _for_share_below(exclusion, epsilon, level)
        return None if narrow is None or wide is None else max(narrow, wide, n + 1)
    options = [wide] if difference.value < delta and wide is not None else []
    if exclusion.value > epsilon:
        options.append(math.ceil(n * ((exclusion.value - exclusion.low) / (exclusion.value - epsilon)) ** 2))
    return max(min(options), n + 1) if options else None


def _for_difference(difference: Bounds, delta: float) -> float | None:
    """By how much the questions must grow until the nearer bound of the difference passes ``delta``; 1 at least."""
    room = difference.value - delta
    if not room or not difference.n:
        return None
    half = difference.value - difference.low if room > 0 else difference.high - difference.value
    return max(1.0, (half / room) ** 2)


def _for_share_below(share: Bounds, limit: float, level: float) -> int | None:
    """Fewest questions that show a share below a limit, with as large a share of failures as observed."""
    for failures in range(round(share.value * share.n), _MOST_FAILURES):
        n = required_n(limit, failures, level)
        if share.value * n <= failures:
            return n
    return None
