"""Rows that give nothing over nothing a tool's number, and leave units out of a macro average only."""

from __future__ import annotations

import numpy as np
import pytest

from ontoeval.statistics.rows import averaged
from ontoeval.statistics.tool_rows import ToolFScore, ToolRatio

ONE = np.ones(3, dtype=bool)


@pytest.mark.parametrize(("empty", "expected"), [(0.0, (2 / 3 + 0 + 0) / 3), (1.0, (2 / 3 + 0 + 1) / 3)])
def test_f_by_hand(empty, expected):
    """tp, fp, fn of three documents: 1, 1, 0 (F 2/3); 0, 2, 0 (F 0); nothing."""
    rows = ToolFScore([1, 0, 0], [1, 2, 0], [0, 0, 0], beta=1.0, empty=empty, counted=ONE)
    assert rows.sums().value == 0.4  # P 1/4, R 1
    assert averaged(rows, "macro", 3).sums().value == pytest.approx(expected, abs=1e-12)


def test_ratio_is_zero_when_only_the_other_side_has_something():
    rows = ToolRatio([0, 0], [0, 0], [3, 0], empty=1.0, counted=[1, 1])
    assert rows.values(2).tolist() == [0.0, 1.0]
    assert rows.sums().value == 0.0


def test_units_that_do_not_count_alone_are_in_the_total():
    rows = ToolFScore([1, 0], [0, 1], [0, 0], beta=1.0, empty=0.0, counted=[True, False])
    assert averaged(rows, "macro", 2).sums().value == 1.0
    assert rows.sums().value == pytest.approx(2 / 3, abs=1e-12)
    assert rows.defined(2).all()


def test_sums_of_parts_are_the_sum_of_all():
    columns = [[1, 0, 2, 0], [1, 2, 0, 0], [0, 1, 1, 0]]
    whole = ToolFScore(*columns, beta=2.0, empty=0.5, counted=[1, 1, 1, 1])
    parts = [whole.select(np.arange(4) % 2 == rest).sums() for rest in (0, 1)]
    assert (parts[0] + parts[1]).value == whole.sums().value
    nothing = ToolFScore([0], [0], [0], beta=1.0, empty=0.5, counted=[1])
    assert nothing.sums().value == 0.5
