"""The kinds of rows, their values, and averages."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ontoeval.statistics.bootstrap import fixed_point, replicate_sums, replicate_values, weights
from ontoeval.statistics.rows import FScore, Histogram, Mean, Ratio, Rows, Table, averaged

counts = st.integers(0, 6)


def total_by_label(columns):
    return columns["count"].sum(axis=-1)


def test_mean_leaves_out_undefined_rows():
    rows = Mean([0.2, 99.0, 0.4], [1, 0, 1])
    assert rows.sums().value == pytest.approx(0.3)
    assert rows.sums().shown == {"sum": 0.2 + 0.4, "count": 2.0}
    assert math.isnan(rows.values(3)[1])
    assert rows.defined(3).tolist() == [True, False, True]


def test_ratio_sums_before_it_divides():
    rows = Ratio([1, 0, 3], [1, 0, 8])
    assert rows.sums().value == 4 / 9
    assert averaged(rows, "macro", 3).sums().value == (1 + 3 / 8) / 2  # the unit without denominator has no value


@pytest.mark.parametrize(
    ("tp", "fp", "fn", "value"),
    [
        (1, 1, 1, 0.5),
        (0, 0, 0, None),  # nothing to find, nothing found
        (0, 3, 0, 0.0),  # only predictions
        (0, 0, 3, 0.0),  # only gold
        (0, 2, 3, 0.0),
        (3, 0, 0, 1.0),
        (1052, 177, 1070, 2104 / 3351),  # neleval 3.1.1 on GSC+: .628
    ],
)
def test_fscore_is_undefined_only_when_both_denominators_are_zero(tp, fp, fn, value):
    assert FScore.counts([tp], [fp], [fn]).sums().value == value


def test_fscore_weighs_recall_by_beta():
    """P = 1/2, R = 1/4: F2 = 5 P R / (4 P + R) = .625 / 2.25; F.5 = 1.25 P R / (.25 P + R) = .15625 / .375."""
    rows = {beta: FScore([1], [2], [1], [4], beta=beta).sums().value for beta in (1.0, 2.0, 0.5)}
    assert rows[1.0] == pytest.approx(1 / 3)
    assert rows[2.0] == pytest.approx(0.2777777778)
    assert rows[0.5] == pytest.approx(0.4166666667)


@given(st.integers(1, 10**7), st.floats(0.01, 100))
def test_fscore_of_a_perfect_run_is_exactly_one(n, beta):
    assert FScore.counts([n], [0], [0], beta=beta).sums().value == 1.0


@given(st.lists(st.tuples(counts, counts, counts), min_size=1), st.floats(0.01, 100))
def test_fscore_lies_between_precision_and_recall(triples, beta):
    tp, fp, fn = np.array(triples).T
    rows = FScore.counts(tp, fp, fn, beta=beta)
    value, shown = rows.sums().value, rows.sums().shown
    if "precision" in shown and "recall" in shown:
        low, high = sorted((shown["precision"], shown["recall"]))
        assert low - 1e-12 <= value <= high + 1e-12
        assert 0 <= value <= 1


def test_fscore_shows_counts_where_the_numerators_agree():
    assert FScore.counts([2], [1], [3]).sums().shown == {"tp": 2, "fp": 1, "fn": 3, "precision": 2 / 3, "recall": 2 / 5}
    assert FScore([1], [2], [2], [4]).sums().shown == {
        "p_num": 1,
        "p_den": 2,
        "r_num": 2,
        "r_den": 4,
        "precision": 0.5,
        "recall": 0.5,
    }


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_nan_and_infinity_are_refused(bad):
    for make in (
        lambda: Mean([1.0, bad]),
        lambda: Ratio([bad, 1.0], [1, 1]),
        lambda: FScore([1, 1], [1, 1], [1, 1], [bad, 1]),
        lambda: Histogram([bad], edges=[0, 1, 2], statistic=total_by_label),
    ):
        with pytest.raises(ValueError, match=r"NaN or infinity|outside the bins"):
            make()


def test_nan_of_an_undefined_row_is_ignored():
    assert Mean([math.nan, 1.0], [0, 1]).sums().value == 1.0


def test_columns_of_different_length_are_refused():
    with pytest.raises(ValueError, match="differ in length"):
        Ratio([1, 2], [1])


def test_rows_of_nothing_have_no_value():
    for rows in (Mean([]), Ratio([], []), FScore.counts([], [], [])):
        assert rows.sums().value is None
        assert np.isnan(rows.values(2)).all()
        assert not rows.defined(2).any()


def test_units_may_have_several_rows():
    rows = Ratio([1, 0, 1], [1, 1, 1], sample=[2, 2, 0])
    values = rows.values(3)
    assert values[0] == 1.0
    assert math.isnan(values[1])
    assert values[2] == 0.5


@given(
    st.lists(st.tuples(st.floats(-1e6, 1e6), st.integers(0, 1), st.integers(0, 3)), min_size=1, max_size=40),
    st.data(),
)
def test_sums_add_to_the_same_bits_for_every_partition(rows, data):
    value, defined, part = (np.array(column) for column in zip(*rows, strict=True))
    order = np.array(data.draw(st.permutations(range(len(rows)))))
    whole = Mean(value, defined).sums()
    first, *rest = [Mean(value[order][part[order] == p], defined[order][part[order] == p]).sums() for p in range(4)]
    for more in rest:
        first = first + more
    assert first.value == whole.value
    assert first.shown == whole.shown


def keyed(values, keys, labels, defined=None):
    value = np.asarray(values, dtype=np.float64)
    ones = np.ones(len(value), dtype=np.int64) if defined is None else defined
    return Mean(value, ones).like({"value": value * ones, "defined": ones}, np.arange(len(value)), keys, labels)


def test_macro_over_a_key_is_the_mean_over_its_defined_values():
    """a: (1 + 0) / 2, b: 1, c: no defined row; the mean of .5 and 1."""
    rows = keyed([1.0, 0.0, 1.0, 5.0], [0, 0, 1, 2], ["a", "b", "c"], np.array([1, 1, 1, 0]))
    assert averaged(rows, "macro:key", 4).sums().value == 0.75


def test_macro_over_a_key_adds_over_parts_with_different_keys():
    """a: (1 + .25) / 2, b: 0, c: .5; their mean is 1.125 / 3."""
    left = averaged(keyed([1.0, 0.0], [1, 0], ["b", "a"]), "macro:key", 2).sums()
    right = averaged(keyed([0.5, 0.25], [0, 1], ["c", "a"]), "macro:key", 2).sums()
    assert (left + right).value == (right + left).value == 0.375


def test_macro_over_no_key_at_all_adds():
    """A part whose samples have no key contributes nothing."""
    empty = averaged(keyed([], [], []), "macro:key", 0)
    full = averaged(keyed([1.0, 0.0], [0, 1], ["a", "b"]), "macro:key", 2)
    assert empty.sums().value is None
    assert (empty.sums() + full.sums()).value == (full.sums() + empty.sums()).value == 0.5
    assert (empty.sums() + empty.sums()).value is None


def test_macro_over_a_key_needs_keys():
    with pytest.raises(ValueError, match="needs keyed rows"):
        averaged(Mean([1.0]), "macro:key", 1)


def last_label_share(columns):
    return columns["count"][..., -1] / columns["count"].sum(axis=-1)


def test_table_statistic_sees_keys_in_the_order_of_their_size():
    """Numbers by size and not by text: 10 comes after 9."""
    rows = Table({"count": [1, 1, 2]}, key=[0, 1, 1], labels=[9, 10], statistic=last_label_share)
    assert rows.sums().value == 0.75
    turned = Table({"count": [1, 1, 2]}, key=[1, 0, 0], labels=[10, 9], statistic=last_label_share)
    assert turned.sums().value == 0.75
    assert (turned.sums() + rows.sums()).value == 0.75


def test_bootstrap_of_a_table_sees_the_same_order_of_keys():
    """With every weight 1 the replicate is the value itself."""
    rows = Table({"count": [1, 1, 2]}, key=[1, 0, 0], labels=[10, 9], statistic=last_label_share)
    once = fixed_point(rows, 3).sum(axis=0, keepdims=True)
    assert replicate_values(rows, once).tolist() == [0.75]


def test_table_has_no_value_for_one_unit():
    rows = Table({"count": [1]}, key=[0], labels=["a"], statistic=total_by_label)
    assert np.isnan(rows.values(1)).all()
    assert rows.sums().shown == {}
    assert rows.sums().value == 1.0


def shares(columns):
    return columns["count"][..., 0]


def test_histogram_bins_hold_their_lower_edge_and_the_last_one_both():
    rows = Histogram([0.0, 0.5, 1.0, 1.5, 2.0], edges=[0, 1, 2], statistic=shares)
    sums = rows.sums()
    assert rows.labels == [(0.0, 1.0), (1.0, 2.0)]
    assert sums.columns["count"] == [2, 3]
    assert [float(total) for total in sums.columns["sum"]] == [0.5, 4.5]


@pytest.mark.parametrize("value", [-0.001, 2.001, math.nan])
def test_histogram_refuses_values_outside_its_bins(value):
    with pytest.raises(ValueError, match=r"outside the bins \[0.0, 2.0\]"):
        Histogram([0.5, value], edges=[0, 1, 2], statistic=shares)


def quantile_bin(columns):
    """The position of the bin that holds the median."""
    seen = np.cumsum(columns["count"], axis=-1)
    return (seen < seen[..., -1:] / 2).sum(axis=-1).astype(np.float64)


def test_histogram_bins_come_in_order_of_size():
    """As text "(10.0, 20.0)" would come before "(2.0, 10.0)"."""
    rows = Histogram([1, 3, 5, 15, 25], edges=[0, 2, 10, 20, 30], statistic=quantile_bin)
    assert rows.sums().value == 1.0


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30), st.integers(0, 30))
def test_histograms_add(values, cut):
    def made(part):
        return Histogram(part, edges=np.linspace(0, 1, 11), statistic=quantile_bin).sums()

    whole, parts = made(values), made(values[:cut]) + made(values[cut:])
    assert parts.columns == whole.columns
    assert parts.value == whole.value


def test_kind_without_value_is_refused():
    with pytest.raises(NotImplementedError):
        Rows({"a": [1]}).sums().value  # noqa: B018


def test_replicates_of_integer_rows_are_weighted_sums_by_hand():
    rows = Ratio([1, 0, 1], [1, 1, 2])
    ids = np.array([1, 2, 3], dtype=np.uint64)
    drawn = weights(ids, 4, 0).astype(int)
    sums = replicate_sums([fixed_point(rows, 3)], ids, replicates=4, seed=0)[0]
    assert sums[:, 0].tolist() == [int(w[0] + w[2]) for w in drawn.T]
    assert sums[:, 1].tolist() == [int(w[0] + w[1] + 2 * w[2]) for w in drawn.T]


def test_units_are_counted_anew():
    rows, units = Mean([0.1, 0.2, 0.3], [1, 0, 1], sample=[7, 3, 7]).compact()
    assert units.tolist() == [3, 7]
    assert rows.sample.tolist() == [1, 0, 1]
    assert Mean([0.1, 0.2, 0.3], [1, 0, 1], sample=[7, 3, 7]).used().tolist() == [7]


def test_rows_are_taken_in_the_order_asked_for():
    taken = Table({"count": [1, 2, 3]}, sample=[0, 1, 2], key=[1, 0, 1], labels=["a", "b"]).take(np.array([2, 1]))
    assert (taken.columns["count"].tolist(), taken.sample.tolist(), taken.key.tolist()) == ([3, 2], [2, 1], [1, 0])
