"""Discounted cumulative gain of graded documents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np

from ontoeval.errors import BadParameter, InputError
from ontoeval.statistics.rows import Floats
from ontoeval.views.base import Integers

Gain = Literal["exp2", "linear"]


def dcg(query: Integers, position: Integers, grade: Floats, gain: Gain, n: int) -> Floats:
    """Discounted cumulative gain of each sample: ``Σ g(grade) / log2(rank + 1)``.

    Args:
        query: The sample of each document, shape ``(m,)``.
        position: Its rank, counted from 0.
        grade: Its grade; a document without a positive one gains nothing.
        gain: ``"exp2"`` is ``2^grade - 1``, ``"linear"`` the grade itself.
        n: Number of samples.

    Returns:
        One number per sample, ≥ 0, shape ``(n,)``.

    Raises:
        InputError: A gain is too large for a number.
    """
    return discounted(query, position, gains(grade, gain), n)


def discounted(query: Integers, position: Integers, gain: Floats, n: int) -> Floats:
    """The gains of each sample, discounted by rank: ``Σ gain / log2(rank + 1)``, shape ``(n,)``."""
    logarithms = np.log2(np.arange(int(position.max(initial=0)) + 1) + 2.0)
    weights = logarithms[position]
    np.divide(gain, weights, out=weights)
    return np.bincount(query, weights=weights, minlength=n).astype(np.float64)


def gains(grade: Floats, gain: Gain | Mapping[float, float]) -> Floats:
    """The gain of each grade, 0 where it is not positive or NaN.

    Args:
        grade: Grades, shape ``(m,)``.
        gain: ``"exp2"``, ``"linear"``, or the gain of each grade.

    Raises:
        InputError: A gain is too large for a number, or a grade has none.
        BadParameter: Gains fall while grades rise.
    """
    if isinstance(gain, Mapping):
        good = np.flatnonzero(grade > 0)
        result = np.zeros(len(grade))
        result[good] = _mapped(grade[good], gain)
        return result
    positive = np.fmax(grade, 0.0)
    highest, limit = float(positive.max(initial=0)), 1000.0 if gain == "exp2" else 1e300
    if highest > limit:
        raise InputError(
            f"the gain of grade {highest:g} is too large for a number",
            where="gold.docs",
            expected=f"grades up to {limit:g}",
            mend='use gain="linear", or smaller grades',
        )
    return np.exp2(positive) - 1.0 if gain == "exp2" else positive


def _mapped(grade: Floats, gain: Mapping[float, float]) -> Floats:
    known = np.array(sorted(gain), dtype=np.float64)
    worth = np.array([gain[each] for each in sorted(gain)], dtype=np.float64)
    if (np.diff(worth, prepend=0.0) < 0).any():
        raise BadParameter(f"gain={dict(gain)}", expected="gains ≥ 0 that do not fall while grades rise")
    place = np.minimum(np.searchsorted(known, grade), max(len(known) - 1, 0))
    lost = np.ones(len(grade), dtype=bool) if not len(known) else known[place] != grade
    if lost.any():
        raise InputError(
            f"grade {grade[lost][0]:g} has no gain",
            where="gold.docs",
            expected=f"one of {', '.join(f'{each:g}' for each in known) or 'the mapped grades'}",
            mend="give every positive grade a gain: gain={1: 1, 2: 3}",
        )
    return worth[place] if len(known) else np.zeros(len(grade))
