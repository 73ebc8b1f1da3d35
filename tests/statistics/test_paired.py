"""Paired comparison: randomization against scipy and brute force, McNemar and Holm against statsmodels."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import permutation_test, ttest_rel

from ontoeval.statistics.bootstrap import identity
from ontoeval.statistics.paired import compare_rows, holm, mcnemar
from ontoeval.statistics.rows import FScore, Mean, Ratio, Table


def names(n):
    return identity(f"q{place}" for place in range(n))


def paired(a, b, clusters=None, **options):
    n = len(next(iter(a.columns.values())))
    hashes = names(n) if clusters is None else identity(clusters)
    return compare_rows(a, b, n, hashes, **options)


def scipys(first, second):
    """scipy.stats.permutation_test with every assignment."""

    def difference(a, b, axis):
        return np.mean(b, axis=axis) - np.mean(a, axis=axis)

    found = permutation_test(
        (np.array(first), np.array(second)), difference, permutation_type="samples", n_resamples=np.inf
    )
    return found.pvalue


SCORES = {
    "reals": ([0.1, 0.4, 0.35, 0.8, 0.2, 0.6, 0.9], [0.3, 0.5, 0.3, 0.95, 0.6, 0.7, 0.85]),
    "thirds tie with wholes": ([0, 0, 0, 1, 0.5], [1 / 3, 1 / 3, 1 / 3, 0, 0.5]),
    "nearly all ties": ([0, 0, 0, 0, 0, 1], [1, 1, 0, 0, 0, 0]),
    "ndcg-like": ([0.6309, 1, 0.5, 0, 0.43, 0.387, 1, 0.631], [1, 1, 0.6309, 0.5, 0.43, 1, 0.6309, 1]),
}


@pytest.mark.parametrize("name", SCORES)
def test_few_questions_are_tested_exactly_as_by_scipy(name):
    first, second = SCORES[name]
    found = paired(Mean(first), Mean(second))
    assert found.p == pytest.approx(scipys(first, second), abs=1e-12)
    assert found.test.startswith("exact randomization test")


@given(st.lists(st.tuples(st.sampled_from([0, 1 / 3, 0.5, 2 / 3, 1]), st.sampled_from([0, 0.25, 0.5, 1])), min_size=2))
@settings(max_examples=40, deadline=None)
def test_any_few_questions_are_tested_exactly_as_by_scipy(pairs):
    first, second = zip(*pairs[:9], strict=True)
    assert paired(Mean(first), Mean(second), replicates=20).p == pytest.approx(scipys(first, second), abs=1e-12)


def test_many_questions_agree_with_the_t_test():
    random = np.random.default_rng(4)
    first = random.random(300)
    second = first + random.normal(0.03, 0.2, 300)
    found = paired(Mean(first), Mean(second))
    assert found.test == "randomization test, 10000 swaps (seed=0)"
    assert found.p == pytest.approx(ttest_rel(first, second).pvalue, abs=0.015)  # three standard errors of the swaps
    error = np.std(second - first, ddof=1) / np.sqrt(300)
    assert found.interval.error == pytest.approx(error, rel=0.08)


def f1(tp, fp, fn):
    return 2 * tp / (2 * tp + fp + fn)


def test_ratios_of_sums_are_tested_by_computing_them_anew_on_every_swap():
    """Every swap of six questions' counts, enumerated here; F1 = 2 tp / (2 tp + fp + fn)."""
    first = np.array([[2, 0, 1], [1, 1, 0], [0, 2, 1], [3, 0, 0], [1, 0, 2], [0, 0, 1]])
    second = np.array([[3, 0, 0], [1, 0, 0], [1, 1, 0], [2, 1, 1], [3, 0, 0], [1, 0, 0]])
    observed = f1(*second.sum(axis=0)) - f1(*first.sum(axis=0))
    sizes = []
    for swap in product([False, True], repeat=6):
        keep = np.array(swap)[:, None]
        a, b = np.where(keep, second, first), np.where(keep, first, second)
        sizes.append(abs(f1(*b.sum(axis=0)) - f1(*a.sum(axis=0))))
    expected = np.mean(np.array(sizes) >= abs(observed) - 1e-12)
    found = paired(FScore.counts(*first.T), FScore.counts(*second.T))
    assert (found.delta, found.p) == (pytest.approx(observed), expected)
    assert found.test == "exact randomization test, 64 swaps"


