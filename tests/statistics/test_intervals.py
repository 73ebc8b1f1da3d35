"""Exact intervals, and when they apply."""

from __future__ import annotations

import numpy as np
import pytest

from ontoeval.statistics.bootstrap import fixed_point, identity
from ontoeval.statistics.intervals import clopper_pearson, intervals
from ontoeval.statistics.rows import FScore, Mean, Ratio


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        (2, 4, 0.0676, 0.9324),  # issue 2: 6.76–93.24 %
        (0, 50, 0.0, 0.0711),  # 1 - .025 ** (1 / 50), worked by hand
        (50, 50, 0.9289, 1.0),
        (0, 1, 0.0, 0.975),
        (1, 1, 0.025, 1.0),
        (284, 2556, 0.0992, 0.1239),  # spec/filters.md 2.3: 11.11 %, 9.92–12.39
        (137, 2556, 0.0452, 0.0631),  # spec/filters.md 2.3: 5.36 %, 4.52–6.31
    ],
)
def test_clopper_pearson(successes, n, low, high):
    assert clopper_pearson(successes, n) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(("successes", "n"), [(1, 0), (-1, 3), (4, 3)])
def test_impossible_shares_are_refused(successes, n):
    with pytest.raises(ValueError, match="is not a share"):
        clopper_pearson(successes, n)


def one(rows, clusters):
    return intervals([rows], len(clusters), identity(clusters), replicates=200)[0]


def test_share_of_independent_units_has_an_exact_interval():
    interval = one(Ratio([1, 0, 1, 0], [1, 1, 1, 1]), list("abcd"))
    assert interval.method == "exact 95% (Clopper-Pearson)"
    assert (interval.low, interval.high) == pytest.approx((0.0676, 0.9324), abs=5e-5)


def test_undefined_units_do_not_count_for_the_exact_interval():
    interval = one(Ratio([1, 0, 1, 0, 0, 0], [1, 1, 1, 1, 0, 0]), list("abcdde"))
    assert (interval.low, interval.high) == pytest.approx((0.0676, 0.9324), abs=5e-5)


@pytest.mark.parametrize(
    ("rows", "clusters"),
    [
        (Ratio([1, 0, 1, 0], [1, 1, 1, 1]), list("aacd")),  # a cluster repeats
        (Ratio([2, 0, 1, 0], [2, 1, 1, 1]), list("abcd")),  # a denominator above 1
        (Mean([0.5, 0, 1, 0]), list("abcd")),  # no success or failure
        (FScore.counts([1, 0, 1, 1], [0, 1, 0, 0], [0, 0, 1, 0]), list("abcd")),
    ],
)
def test_everything_else_is_bootstrapped(rows, clusters):
    interval = one(rows, clusters)
    assert interval.method.startswith("bootstrap 95% (Poisson v1, B=200, seed=0)")
    assert 0 <= interval.low <= rows.sums().value <= interval.high <= 1


def test_mean_of_zeros_and_ones_is_a_share():
    assert one(Mean([1, 0, 1, 0]), list("abcd")).method.startswith("exact")


def test_single_unit_has_no_bootstrap_interval():
    assert one(Ratio([1], [3]), ["a"]).method == "none: fewer than two independent samples"
    assert one(Ratio([1, 1, 1], [3, 3, 2]), ["a", "a", "a"]).method == "none: fewer than two independent samples"


def test_no_rows_have_no_interval():
    assert one(Ratio(np.zeros(0), np.zeros(0)), ["a", "b"]).low is None


def test_level_widens_the_interval():
    rows, ids = Ratio([1, 0, 1, 0], [1, 1, 1, 1]), identity(list("abcd"))
    (narrow,), (wide,) = intervals([rows], 4, ids, level=0.8), intervals([rows], 4, ids, level=0.99)
    assert wide.low < narrow.low < narrow.high < wide.high
    assert narrow.method == "exact 80% (Clopper-Pearson)"


def some_slices(kind):
    """Sixty sets of rows of four units each out of 240, and one of all units; every fifth cluster has two units."""
    chance = np.random.default_rng(0)
    names = [f"c{unit - (unit % 5 == 4)}" for unit in range(240)]
    samples = [np.arange(240), *chance.permutation(240).reshape(60, 4)]
    many = [kind(chance, np.sort(np.concatenate([sample, sample[:2]]))) for sample in samples]
    return many, identity(names)


@pytest.mark.parametrize(
    "kind",
    [
        lambda chance, sample: Mean(chance.random(len(sample)), chance.integers(0, 2, len(sample)), sample=sample),
        lambda chance, sample: Ratio(*chance.integers(0, 3, (2, len(sample))), sample=sample),
        lambda chance, sample: FScore.counts(*chance.integers(0, 3, (3, len(sample))), sample=sample),
    ],
)
def test_few_units_alone_have_the_same_interval_as_among_all(kind, monkeypatch):
    many, clusters = some_slices(kind)
    alone = intervals(many, 240, clusters, replicates=100)
    monkeypatch.setattr("ontoeval.statistics.intervals._SMALL", 240)
    assert intervals(many, 240, clusters, replicates=100) == alone
    assert len({interval.low for interval in alone}) > 10


def test_few_units_are_resampled_without_all_others(monkeypatch):
    """Thousands of slices took a matrix of all samples each."""
    units = []
    monkeypatch.setattr(
        "ontoeval.statistics.intervals.fixed_point", lambda rows, n: units.append(n) or fixed_point(rows, n)
    )
    many, clusters = some_slices(lambda chance, sample: Mean(chance.random(len(sample)), sample=sample))
    intervals(many, 240, clusters, replicates=10)
    assert units.count(240) == 1
    assert sum(units) == 240 + 60 * 4


def test_rows_of_no_unit_have_no_interval():
    (found,) = intervals([Mean([], sample=[])], 3, identity("abc"))
    assert found.method == "none: fewer than two independent samples"
