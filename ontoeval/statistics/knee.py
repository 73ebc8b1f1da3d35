"""The knee of a rising curve: from there on, more brings little."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

_FEWEST = 3
_DIGITS = 12  # differences that only rounding makes are none


def knee(x: Sequence[float], y: Sequence[float]) -> int | None:
    """The position of the knee of a curve that rises and flattens.

    **Definition.** x and y are scaled to [0, 1] between their smallest and largest values; the knee is the point with
    the largest difference of scaled y and scaled x, the one with the smallest x of equal ones. This is Kneedle for
    concave rising curves, without smoothing and without a sensitivity: it finds the farthest point above the straight
    line from corner to corner.

    Args:
        x: What is spent (chunk size, depth, milliseconds, money), shape (n,), in any order.
        y: What it brings, shape (n,).

    Returns:
        Position of the knee; None with fewer than three points, when x or y does not change, and when no point lies
        above the line: there is no knee then.

    Example:
        The curve 5 - 1 / (x + 0.1) at ten points from 0 to 1 has its knee at 0.2222:

        >>> x = np.linspace(0, 1, 10)
        >>> position = knee(x, 5 - 1 / (x + 0.1))
        >>> round(float(x[position]), 4)
        0.2222

    Source: Satopää, Albrecht, Irwin, Raghavan 2011, figure 2, doi:10.1109/ICDCSW.2011.20.
    """
    spent, got = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if len(spent) < _FEWEST or np.ptp(spent) == 0 or np.ptp(got) == 0:
        return None
    above = (got - got.min()) / np.ptp(got) - (spent - spent.min()) / np.ptp(spent)
    best = min(range(len(spent)), key=lambda place: (-round(float(above[place]), _DIGITS), spent[place]))
    return best if round(float(above[best]), _DIGITS) > 0 else None