def test_ratios_of_sums_are_not_means_of_ratios():
    """One long document against many short ones: the total falls although most questions rise."""
    found = paired(Ratio([90, 0, 0, 0], [100, 1, 1, 1]), Ratio([40, 1, 1, 1], [100, 1, 1, 1]))
    assert found.delta == pytest.approx(43 / 103 - 90 / 103)


# 0/1 metrics


@pytest.mark.parametrize(
    ("only_second", "only_first", "p"),
    [(8, 1, 0.0390625), (5, 5, 1.0), (12, 3, 0.03515625), (0, 6, 0.03125), (1, 0, 1.0), (0, 0, 1.0)],
)
def test_mcnemar(only_second, only_first, p):
    """statsmodels 0.15 mcnemar(exact=True)."""
    assert mcnemar(only_second, only_first) == pytest.approx(p, rel=1e-12)


def flipped(up, down, same):
    first = [0] * up + [1] * down + [1, 0] * same
    second = [1] * up + [0] * down + [1, 0] * same
    return Mean(first), Mean(second)


def test_flips_of_a_share_are_counted_and_tested_exactly():
    found = paired(*flipped(12, 3, 100))
    assert found.flips == (12, 3)
    assert found.p == found.mcnemar == pytest.approx(0.03515625, rel=1e-12)
    assert found.test == "exact randomization test (McNemar)"
    assert (found.n, found.n_differ) == (215, 15)


def test_mcnemar_is_the_limit_of_the_random_swaps():
    a, b = flipped(30, 15, 10)
    clustered = paired(a, b, clusters=[*map(str, range(64)), "0"])  # one cluster repeats: no share of questions
    assert clustered.mcnemar is None
    assert clustered.test.startswith("randomization test")
    assert clustered.p == pytest.approx(mcnemar(30, 15), abs=0.02)


def test_questions_without_a_value_in_one_run_are_no_flips():
    first, second = Mean([0, 0, 1], [1, 1, 1]), Mean([0, 1, 0], [0, 1, 1])
    found = paired(first, second)
    assert found.flips == (1, 1)
    assert not found.test.endswith("(McNemar)")


def test_measures_with_values_between_have_no_flips():
    found = paired(Mean([0.5, 1]), Mean([1, 1]))
    assert (found.flips, found.mcnemar) == (None, None)


# Exact bounds


def test_bounds_of_a_difference_of_means():
    """None of 50 falls, one rises: .0711 and .1065, upper Clopper-Pearson bounds (.025 ** (1 / 50) and scipy)."""
    found = paired(Mean([0.5] * 50), Mean([1] + [0.5] * 49))
    assert found.bounds == pytest.approx((-0.0711, 0.1065), abs=5e-5)


@pytest.mark.parametrize(
    ("a", "b", "clusters"),
    [
        (Ratio([1, 2], [2, 2]), Ratio([2, 2], [2, 2]), None),
        (Mean([3, 1]), Mean([1, 1]), None),
        (Mean([1, 1]), Mean([1, 0]), ["a", "a"]),
        (Mean([1, 1], [1, 0]), Mean([1, 0]), None),
    ],
)
def test_no_exact_bounds_elsewhere(a, b, clusters):
    assert paired(a, b, clusters).bounds is None


# Awkward input


def test_equal_runs():
    found = paired(Mean([0.5, 1, 0]), Mean([0.5, 1, 0]))
    assert (found.delta, found.p, found.n_differ) == (0, 1.0, 0)
    assert found.interval.method == "none: no question differs"


