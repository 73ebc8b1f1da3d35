"""Sums of floats that are exact, hence the same for every order and every splitting.

A double is an integer times a power of two. Each is split into four signed 24-bit digits at a limb of its
exponent; digits add as integers, limbs never overflow, and the sum is rounded once, at the end.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

_BITS = 24
_MASK = (1 << _BITS) - 1
_SCALE = 1128  # 47 limbs below the point: more than the 1126 that the smallest subnormal asks for
_CHUNK = 1 << 24  # digits are below 2**26, so a chunk's float64 sums stay below 2**53 and are exact


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
        return float(Fraction(self.units, 1 << _SCALE))

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
    limb, digits = _digits(values)
    first = int(limb.min())
    width = int(limb.max()) - first + digits.shape[1]
    sums = np.zeros(n_groups * width, dtype=np.int64)
    for start in range(0, len(values), _CHUNK):
        part = slice(start, start + _CHUNK)
        base = groups[part] * width + (limb[part] - first)
        for position in range(digits.shape[1]):
            weights = digits[part, position].astype(np.float64)
            sums += np.bincount(base + position, weights=weights, minlength=len(sums)).astype(np.int64)
    result = []
    for row in sums.reshape(n_groups, width):
        units = 0
        for place in np.flatnonzero(row).tolist():
            units += int(row[place]) << (_BITS * (first + place))
        result.append(ExactSum(units))
    return result


def _digits(values: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The limb of each value's lowest digit, and its four signed digits, shape ``(n, 4)``."""
    fraction, exponent = np.frexp(values)
    mantissa = (fraction * (1 << 53)).astype(np.int64)
    shift = exponent.astype(np.int64) - 53 + _SCALE
    shift[mantissa == 0] = _SCALE
    limb, rest = np.divmod(shift, _BITS)
    sign = np.sign(mantissa)
    size = np.abs(mantissa)
    low = (size & ((1 << 29) - 1)) << rest  # at most 52 bits
    high = (size >> 29) << (rest + 5)  # 29 = 24 + 5: at most 52 bits, one limb up
    digits = np.stack(
        [
            low & _MASK,
            ((low >> _BITS) & _MASK) + (high & _MASK),
            (low >> 2 * _BITS) + ((high >> _BITS) & _MASK),
            high >> 2 * _BITS,
        ],
        axis=1,
    )
    return limb, digits * sign[:, None]
