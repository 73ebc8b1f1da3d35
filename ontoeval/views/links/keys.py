"""Rows of integer columns as single numbers, and pairs of rows that are equal on two sides."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ontoeval.views.base import Integers
from ontoeval.views.concepts_repeats import positions

_LARGEST = 1 << 62


def packed(columns: Sequence[Integers]) -> Integers:
    """One number per row: equal for equal rows, and in their order (the first column counts most).

    Columns of too wide a range are replaced by ranks, so that nothing overflows.

    Example:
        >>> packed([np.array([0, 0, 1]), np.array([5, 9, 5])]).tolist()
        [0, 4, 5]
    """
    keys = np.zeros(len(columns[0]), dtype=np.int64)
    size = 1
    for column in columns:
        values, width = _from_zero(column)
        if size * width > _LARGEST:
            keys, size = _ranks(keys)
        if size * width > _LARGEST:
            values, width = _ranks(values)
        keys = keys * width + values
        size *= width
    return keys


def packed_both(left: Sequence[Integers], right: Sequence[Integers]) -> tuple[Integers, Integers]:
    """The numbers of the rows of two sides, equal for equal rows."""
    n = len(left[0])
    keys = packed([np.concatenate([mine, theirs]) for mine, theirs in zip(left, right, strict=True)])
    return keys[:n], keys[n:]


def increasing(keys: Integers) -> bool:
    """Whether each key is larger than the one before it."""
    return bool((keys[1:] > keys[:-1]).all())


def places_of(wanted: Integers, keys: Integers) -> Integers:
    """Where each wanted number is among the increasing keys, or -1."""
    place = np.searchsorted(keys, wanted)
    place[place == len(keys)] = 0
    if not len(keys):
        return np.full(len(wanted), -1, dtype=np.int64)
    found: Integers = np.where(keys[place] == wanted, place, -1)
    return found


def equal_pairs(left: Integers, right: Integers) -> Integers:
    """Positions of equal keys, paired one to one: the n-th of one side with the n-th of the other; shape ``(n, 2)``.

    Example:
        >>> equal_pairs(np.array([3, 3, 7]), np.array([7, 3])).tolist()
        [[0, 1], [2, 0]]
    """
    if not (increasing(left) and increasing(right)):
        left, right = packed_both([left, nth(left)], [right, nth(right)])
    order = np.argsort(right, kind="stable")
    place = places_of(left, right[order])
    found = np.flatnonzero(place >= 0)
    return np.stack([found, order[place[found]]], axis=1)


def joined(left: Integers, right: Integers) -> Integers:
    """Positions of all pairs of equal keys, shape ``(n, 2)``.

    Example:
        >>> joined(np.array([3, 7]), np.array([3, 3])).tolist()
        [[0, 0], [0, 1]]
    """
    order = np.argsort(right, kind="stable")
    first, last = (np.searchsorted(right[order], left, side) for side in ("left", "right"))
    owner, inside = ranges(first, last)
    return np.stack([owner, order[inside]], axis=1)


def ranges(first: Integers, last: Integers) -> tuple[Integers, Integers]:
    """All numbers from each first up to its last (exclusive), with the position of the range they belong to."""
    counts = np.maximum(last - first, 0)
    owner = np.repeat(np.arange(len(counts)), counts)
    return owner, positions(first, counts)


def nth(keys: Integers) -> Integers:
    """How many equal keys come before each key."""
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]])) if len(keys) else order
    counts = np.diff(np.concatenate([starts, [len(keys)]]))
    result = np.empty(len(keys), dtype=np.int64)
    result[order] = np.arange(len(keys)) - np.repeat(starts, counts)
    return result


def _from_zero(column: Integers) -> tuple[Integers, int]:
    if not len(column):
        return column.astype(np.int64), 1
    low, high = int(column.min()), int(column.max())
    if high - low >= _LARGEST:
        return _ranks(column)
    return column.astype(np.int64) - low, high - low + 1


def _ranks(column: Integers) -> tuple[Integers, int]:
    values, rank = np.unique(column, return_inverse=True)
    return rank.astype(np.int64), len(values)