def test_one_question_and_one_cluster():
    for clusters, values in ((["a"], [0.2]), (["a", "a", "a"], [0.2, 0.3, 0.1])):
        found = paired(Mean(values), Mean([value + 0.5 for value in values]), clusters)
        assert (found.n, found.n_differ, found.p) == (1, 1, 1.0)
        assert found.interval.method == "none: fewer than two independent samples"


def test_two_questions_can_show_nothing():
    assert paired(Mean([0.0, 0.1]), Mean([1.0, 0.9])).p == 0.5


def test_no_question_or_no_value():
    found = compare_rows(Mean([]), Mean([]), 0, names(0))
    assert (found.a, found.delta, found.p, found.n) == (None, None, None, 0)
    found = paired(Ratio([0, 0], [0, 0]), Ratio([1, 0], [1, 1]))
    assert (found.a, found.b, found.delta, found.test) == (None, 0.5, None, "none: a value is undefined")


def test_clusters_are_swapped_whole():
    """Ten questions of two users: four swaps, and the smallest p is 1/2."""
    found = paired(Mean([0] * 10), Mean([0.5] * 10), clusters=list("aaaaabbbbb"))
    assert (found.n, found.n_differ, found.p) == (2, 2, 0.5)


def test_huge_and_tiny_weights_change_neither_p_nor_interval():
    random = np.random.default_rng(1)
    values, others = random.random(40), random.random(40)
    weights = random.random(40) + 0.5

    def found(scale):
        a, b = (Mean(numbers).weighted(weights * scale) for numbers in (values, others))
        return paired(a, b)

    plain = found(1.0)
    for scale in (2.0**-40, 2.0**40):
        scaled = found(scale)
        assert scaled.p == plain.p
        assert (scaled.interval.low, scaled.interval.high) == pytest.approx(
            (plain.interval.low, plain.interval.high), abs=1e-6
        )


# The same bits


def test_order_of_the_questions_does_not_matter():
    random = np.random.default_rng(2)
    n = 60
    first, second, clusters = random.random(n), random.random(n), [f"u{place % 25}" for place in range(n)]
    shuffled = random.permutation(n)
    forth = paired(Mean(first), Mean(second), clusters)
    back = paired(Mean(first[shuffled]), Mean(second[shuffled]), [clusters[place] for place in shuffled])
    assert forth == back


def test_keys_may_come_in_any_order_and_differ_between_runs():
    def rows(labels, key, hit):
        return Table({"hit": hit}, key=key, labels=labels, statistic=lambda c: (c["hit"] > 0).mean(axis=-1))

    one = compare_rows(rows(["a", "b"], [0, 1, 0], [1, 0, 1]), rows(["b", "a"], [0, 1, 1], [1, 1, 0]), 3, names(3))
    assert (one.a, one.b, one.delta) == (0.5, 1.0, 0.5)


# Holm


@pytest.mark.parametrize(
    ("values", "adjusted"),
    [
        ([0.01, 0.04, 0.03, 0.005, 0.5, 0.02], [0.05, 0.09, 0.09, 0.03, 0.5, 0.08]),
        ([0.02, 0.02, 0.02, 0.9], [0.08, 0.08, 0.08, 0.9]),
        ([0.6, 0.7], [1.0, 1.0]),
        ([], []),
    ],
)
def test_holm(values, adjusted):
    """statsmodels 0.15 multipletests(method="holm")."""
    assert holm(values) == pytest.approx(adjusted)


def test_holm_leaves_out_what_has_no_p():
    assert holm([None, 0.04, None]) == [None, 0.04, None]


@given(st.lists(st.floats(0, 1), max_size=20))
def test_holm_keeps_the_order_and_never_lowers_p(values):
    adjusted = holm(values)
    assert all(before <= after <= 1 for before, after in zip(values, adjusted, strict=True))
    assert sorted(adjusted) == [adjusted[place] for place in sorted(range(len(values)), key=values.__getitem__)]
