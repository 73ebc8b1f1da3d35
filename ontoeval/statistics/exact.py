"""Sums of floats that are exact, hence the same for every order and every splitting.

A double is a 53-bit integer times a power of two. Doubles with the same power add as integers, in two halves
so that nothing overflows; the halves add up to one integer, and the sum is rounded once, at the end.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

_BITS = 26  # of the lower half; the upper one has 27 and the sign
_SCALE = 1128  # the smallest subnormal, written with 53 bits, is a multiple of 2**-1126
_CHUNK = 1 << 24  # halves are at most 2**27, so a chunk's float64 sums stay below 2**53 and are exact
_MOST_CELLS = 1 << 22


class ExactSum:
    """A sum of doubles without rounding; adds to others and rounds once when read.

    Args:
        units: The sum in units of ``2**-1128``.
    """

    __slots__ = ("units",)

    def __init__(self, units: int = 0) -> None:
        self.units = units

    @classmethod
    def of(cls, values: ArrayLike) -> ExactSum:
        """The exact sum of an array of finite doubles.

        Raises:
            ValueError: A value is NaN or infinite.
        """
        array = np.asarray(values, dtype=np.float64).ravel()
        return cls(grouped(array, np.zeros(len(array), dtype=np.int64), 1)[0].units)

    def __add__(self, other: ExactSum | int) -> ExactSum:
        if isinstance(other, ExactSum):
            return ExactSum(self.units + other.units)
        return ExactSum(self.units + (other << _SCALE))

    __radd__ = __add__

    def __float__(self) -> float:
        return self.units / (1 << _SCALE)  # the quotient of two integers is rounded once

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ExactSum) and self.units == other.units

    def __hash__(self) -> int:
        return hash(self.units)

    def __repr__(self) -> str:
        return f"ExactSum({float(self)!r})"


def grouped(values: NDArray[np.float64], groups: NDArray[np.int64], n_groups: int) -> list[ExactSum]:
    """Exact sums of ``values`` by group.

    Args:
        values: Finite doubles, shape ``(n,)``.
        groups: Group of each value, ``0 … n_groups - 1``, shape ``(n,)``.
        n_groups: How many groups there are.

    Returns:
        One sum per group; an empty group has the sum 0.

    Raises:
        ValueError: A value is NaN or infinite.
    """
    if not np.isfinite(values).all():
        raise ValueError("cannot sum NaN or infinity: mark the row as undefined instead")
    if not len(values):
        return [ExactSum() for _ in range(n_groups)]
    fraction, exponent = np.frexp(values)
    integer = (fraction * (1 << 53)).astype(np.int64)
    first = int(exponent.min())
    width = int(exponent.max()) - first + 1
    cell = groups * width + (exponent - first)
    if n_groups * width <= max(_MOST_CELLS, len(values)):
        cells = np.arange(n_groups * width)
    else:  # huge and tiny numbers in many groups
        cells, cell = np.unique(cell, return_inverse=True)
    high = np.zeros(len(cells), dtype=np.int64)
    low = np.zeros(len(cells), dtype=np.int64)
    for start in range(0, len(values), _CHUNK):
        part = slice(start, start + _CHUNK)
        for half, numbers in ((high, integer[part] >> _BITS), (low, integer[part] & ((1 << _BITS) - 1))):
            half += np.bincount(cell[part], weights=numbers, minlength=len(cells)).astype(np.int64)
    units = [0] * n_groups
    used = np.flatnonzero((high != 0) | (low != 0))
    group, power = np.divmod(cells[used], width)
    for place, many, mine, rest in zip(*(a.tolist() for a in (group, power, high[used], low[used])), strict=True):
        units[place] += ((mine << _BITS) + rest) << (many + first - 53 + _SCALE)
    return [ExactSum(total) for total in units]
