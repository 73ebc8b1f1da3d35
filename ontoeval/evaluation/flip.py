"""What one flip is worth: how far a value moves when one question, mention or id turns from right to wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def flip(row: Mapping[str, Any], bounds: tuple[float | None, float | None]) -> float | None:
    """What one flip is worth, in the unit of the metric.

    Args:
        row: ``n_scored``, and the sums behind the value: ``den`` of a ratio; ``tp``, ``fp`` and ``fn`` of an F-score,
            where a right prediction becomes a wrong one and what it hit is missed.
        bounds: Smallest and largest value of the metric.

    Returns:
        None when the metric has no bounds, or nothing was scored.

    Example:
        >>> flip({"n_scored": 50}, (0, 1)), flip({"n_scored": 50, "num": 13, "den": 65}, (0, 1))
        (0.02, 0.015384615384615385)
        >>> flip({"n_scored": 50, "tp": 57, "fp": 4, "fn": 7}, (0, 1))
        0.016
    """
    low, high = bounds
    if low is None or high is None:
        return None
    steps = row["n_scored"]
    if row.get("den"):
        steps = row["den"]
    elif {"tp", "fp", "fn"} <= row.keys():
        steps = row["tp"] + (row["fp"] + row["fn"]) / 2
    return (high - low) / steps if steps else None
