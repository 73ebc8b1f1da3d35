"""The knee of a curve: the figure of its paper, and curves without one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ontoeval.statistics.knee import knee


def test_knee_of_the_figure_in_the_paper():
    """Satopää et al. 2011, figure 2: y = 5 - 1 / (x + 0.1), ten points: x = 0.22."""
    x = np.linspace(0, 1, 10)
    assert knee(x, 5 - 1 / (x + 0.1)) == 2


def test_knee_of_chunk_sizes_by_hand():
    """Scaled: x 0, 1/7, 3/7, 1; y 0, .7, .9, 1: the largest difference, .7 - .1429, is at 256."""
    assert knee([128, 256, 512, 1024], [0.5, 0.85, 0.95, 1.0]) == 1


@pytest.mark.parametrize(
    ("x", "y"),
    [
        ([1, 2], [0, 1]),
        ([1, 2, 3], [0.5, 0.5, 0.5]),
        ([2, 2, 2], [0, 1, 2]),
        ([1, 2, 3], [1, 2, 3]),  # a straight line
        ([1, 2, 3, 4], [0.0, 0.1, 0.2, 1.0]),  # convex: the last step brings most
    ],
)
def test_curves_without_a_knee(x, y):
    assert knee(x, y) is None


def test_cheaper_one_of_equally_good_knees():
    """Scaled differences 1/3 and 1/3, which doubles tell apart by rounding only."""
    assert knee([100, 200, 300, 400], [0.25, 0.75, 1.0, 1.0]) == 1


@given(
    st.lists(st.tuples(st.integers(0, 100), st.integers(0, 100)), min_size=3, max_size=8, unique_by=lambda p: p[0]),
    st.randoms(),
)
def test_order_of_the_points_does_not_matter(points, chance):
    other = chance.sample(points, len(points))
    found, again = (knee(*zip(*some, strict=True)) for some in (points, other))
    assert (None if found is None else points[found]) == (None if again is None else other[again])
