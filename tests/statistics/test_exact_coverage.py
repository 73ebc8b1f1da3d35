"""Exact intervals cover at least 95 %, whatever the rate: summed from binomial probabilities, not simulated."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom

from ontoeval.statistics.intervals import clopper_pearson, wilson
from ontoeval.statistics.power import upper_bound

GRID = np.concatenate([[1e-6, 1e-4, 1e-3], np.arange(1, 400) / 400, [1 - 1e-3, 1 - 1e-4, 1 - 1e-6]])


def coverage(n, interval):
    """At every rate of the grid, and on both sides of every bound, where coverage is least."""
    lows, highs = np.array([interval(successes, n) for successes in range(n + 1)]).T
    edges = np.concatenate([lows, highs])
    rates = np.concatenate([GRID, edges - 1e-9, edges + 1e-9])
    rates = rates[(rates > 0) & (rates < 1)][:, None]
    covered = (lows <= rates) & (rates <= highs)
    return (binom.pmf(np.arange(n + 1), n, rates) * covered).sum(axis=1)


@pytest.mark.parametrize("n", [*range(1, 61), 100, 200])
def test_exact_intervals_cover(n):
    assert coverage(n, clopper_pearson).min() >= 0.95 - 1e-12


@pytest.mark.parametrize("n", [1, 5, 30, 149, 200])
def test_one_sided_bounds_cover(n):
    assert coverage(n, lambda failures, n: (0.0, upper_bound(failures, n))).min() >= 0.95 - 1e-12


def test_wilson_covers_on_average_only():
    """Brown, Cai, DasGupta 2001: the mean is near 95 %, the least is far below."""
    found = coverage(50, wilson)
    at_grid = found[: len(GRID)]
    assert at_grid.mean() == pytest.approx(0.95, abs=0.01)
    assert found.min() < 0.9
