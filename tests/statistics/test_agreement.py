"""Agreement of raters against worked tables, scikit-learn and the krippendorff package."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ontoeval.errors import BadParameter
from ontoeval.statistics.agreement import agreement, krippendorff_alpha, stability


def raters(yes_yes, yes_no, no_yes, no_no):
    first = ["y"] * (yes_yes + yes_no) + ["n"] * (no_yes + no_no)
    second = ["y"] * yes_yes + ["n"] * yes_no + ["y"] * no_yes + ["n"] * no_no
    return first, second


def named(rows):
    return {row.name: row for row in rows}


@pytest.mark.parametrize(
    ("table", "accuracy", "kappa", "ac1"),
    [((20, 5, 10, 15), 0.70, 0.4000, 0.4059), ((90, 4, 4, 2), 0.92, 0.2908, 0.9098)],
)
def test_tables_of_issue_4(table, accuracy, kappa, ac1):
    rows = named(agreement(*raters(*table)))
    assert rows["accuracy"].value == pytest.approx(accuracy)
    assert rows["kappa"].value == pytest.approx(kappa, abs=5e-5)
    assert rows["AC1"].value == pytest.approx(ac1, abs=5e-5)


GRADES = [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 2, 2, 3, 1, 5]
OTHER_GRADES = [1, 2, 3, 4, 4, 2, 2, 3, 5, 5, 1, 4, 3, 1, 3]


@pytest.mark.parametrize(
    ("weighting", "name", "value"),
    [
        ("none", "kappa", 0.5),
        ("linear", "kappa (linear)", 0.653179190751445),
        ("quadratic", "kappa (quadratic)", 0.7836538461538461),
    ],
)
def test_weighted_kappa(weighting, name, value):
    """scikit-learn 1.9.1, cohen_kappa_score(weights=None, "linear", "quadratic")."""
    rows = named(agreement(GRADES, OTHER_GRADES, weighting=weighting))
    assert rows[name].value == pytest.approx(value, abs=1e-14)


#: Krippendorff 2011: four raters, twelve items.
FOUR_RATERS = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
    [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
]


@pytest.mark.parametrize(
    ("scale", "value"),
    [("nominal", 0.743421052631579), ("ordinal", 0.8153875037548814), ("interval", 0.8491071428571428)],
)
def test_alpha(scale, value):
    """krippendorff 0.9.0, alpha(level_of_measurement=scale); the last item has one verdict and does not count."""
    found = krippendorff_alpha(list(zip(*FOUR_RATERS, strict=True)), scale=scale)
    assert found.value == pytest.approx(value, abs=1e-14)
    assert found.n == 11
    assert found.interval.low < value < found.interval.high


def test_every_coefficient_has_an_interval_around_it():
    for row in agreement(*raters(20, 5, 10, 15)):
        assert row.interval.low < row.value < row.interval.high


def test_accuracy_of_independent_items_has_an_exact_interval():
    """35 of 50: Clopper-Pearson .5539 – .8214 (scipy.stats.binomtest(35, 50).proportion_ci())."""
    interval = named(agreement(*raters(20, 5, 10, 15)))["accuracy"].interval
    assert (interval.low, interval.high) == pytest.approx((0.5539, 0.8214), abs=5e-5)
    assert interval.method == "exact 95% (Clopper-Pearson)"


def test_items_of_one_cluster_are_bootstrapped_together():
    first, second = raters(20, 5, 10, 15)
    rows = named(agreement(first, second, ids=[str(place // 10) for place in range(50)]))
    assert rows["accuracy"].interval.method.startswith("bootstrap")
    assert "rough: fewer than 200" in rows["accuracy"].interval.method
    (one,) = {row.interval.method for row in agreement(first, second, ids=["one"] * 50)}
    assert one == "none: fewer than two independent samples"


def test_items_without_both_verdicts_are_left_out():
    rows = named(agreement(["y", None, "n", "y"], ["y", "y", None, "n"]))
    assert (rows["accuracy"].value, rows["accuracy"].n) == (0.5, 2)


def test_no_item_has_no_agreement():
    for row in agreement([], []):
        assert (row.value, row.n, row.interval.low) == (None, 0, None)


def test_one_category_leaves_kappa_undefined_and_says_so():
    rows = named(agreement(["y"] * 5, ["y"] * 5))
    assert (rows["accuracy"].value, rows["kappa"].value, rows["AC1"].value) == (1.0, None, 1.0)
    assert rows["kappa"].interval.method == "none: undefined in most bootstrap replicates"
    assert krippendorff_alpha([["y", "y"]] * 5).value is None
    assert krippendorff_alpha([["y", None]]).interval.method == "none: no item has two verdicts"


def test_perfect_agreement():
    rows = named(agreement(["y", "n", "y"], ["y", "n", "y"]))
    assert {row.value for row in rows.values()} == {1.0}
    assert rows["kappa"].interval.method.startswith("none: ")


labels = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=2, max_size=30)


@given(labels)
def test_raters_and_order_may_be_swapped(pairs):
    first, second = zip(*pairs, strict=True)
    ids = [str(place) for place in range(len(pairs))]
    forth = agreement(first, second, ids=ids, replicates=50)
    back = agreement(second[::-1], first[::-1], ids=ids[::-1], replicates=50)
    for mine, other in zip(forth, back, strict=True):
        assert mine.value == pytest.approx(other.value, abs=1e-12) if mine.value is not None else other.value is None
        if mine.interval.low is not None and mine.name == "accuracy":
            assert mine.interval == other.interval


@given(labels)
def test_nominal_alpha_is_near_the_kappa_of_two_raters(pairs):
    """Both are 1 for full agreement, and alpha is never above 1."""
    alpha = krippendorff_alpha(pairs, replicates=20).value
    assert alpha is None or alpha <= 1
    if alpha is not None and all(a == b for a, b in pairs):
        assert alpha == 1


def test_stability_of_repeated_verdicts():
    """By hand: items 2 and 4 of four flip; their variances are 1/3, the mean of all four is 1/6, its root .40825.
    The means of the runs are .75, .5 and .25: their standard deviation is .25."""
    found = stability([[1, 1, 1], [1, 0, 0], [0, 0, 0], [1, 1, 0]])
    assert (found.n, found.flip_rate) == (4, 0.5)
    assert found.within == pytest.approx(0.40825, abs=5e-6)
    assert found.between == pytest.approx(0.25)
    assert (found.interval.low, found.interval.high) == pytest.approx((0.0676, 0.9324), abs=5e-5)


def test_an_item_with_a_missing_verdict_is_left_out():
    assert stability([[1, 1], [None, 1], [1, 0]]).n == 2


def test_stability_of_words_has_no_spread():
    found = stability([["yes", "no"], ["yes", "yes"]])
    assert (found.flip_rate, found.within, found.between) == (0.5, None, None)


def test_nothing_repeated_is_no_stability():
    found = stability([[1], [0]])
    assert (found.n, found.flip_rate, found.interval.method) == (0, None, "none: no item has two verdicts")


@pytest.mark.parametrize(
    "call",
    [
        lambda: agreement(["a"], []),
        lambda: agreement(["a"], ["a"], weighting="cubic"),
        lambda: agreement(["a"], ["a"], ids=["1", "2"]),
        lambda: krippendorff_alpha([["a", "b"], ["a", "a"]], scale="interval"),
        lambda: krippendorff_alpha([["a", "b"]], scale="ratio"),
        lambda: krippendorff_alpha([["a", "b"]], ids=[]),
        lambda: stability([[1, 1], [1]]),
    ],
)
def test_what_cannot_be_meant_is_refused(call):
    with pytest.raises(BadParameter) as error:
        call()
    assert error.value.expected
