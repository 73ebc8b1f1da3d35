"""The best one-to-one assignment of two sides whose pairs have gains, for many sets of gains at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ontoeval.statistics.rows import Floats

Integers = NDArray[np.int64]

_MOST_DENSE = 1_000_000


def best_pairs(left: Integers, right: Integers, gain: Floats) -> Integers:
    """Positions of the pairs of a one-to-one assignment whose total gain is largest.

    Args:
        left, right: Nodes of each pair on the two sides, shape ``(n,)``; no pair twice.
        gain: Gain of each pair, shape ``(n,)``; pairs without a positive gain are never chosen.

    Returns:
        Positions of the chosen pairs, in order; where several assignments are best, one that depends on the order of
        the pairs only.

    Example:
        The largest gain alone would leave out the two that bring more together:

        >>> gain = np.array([3.0, 2.0, 2.0])
        >>> best_pairs(np.array([0, 0, 1]), np.array([0, 1, 0]), gain).tolist()
        [1, 2]
    """
    single, parts = _parts(left, right)
    chosen = [part[_assign(left[part], right[part], gain[part])] for part in parts]
    kept: Integers = np.sort(np.concatenate([single, *chosen]))
    return kept[gain[kept] > 0]


def best_total(left: Integers, right: Integers, gain: Floats) -> Floats:
    """The largest total gain of a one-to-one assignment, for each row of gains.

    Args:
        left, right: Nodes of each pair on the two sides, shape ``(n,)``; no pair twice.
        gain: Gains, at least 0, shape ``(rows, n)``.

    Returns:
        Totals, shape ``(rows,)``.
    """
    single, parts = _parts(left, right)
    total: Floats = gain[:, single].sum(axis=1)
    for part in parts:
        mine = gain[:, part]
        if _is_star(left[part], right[part]):
            total += mine.max(axis=1)
        else:
            total += [values[_assign(left[part], right[part], values)].sum() for values in mine]
    return total


def numbered(values: Integers) -> tuple[Integers, Integers]:
    """The different numbers of some, in order, and for each value which of them it is.

    Where the numbers lie close together they are counted, not sorted: millions of pairs have a few thousand nodes.

    Example:
        >>> [found.tolist() for found in numbered(np.array([7, 5, 7]))]
        [[5, 7], [1, 0, 1]]
    """
    low = int(values.min())
    width = int(values.max()) - low + 1
    if width > 2 * len(values):
        names, place = np.unique(values, return_inverse=True)
        return names, place
    present = np.zeros(width, dtype=bool)
    present[values - low] = True
    rank = np.cumsum(present) - 1
    return np.flatnonzero(present) + low, rank[values - low]


def _parts(left: Integers, right: Integers) -> tuple[Integers, list[Integers]]:
    """Positions of the pairs that share no node with others, and of those of each other connected part."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    if not len(left):
        return np.zeros(0, dtype=np.int64), []
    left_names, row = numbered(left)
    right_names, column = numbered(right)
    n = len(left_names) + len(right_names)
    graph = coo_array((np.ones(len(row)), (row, len(left_names) + column)), shape=(n, n))
    label = connected_components(graph, directed=False)[1][row]
    size = np.bincount(label)[label]
    order = np.argsort(label, kind="stable")
    order = order[size[order] > 1]
    parts = np.split(order, np.flatnonzero(np.diff(label[order])) + 1) if len(order) else []
    return np.flatnonzero(size == 1), parts


def _is_star(left: Integers, right: Integers) -> bool:
    return bool((left == left[0]).all() or (right == right[0]).all())


def _assign(left: Integers, right: Integers, gain: Floats) -> Integers:
    """The chosen positions in one connected part."""
    from scipy.optimize import linear_sum_assignment

    left_names, row = numbered(left)
    right_names, column = numbered(right)
    if len(left_names) * len(right_names) > _MOST_DENSE:
        return _assign_sparse(row, column, gain)
    position = np.full((len(left_names), len(right_names)), -1)
    position[row, column] = np.arange(len(row))
    values = np.zeros(position.shape)
    values[row, column] = gain
    found: Integers = position[linear_sum_assignment(values, maximize=True)]
    return found[found >= 0]


def _assign_sparse(row: Integers, column: Integers, gain: Floats) -> Integers:
    """The chosen positions without a dense matrix: every left node may take a worthless partner of its own."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    n_left, n_right = int(row.max()) + 1, int(column.max()) + 1
    own = np.arange(n_left)
    rows, columns = np.concatenate([row, own]), np.concatenate([column, n_right + own])
    weight = np.concatenate([1 + gain, np.ones(n_left)])  # a stored zero would be no edge
    graph = csr_array((weight, (rows, columns)), shape=(n_left, n_right + n_left))
    _, partner = min_weight_full_bipartite_matching(graph, maximize=True)
    found: Integers = np.flatnonzero(partner[row] == column)
    return found
