"""A reader who goes down a ranking and stops at each document with some probability."""

from __future__ import annotations

import numpy as np

from ontoeval.statistics.rows import Floats
from ontoeval.views.base import Integers


def drops(query: Integers, chance: Floats, n: int) -> Floats:
    """The probability of stopping at each document, having passed all before it.

    Args:
        query: The sample of each document, ascending, shape ``(m,)``; documents follow each other by rank.
        chance: The probability that a reader who sees the document stops, in [0, 1].
        n: Number of samples.

    Returns:
        Probabilities, shape ``(m,)``; those of a sample add up to 1 at most.
    """
    counts = np.bincount(query, minlength=n)
    begin = np.cumsum(counts) - counts
    reading = np.ones(n)
    result = np.zeros(len(query))
    for step in range(int(counts.max(initial=0))):
        samples = np.flatnonzero(counts > step)
        here = begin[samples] + step
        result[here] = reading[samples] * chance[here]
        reading[samples] -= result[here]
    return result


def expected_stops(chance: Floats, begin: Integers, size: Integers) -> Floats:
    """The probability of stopping at each rank for one who gets there, when equal scores stand in any order.

    With ``E_j`` the mean, over all choices of ``j`` documents of a group, of the probability that none of them stops
    the reader, it is ``1 - E_{j+1} / E_j`` at the group's rank ``j``, counted from 0.

    Args:
        chance: The probability that a reader who sees the document stops, shape ``(m,)``.
        begin: Where the documents with the same score begin.
        size: How many they are.

    Returns:
        Probabilities, shape ``(m,)``.
    """
    result = chance.copy()
    heads = np.flatnonzero((begin == np.arange(len(begin))) & (size > 1))
    for head in heads.tolist():
        part = slice(head, head + int(size[head]))
        if chance[part].any():
            result[part] = _open_order(chance[part])
    return result


def _open_order(chance: Floats) -> Floats:
    """`expected_stops` of one group."""
    passing = np.zeros(len(chance) + 1)  # E_0 … E_m of the documents so far
    passing[0] = 1.0
    for count, stop in enumerate(np.sort(chance), start=1):
        chosen = np.arange(1, count + 1)
        with_it = passing[:count] * (1.0 - stop)
        passing[1 : count + 1] = ((count - chosen) * passing[1 : count + 1] + chosen * with_it) / count
    left = np.where(passing[:-1] > 0, passing[:-1], 1.0)
    stops: Floats = np.clip(1.0 - passing[1:] / left, 0.0, 1.0)
    return stops
