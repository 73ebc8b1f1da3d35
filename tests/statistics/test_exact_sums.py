"""Sums of doubles are exact: checked against fractions.Fraction and math.fsum."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ontoeval.statistics.exact as exact
from ontoeval.statistics.exact import ExactSum, grouped

finite = st.floats(allow_nan=False, allow_infinity=False, width=64)
moderate = st.floats(min_value=-1e300, max_value=1e300, allow_subnormal=True)


def rational(values: list[float]) -> Fraction:
    return sum((Fraction(value) for value in values), Fraction(0))


@given(st.lists(finite, max_size=40))
def test_sum_is_the_rational_sum(values):
    assert Fraction(ExactSum.of(values).units, 2**1128) == rational(values)


@given(st.lists(moderate, max_size=40))
def test_read_value_is_rounded_once(values):
    assert float(ExactSum.of(values)) == math.fsum(values)


@given(st.lists(moderate, min_size=1, max_size=30), st.data())
def test_order_and_splitting_change_nothing(values, data):
    shuffled = data.draw(st.permutations(values))
    cut = data.draw(st.integers(0, len(values)))
    parts = ExactSum.of(shuffled[:cut]) + ExactSum.of(shuffled[cut:])
    assert parts == ExactSum.of(values)
    assert hash(parts) == hash(ExactSum.of(values))


@pytest.mark.parametrize(
    ("values", "total"),
    [
        ([], 0.0),
        ([5e-324] * 3, 1.5e-323),  # subnormals: 3 × 2**-1074
        ([1e308, 5e-324, -1e308], 5e-324),  # cancelling: a float loop gives 0.0
        ([1e308, 1e308, -1e308, -1e308, 1.0], 1.0),  # a float loop overflows
        ([0.1] * 10, 1.0),  # a float loop gives 0.9999999999999999
        ([1e16, 1.0, -1e16], 1.0),  # a float loop gives 0.0
        ([-0.0, 0.0], 0.0),
        ([1.7976931348623157e308], 1.7976931348623157e308),
        ([2.2250738585072014e-308, -5e-324], 2.225073858507201e-308),
    ],
)
def test_hard_cases(values, total):
    assert float(ExactSum.of(values)) == total


def test_integers_add_to_sums_of_doubles():
    assert float(ExactSum.of([0.5]) + 3) == 3.5
    assert float(2 + ExactSum.of([0.25])) == 2.25
    assert float(sum([ExactSum.of([0.1]), ExactSum.of([0.2])])) == math.fsum([0.1, 0.2])


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_nan_and_infinity_are_refused(bad):
    with pytest.raises(ValueError, match="NaN or infinity"):
        ExactSum.of([1.0, bad])


@given(st.lists(st.tuples(moderate, st.integers(0, 4)), max_size=40))
def test_groups_are_summed_apart(pairs):
    values = np.array([value for value, _ in pairs], dtype=np.float64)
    groups = np.array([group for _, group in pairs], dtype=np.int64)
    sums = grouped(values, groups, 5)
    for group in range(5):
        assert sums[group] == ExactSum.of([value for value, mine in pairs if mine == group])


def test_chunks_change_nothing(monkeypatch):
    values = np.random.default_rng(0).standard_normal(1000) * 10.0 ** np.arange(-200, 200, 0.4)
    before = ExactSum.of(values)
    monkeypatch.setattr(exact, "_CHUNK", 7)
    assert ExactSum.of(values) == before
    monkeypatch.setattr(exact, "_MOST_CELLS", 1)
    assert ExactSum.of(values) == before
    groups = np.arange(1000) % 700  # more groups times exponents than values
    assert [float(total) for total in grouped(values, groups, 700)] == [
        math.fsum(values[group::700]) for group in range(700)
    ]
    assert float(before) == math.fsum(values)
