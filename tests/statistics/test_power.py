"""What a number of questions can show: sizes, bounds, power."""

from __future__ import annotations

from itertools import islice
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from ontoeval.errors import BadParameter
from ontoeval.statistics.power import (
    ab_size,
    detectable,
    most_failures,
    n_for_claim,
    required_n,
    required_sizes,
    upper_bound,
)

#: spec/filters.md 3.5: fewest questions whose one-sided 95 % bound is below the rate, by number of failures.
SIZES = {
    0.02: [149, 236, 313, 386, 456, 523, 590, 655],
    0.01: [299, 473, 628, 773, 913, 1049, 1182, 1312],
    0.005: [598, 947, 1258, 1549, 1829, 2100, 2366, 2627],
}


@pytest.mark.parametrize("rate", SIZES)
def test_required_n_of_the_table(rate):
    assert [required_n(rate, failures) for failures in range(8)] == SIZES[rate]


@pytest.mark.parametrize(("rate", "failures"), [(0.02, 0), (0.02, 3), (0.01, 2), (0.3, 1)])
def test_required_n_is_the_first_whose_binomial_tail_is_small_enough(rate, failures):
    """The bound is below the rate when so few failures at that rate have a probability below 5 %: summed here."""

    def tail(n):
        return sum(comb(n, k) * rate**k * (1 - rate) ** (n - k) for k in range(failures + 1))

    n = required_n(rate, failures)
    assert tail(n) < 0.05 <= tail(n - 1)


def test_no_failure_needs_the_logarithm():
    """ln .05 / ln .98 = 148.3."""
    assert required_n(0.02) == 149


@pytest.mark.parametrize(
    ("failures", "n", "bound"),
    [(0, 50, 0.0582), (0, 150, 0.01977), (1, 200, 0.02350), (4, 500, 0.01821), (5, 500, 0.02091)],
)
def test_one_sided_bounds(failures, n, bound):
    """spec/filters.md 3.5: 5.82 %, 1.977 %, 2.350 %, 1.821 %, 2.091 %."""
    assert upper_bound(failures, n) == pytest.approx(bound, abs=5e-5 if bound > 0.05 else 5e-6)


def test_all_failures_bound_nothing():
    assert upper_bound(3, 3) == 1.0


@pytest.mark.parametrize(
    ("expected", "for_80", "for_90"),
    [
        (0.001, (149, 0), (236, 1)),
        (0.002, (236, 1), (236, 1)),
        (0.005, (386, 3), (456, 4)),
        (0.0075, (590, 6), (719, 8)),
        (0.01, (969, 12), (1271, 17)),
        (0.015, (4318, 71), (5895, 100)),
    ],
)
def test_questions_for_a_claim_below_two_percent(expected, for_80, for_90):
    """Summed from binomial probabilities below. spec/filters.md 3.5 has larger designs in seven of these places:
    90 % at .2 % (313), .5 % (523), .75 % (782); both at 1 % (1030, 1331) and 1.5 % (4537, 6111)."""
    for power, found in ((0.8, for_80), (0.9, for_90)):
        assert n_for_claim(0.02, expected, power) == found
        n, most = found
        assert binom.cdf(most, n, expected) >= power
        assert binom.cdf(most, n, 0.02) < 0.05


@pytest.mark.parametrize("expected", [0.001, 0.002, 0.005, 0.0075])
@pytest.mark.parametrize("power", [0.8, 0.9])
def test_no_smaller_design_reaches_the_power(expected, power):
    """Every n below, with the most failures that still show the claim, by direct sums."""
    n, most = n_for_claim(0.02, expected, power)
    smaller, failures = np.arange(1, n)[:, None], np.arange(most + 1)
    shown = binom.cdf(failures, smaller, 0.02) < 0.05
    assert not (shown & (binom.cdf(failures, smaller, expected) >= power)).any()


def test_at_a_fifth_of_a_percent_236_questions_have_92_percent_power():
    """Where the spec says 313: .998**236 + 236 * .002 * .998**235 = .62345 + .29487, by hand."""
    assert pytest.approx(0.91832, abs=5e-6) == 0.998**236 + 236 * 0.002 * 0.998**235


