"""The best one-to-one assignment against all assignments, and the way without a dense matrix."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ontoeval.statistics import assignment
from ontoeval.statistics.assignment import best_pairs, best_total, numbered

edges = st.dictionaries(st.tuples(st.integers(0, 4), st.integers(0, 4)), st.integers(0, 9), min_size=1, max_size=12)


def by_trying(gains: dict[tuple[int, int], int]) -> int:
    """The best total over all permutations of five nodes."""
    return max(sum(gains.get((left, right), 0) for left, right in enumerate(order)) for order in permutations(range(5)))


def arrays(gains: dict[tuple[int, int], int]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    ends = np.array(list(gains), dtype=np.int64)
    return ends[:, 0], ends[:, 1], np.array(list(gains.values()), dtype=np.float64)


@given(edges)
def test_total_is_the_best_of_all_assignments(gains):
    left, right, gain = arrays(gains)
    assert best_total(left, right, gain[None]).tolist() == [by_trying(gains)]


@given(edges)
def test_pairs_use_each_node_once_and_bring_the_best_total(gains):
    left, right, gain = arrays(gains)
    chosen = best_pairs(left, right, gain)
    assert len(set(left[chosen])) == len(set(right[chosen])) == len(chosen)
    assert gain[chosen].sum() == by_trying(gains)
    assert (gain[chosen] > 0).all()


@given(edges)
def test_large_parts_are_assigned_without_a_dense_matrix(gains):
    left, right, gain = arrays(gains)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(assignment, "_MOST_DENSE", 0)
        assert best_total(left, right, gain[None]).tolist() == [by_trying(gains)]


def test_rows_of_gains_are_independent():
    """The greedy choice is best in the second row only: 3 > 1 + 1, but 3 < 2 + 2."""
    left, right = np.array([0, 0, 1]), np.array([0, 1, 0])
    assert best_total(left, right, np.array([[3.0, 2.0, 2.0], [3.0, 1.0, 1.0]])).tolist() == [4.0, 3.0]


def test_nothing_to_assign():
    none = np.zeros(0, dtype=np.int64)
    assert best_pairs(none, none, np.zeros(0)).tolist() == []
    assert best_total(none, none, np.zeros((2, 0))).tolist() == [0.0, 0.0]


@given(st.lists(st.integers(0, 5) | st.integers(1_000, 100_000), min_size=1, max_size=40))
def test_numbers_are_those_of_sorting(values):
    expected = np.unique(values, return_inverse=True)
    assert [found.tolist() for found in numbered(np.array(values))] == [found.tolist() for found in expected]


def test_close_numbers_are_not_sorted(monkeypatch):
    monkeypatch.setattr(np, "unique", None)
    assert [found.tolist() for found in numbered(np.array([9, 7, 9, 8]))] == [[7, 8, 9], [2, 0, 2, 1]]
