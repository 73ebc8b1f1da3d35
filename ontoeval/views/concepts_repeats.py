"""Equal pairs and equal items, each found once: what is computed for them is then spread over all."""

from __future__ import annotations

import numpy as np

from ontoeval.views.base import Integers
from ontoeval.views.coding import NIL, Codes

Sets = tuple[Integers, Codes]
"""Row pointers and codes: the concepts of items."""


def distinct_pairs(gold: Codes, predicted: Codes) -> tuple[Codes, Codes, Integers]:
    """The distinct pairs of two columns of codes, and for each pair its place among them.

    Returns:
        Codes of shape (n_distinct,) twice, and int64 of shape (n,): ``distinct[place]`` are the columns again.
    """
    if not len(gold):
        return gold, predicted, np.zeros(0, np.int64)
    low = min(int(gold.min()), int(predicted.min()))
    span = int(predicted.max()) - low + 1
    keys, place = np.unique((gold.astype(np.int64) - low) * span + (predicted - low), return_inverse=True)
    return (keys // span + low).astype(np.int32), (keys % span + low).astype(np.int32), place


def distinct_items(gold: Sets, predicted: Sets) -> tuple[Sets, Sets, Integers]:
    """Items with one concept on each side at most, equal ones once, and then those with more.

    Returns:
        Gold and predicted concepts of these items, and for each given item its place among them, shape (n,).
    """
    n_gold, n_predicted = np.diff(gold[0]), np.diff(predicted[0])
    small = (n_gold <= 1) & (n_predicted <= 1)
    large = np.flatnonzero(~small)
    left, right, inside = distinct_pairs(_only(gold, n_gold)[small], _only(predicted, n_predicted)[small])
    place = np.empty(len(small), np.int64)
    place[small] = inside
    place[large] = len(left) + np.arange(len(large))
    return _appended(singles(left), gold, large), _appended(singles(right), predicted, large), place


def singles(codes: Codes) -> Sets:
    """Items of at most one concept: NIL is none."""
    kept = codes != NIL
    return np.concatenate([[0], np.cumsum(kept)]).astype(np.int64), codes[kept]


def positions(starts: Integers, counts: Integers) -> Integers:
    """The positions of rows that begin at ``starts`` and hold ``counts`` each, one after another."""
    before = np.cumsum(counts) - counts
    found: Integers = np.arange(int(counts.sum()), dtype=np.int64) + np.repeat(starts - before, counts)
    return found


def _only(sets: Sets, counts: Integers) -> Codes:
    """The concept of each item that has one; NIL for others."""
    codes = np.full(len(counts), NIL, np.int32)
    one = counts == 1
    codes[one] = sets[1][sets[0][:-1][one]]
    return codes


def _appended(sets: Sets, more: Sets, items: Integers) -> Sets:
    """The sets, and behind them those of some items of ``more``."""
    counts = np.diff(more[0])[items]
    ends = np.concatenate([sets[0], sets[0][-1] + np.cumsum(counts)])
    return ends, np.concatenate([sets[1], more[1][positions(more[0][items], counts)]])