@pytest.mark.parametrize(
    ("before", "after", "n"),
    [(0.10, 0.09, 13_488), (0.10, 0.08, 3_205), (0.20, 0.18, 6_036), (0.02, 0.01, 2_254), (0.05, 0.04, 6_726)],
)
def test_ab_sizes(before, after, n):
    """statsmodels 0.15 NormalIndPower: 13487.31, 3204.71, 6035.94, 2253.66, 6725.82, rounded up."""
    assert ab_size(before, after) == n
    assert ab_size(after, before) == n


@pytest.mark.parametrize(("failures", "n", "most"), [(0, 149, 0), (3, 386, 3), (3, 455, 3), (7, 655, 7)])
def test_most_failures_is_the_inverse(failures, n, most):
    assert most_failures(0.02, n) == most
    assert required_n(0.02, failures) <= n


def test_most_failures_is_searched_by_halves(monkeypatch):
    """1,927 of 100,000 is the first count that does not show a rate below 2 % (scipy 1.17, beta.ppf)."""
    asked = []
    monkeypatch.setattr(
        "ontoeval.statistics.power.upper_bound", lambda *values: asked.append(values) or upper_bound(*values)
    )
    assert most_failures(0.02, 100_000) == 1_926
    assert len(asked) < 20


@pytest.mark.parametrize(("rate", "level"), [(0.02, 0.95), (0.5, 0.95), (0.9999, 0.9), (0.001, 0.999)])
def test_many_sizes_are_those_found_one_by_one(rate, level):
    sizes = list(islice(required_sizes(rate, level), 300))
    assert sizes == [required_n(rate, failures, level) for failures in range(300)]


def test_many_sizes_are_not_searched_one_by_one(monkeypatch):
    """100,000 failures took a search each; now only where the inverse is wrong, which is nowhere here."""
    monkeypatch.setattr("ontoeval.statistics.power.required_n", None)
    assert (
        next(islice(required_sizes(0.02), 5_000, None)) == 255_836
    )  # scipy 1.17, the first n with beta.ppf(.95, 5001, n - 5000) < .02


def test_sizes_beyond_what_can_be_shown_are_refused():
    sizes = required_sizes(0.00001)
    with pytest.raises(BadParameter, match="10,000,000 questions can show"):
        list(islice(sizes, 200))


def test_too_few_questions_show_nothing():
    assert most_failures(0.02, 148) is None


def test_detectable_difference_of_two_runs():
    """(1.9600 + .8416) * sqrt(2) * .05 = .19810, by hand."""
    assert detectable(0.05) == pytest.approx(0.19810, abs=5e-6)


@given(st.floats(0.005, 0.5), st.integers(0, 20))
def test_required_n_grows_with_failures_and_shrinks_with_the_rate(rate, failures):
    assert required_n(rate, failures) < required_n(rate, failures + 1)
    assert required_n(rate, failures) >= required_n(min(rate * 1.5, 0.99), failures)


@pytest.mark.parametrize(
    "call",
    [
        lambda: required_n(0),
        lambda: required_n(1),
        lambda: required_n(float("nan")),
        lambda: required_n(0.02, -1),
        lambda: required_n(0.02, level=1),
        lambda: required_n(1e-9),
        lambda: upper_bound(1, 0),
        lambda: upper_bound(5, 4),
        lambda: n_for_claim(0.02, 0.02),
        lambda: n_for_claim(0.02, 0.0199999),  # some 5e13 questions: refused at once, not after a search
        lambda: n_for_claim(0.02, -0.1),
        lambda: n_for_claim(0.02, 0.01, power=1),
        lambda: ab_size(0.1, 0.1),
        lambda: ab_size(0.1, 1.1),
        lambda: ab_size(0.1, 0.2, power=0),
        lambda: detectable(0.1, alpha=0),
    ],
)
def test_impossible_questions_are_refused(call):
    with pytest.raises(BadParameter, match="is not allowed") as error:
        call()
    assert error.value.expected
