"""Quantiles: the observed value, additive, with exact intervals where there are enough values."""

import numpy as np
import pytest

from ontoeval.statistics.bootstrap import identity
from ontoeval.statistics.intervals import intervals
from ontoeval.statistics.paired import compare_rows
from ontoeval.statistics.quantiles import Quantile, order_statistics

TIMES = [30, 54, 71, 88, 90, 120, 150, 240, 560, 1197]


def names(n):
    return identity(f"q{i}" for i in range(n))


# numpy 2.4.6: np.quantile(TIMES, q, method="inverted_cdf")
@pytest.mark.parametrize(
    ("quantile", "value"), [(0.05, 30), (0.1, 30), (0.5, 90), (0.9, 560), (0.95, 1197), (0.99, 1197)]
)
def test_the_value_is_numpys_inverted_cdf(quantile, value):
    assert Quantile(TIMES, quantile=quantile).sums().value == value


def test_a_share_that_falls_on_a_value_is_not_moved_by_rounding():
    # .07 × 100 is 7.000000000000001 in doubles; the 7th of 100 values is right
    assert Quantile(range(1, 101), quantile=0.07).sums().value == 7


def test_parts_add_up_to_the_whole_in_any_order():
    parts = [Quantile(TIMES[start::3], quantile=0.5).sums() for start in range(3)]
    assert (parts[0] + parts[1] + parts[2]).value == (parts[2] + parts[0] + parts[1]).value == 90


def test_a_part_has_only_the_keys_that_occur_in_it():
    part = Quantile(TIMES, quantile=0.5).take(np.array([9, 0, 2]))
    assert part.labels == [30, 71, 1197]
    assert part.sums().value == 71
    assert part.values(10).tolist()[::9] == [30, 1197]


def test_nothing_has_no_quantile():
    rows = Quantile([], quantile=0.5)
    assert rows.sums().value is None
    assert rows.resampled().sums().value is None


def test_a_unit_has_its_own_value():
    assert Quantile([5.5, 0.25], quantile=0.95, sample=[2, 0]).values(3).tolist()[::2] == [0.25, 5.5]


# binomial sums: P(B ≤ low - 1) ≤ .025 and P(B ≥ high) ≤ .025, B ~ binomial(n, quantile)
@pytest.mark.parametrize(
    ("n", "quantile", "ranks"),
    [
        (10, 0.5, (2, 9)),
        (200, 0.5, (86, 115)),
        (71, 0.95, None),
        (72, 0.95, (64, 72)),
        (367, 0.99, None),
        (368, 0.99, (360, 368)),
    ],
)
def test_ranks_of_the_bounds(n, quantile, ranks):
    assert order_statistics(np.arange(1.0, n + 1), quantile, 0.95) == ranks


def test_the_interval_is_exact_for_independent_units():
    [found] = intervals([Quantile(TIMES, quantile=0.5)], 10, names(10))
    assert (found.low, found.high, found.method) == (54, 560, "exact 95% (order statistics)")


def test_too_few_values_have_no_interval_and_say_so():
    [found] = intervals([Quantile(TIMES, quantile=0.95)], 10, names(10))
    assert (found.low, found.method) == (None, "none: 10 samples are too few for both bounds of this quantile")


def test_clusters_and_weights_are_resampled_in_bins():
    values = np.linspace(1, 1000, 400)
    rows = Quantile(values, quantile=0.5)
    for some, clusters in ((rows, np.repeat(names(200), 2)), (rows.weighted(np.full(400, 2.0)), names(400))):
        [found] = intervals([some], 400, clusters)
        assert found.method.startswith("bootstrap 95%")
        assert "in bins of 2 %" in found.method
        assert 400 < found.low < 500 < found.high < 600


def test_bins_are_at_most_one_percent_away():
    values = np.geomspace(0.001, 1e7, 999)
    near = Quantile(values, quantile=0.5).resampled().values(999)
    assert np.abs(near / values - 1).max() < 0.0101
    assert Quantile([0.0], quantile=0.5).resampled().sums().value == 0


def test_two_runs_are_compared_by_their_exact_values():
    before = Quantile(np.arange(100.0, 300.0), quantile=0.95)
    after = Quantile(np.arange(100.0, 300.0) * 1.5, quantile=0.95)
    found = compare_rows(before, after, 200, names(200))
    assert (found.a, found.b, found.delta) == (289, 433.5, 144.5)
    assert found.p < 0.001
    assert 130 < found.interval.low < 144.5 < found.interval.high < 160
    same = compare_rows(before, before, 200, names(200))
    assert (same.delta, same.p, same.n_differ) == (0, 1, 0)
