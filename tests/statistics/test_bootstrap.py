"""Weights and replicates of the Poisson bootstrap."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ontoeval.statistics.bootstrap as bootstrap
from ontoeval.statistics.bootstrap import fixed_point, identity, replicate_sums, replicate_values, weights
from ontoeval.statistics.intervals import intervals
from ontoeval.statistics.rows import FScore, Mean, Ratio, Table


def names(n: int) -> list[str]:
    return [f"item {number}" for number in range(n)]


def test_table_has_the_moments_of_poisson_one():
    """spec/kernel.md: mean 1.000000, variance .999969, maximum 8."""
    table = bootstrap._poisson_table().astype(np.float64)
    assert len(table) == 65536
    assert table.mean() == pytest.approx(1.000000, abs=5e-7)
    assert table.var() == pytest.approx(0.999969, abs=5e-7)
    assert table.max() == 8


def test_table_has_the_probabilities_of_poisson_one():
    """e**-1 / k! of 65,536: 24109.3, 24109.3, 12054.7, 4018.2 (worked by hand)."""
    counts = np.bincount(bootstrap._poisson_table())
    assert counts[:4].tolist() == pytest.approx([24109, 24109, 12055, 4018], abs=1)


def test_identity_is_blake2b_read_as_little_endian():
    """hashlib.blake2b(b"q1", digest_size=8), read as a little-endian number by Python 3.11."""
    assert identity(["q1"]).tolist() == [7530267129497158631]
    assert identity([]).tolist() == []


def test_weights_are_the_recorded_ones():
    """Recorded from version 1 of the weights: a change needs a new WEIGHTS_VERSION."""
    assert bootstrap.WEIGHTS_VERSION == 1
    assert weights(identity(["q1", "q2"]), 12, 0).tolist() == [
        [1, 1, 0, 0, 1, 0, 0, 2, 1, 0, 1, 0],
        [0, 1, 1, 0, 1, 0, 1, 1, 1, 0, 1, 0],
    ]


def test_weights_depend_on_the_id_only():
    ids = identity(names(50))
    whole = weights(ids, 37, seed=3)
    for place in (0, 17, 49):
        np.testing.assert_array_equal(weights(ids[place : place + 1], 37, seed=3)[0], whole[place])
    np.testing.assert_array_equal(weights(ids[::-1], 37, seed=3), whole[::-1])


def test_more_replicates_leave_the_first_ones():
    ids = identity(names(5))
    np.testing.assert_array_equal(weights(ids, 10, seed=0), weights(ids, 203, seed=0)[:, :10])


def test_another_seed_gives_other_weights():
    ids = identity(names(100))
    assert (weights(ids, 100, seed=0) != weights(ids, 100, seed=1)).mean() > 0.5


def test_weights_of_many_ids_have_mean_and_variance_one():
    drawn = weights(identity(names(2000)), 200, seed=0).astype(np.float64)
    assert drawn.mean() == pytest.approx(1, abs=0.01)  # standard error .0016
    assert drawn.var() == pytest.approx(1, abs=0.02)
    assert abs(np.corrcoef(drawn[:, 0], drawn[:, 1])[0, 1]) < 0.1  # replicates are independent


def test_standard_deviation_of_a_ratio_of_sixty():
    """spec/kernel.md: .0535 at n = 60 (analytic .0516); a share p of 60 has p(1 - p)/60 = .0516² at p = .8."""
    rows = Ratio(np.arange(60) < 48, np.ones(60, dtype=np.int64))
    assert np.sqrt(0.8 * 0.2 / 60) == pytest.approx(0.0516, abs=5e-5)
    deviations = []
    for seed in range(5):
        sums = replicate_sums([fixed_point(rows, 60)], identity(names(60)), replicates=2000, seed=seed)[0]
        deviations.append(replicate_values(rows, sums).std())
    assert np.mean(deviations) == pytest.approx(0.0525, abs=0.0025)


@pytest.fixture
def many():
    chance = np.random.default_rng(7)
    n = 300
    tp = chance.integers(0, 5, n)
    rows = [
        FScore.counts(tp, chance.integers(0, 3, n), chance.integers(0, 3, n)),
        Mean(chance.random(n), chance.integers(0, 2, n)),
        Ratio(tp, tp + 1),
        Table(
            {"count": np.ones(n, dtype=np.int64), "sum": chance.random(n)},
            key=chance.integers(0, 4, n),
            labels=[10, 9, 2, "x"],
            statistic=lambda columns: (columns["count"] * np.array([1.0, 2.0, 3.0, 4.0])).sum(axis=-1) / n,
        ),
    ]
    return rows, identity(names(n))


def permuted(rows, order):
    place = np.argsort(order)
    return rows.like(rows.columns, place[rows.sample], rows.key, rows.labels)


@pytest.mark.parametrize("seed", [0, 1])
def test_order_of_units_changes_no_interval(many, seed):
    rows, ids = many
    order = np.random.default_rng(seed).permutation(300)
    before = intervals(rows, 300, ids, replicates=101, seed=seed)
    after = intervals([permuted(one, order) for one in rows], 300, ids[order], replicates=101, seed=seed)
    assert after == before
    assert all(interval.low < interval.high for interval in before)


@pytest.mark.parametrize(("rows_at_once", "weight_bytes"), [(1, 1 << 26), (7, 1 << 26), (1 << 15, 5000), (299, 10)])
def test_chunks_change_no_interval(many, monkeypatch, rows_at_once, weight_bytes):
    rows, ids = many
    before = intervals(rows, 300, ids, replicates=50)
    monkeypatch.setattr(bootstrap, "_ROWS_AT_ONCE", rows_at_once)
    monkeypatch.setattr(bootstrap, "_WEIGHT_BYTES", weight_bytes)
    assert intervals(rows, 300, ids, replicates=50) == before


def test_splitting_the_rows_of_a_unit_changes_no_interval():
    """Two rows of one unit count as their sum."""
    whole = Ratio([2, 1, 0], [3, 2, 2])
    split = Ratio([1, 1, 1, 0], [2, 1, 2, 2], sample=[0, 0, 1, 2])
    ids = identity(names(3))
    assert intervals([whole], 3, ids, replicates=99) == intervals([split], 3, ids, replicates=99)


def test_repeated_cluster_is_one_draw():
    """Two questions of one cluster have one weight: as if they were one question with the sum of both."""
    apart = Ratio([1, 1, 0, 2], [2, 2, 2, 2])
    joined = Ratio([2, 0, 2], [4, 2, 2])
    clusters = identity(["anna", "anna", "bob", "eve"])
    one = intervals([apart], 4, clusters, replicates=200)
    two = intervals([joined], 3, identity(["anna", "bob", "eve"]), replicates=200)
    assert one == two


@given(st.lists(st.integers(-(1 << 40), 1 << 40), min_size=1, max_size=20), st.integers(0, 3))
def test_weighted_sums_are_exact_for_large_columns(column, seed):
    """Against Python's integers, also where float64 could not hold the products."""
    ids = identity(names(len(column)))
    matrix = np.array(column, dtype=np.int64)[:, None] * 4096
    drawn = weights(ids, 5, seed).tolist()
    sums = replicate_sums([matrix], ids, replicates=5, seed=seed)[0]
    expected = [sum(w[b] * value * 4096 for w, value in zip(drawn, column, strict=True)) for b in range(5)]
    assert sums[:, 0].tolist() == expected


def test_integers_too_large_for_the_bootstrap_say_so():
    rows = Ratio([1 << 60, 1, 1], [1, 1, 2])
    (interval,) = intervals([rows], 3, identity(names(3)))
    assert interval.low is None
    assert interval.method == "none: values too large for the bootstrap"


def test_huge_doubles_keep_nine_digits():
    """The fixed point moves with the largest value; bounds are values of the sample here."""
    (interval,) = intervals([Mean([1e12, 2e12, 5e12])], 3, identity(names(3)))
    assert (interval.low, interval.high) == pytest.approx((1e12, 5e12), rel=1e-8)


def test_large_doubles_have_an_interval_around_their_mean():
    rows = Mean(np.linspace(1e6, 2e6, 100))
    (interval,) = intervals([rows], 100, identity(names(100)), replicates=200)
    assert 1e6 < interval.low < 1.5e6 < interval.high < 2e6
