"""Mentions whose spans overlap, and the best way to pair them one to one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ontoeval.errors import InputError
from ontoeval.statistics.assignment import best_pairs, numbered
from ontoeval.views.base import Flags, Integers
from ontoeval.views.links.keys import packed_both, ranges
from ontoeval.views.links.spans import Scores

Bounds = tuple[Integers, Integers, Integers]
_MOST_PAIRS = 50_000_000
_LARGE = 20_000


def overlapping(left: Bounds, right: Bounds) -> Integers:
    """Positions of all pairs with one group and overlapping spans, shape ``(n, 2)``.

    The work grows with the number of mentions and of such pairs, not with the size of a document.

    Args:
        left, right: Group, start and end (exclusive) of each span.

    Raises:
        InputError: There are more than fifty million such pairs.

    Example:
        >>> zero = np.zeros(2, dtype=np.int64)
        >>> left = zero, np.array([0, 5]), np.array([4, 9])
        >>> overlapping(left, (zero, np.array([3, 20]), np.array([7, 22]))).tolist()
        [[0, 0], [1, 0]]
    """
    (left_start, right_start), (left_end, right_end) = _placed(left, right)
    left_order, right_order = np.argsort(left_start, kind="stable"), np.argsort(right_start, kind="stable")
    right_sorted, left_sorted = right_start[right_order], left_start[left_order]
    inside_left = np.searchsorted(right_sorted, left_start), np.searchsorted(right_sorted, left_end)
    inside_right = np.searchsorted(left_sorted, right_start, "right"), np.searchsorted(left_sorted, right_end)
    count = sum(int(np.maximum(last - first, 0).sum()) for first, last in (inside_left, inside_right))
    if count > _MOST_PAIRS:
        raise InputError(
            f"{count:,} pairs of a gold and a predicted mention overlap",
            expected=f"at most {_MOST_PAIRS:,}",
            mend='compare with match="strong", or split the document',
        )
    owner, place = ranges(*inside_left)
    starts_inside = np.stack([owner, right_order[place]], axis=1)
    owner, place = ranges(*inside_right)
    starts_before = np.stack([left_order[place], owner], axis=1)
    pairs = np.concatenate([starts_inside, starts_before])
    return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]


def touched(left: Bounds, right: Bounds) -> Flags:
    """Whether each left span overlaps any right span of its group."""
    (left_start, right_start), (left_end, right_end) = _placed(left, right)
    begun = np.searchsorted(np.sort(right_start), left_end)
    done = np.searchsorted(np.sort(right_end), left_start, "right")
    flags: Flags = begun > done
    return flags


def _placed(left: Bounds, right: Bounds) -> tuple[tuple[Integers, Integers], tuple[Integers, Integers]]:
    """Starts and ends of both sides as numbers on one line, where each group has a stretch of its own."""
    groups = np.concatenate([left[0], left[0], right[0], right[0]])
    offsets = np.concatenate([left[1], left[2], right[1], right[2]])
    keys, _ = packed_both([groups, offsets], [groups[:0], offsets[:0]])
    parts = np.split(keys, np.cumsum([len(left[0]), len(left[0]), len(right[0])]))
    return (parts[0], parts[2]), (parts[1], parts[3])


def overlap_share(left: Bounds, right: Bounds, pairs: Integers) -> Scores:
    """Length that both spans of each pair share, over the length that they cover together."""
    start, end = left[1][pairs[:, 0]], left[2][pairs[:, 0]]
    other_start, other_end = right[1][pairs[:, 1]], right[2][pairs[:, 1]]
    shared = np.maximum(np.minimum(end, other_end) - np.maximum(start, other_start), 0)
    covered = (end - start) + (other_end - other_start) - shared
    share: Scores = shared / covered
    return share


def best(pairs: Integers, preferences: Sequence[Flags | Scores]) -> Integers:
    """As many pairs as can be made, each mention once; among those the ones that are preferred.

    The result depends on the order of the mentions only where all preferences are equal. In groups of more than twenty
    thousand mentions a side that all hang together only the first preference counts; in groups of thousands the last
    ones may drop out of the precision of doubles.

    Args:
        pairs: Allowed pairs, shape ``(n, 2)``, each once.
        preferences: Values in [0, 1] per pair; a larger sum of the first one counts more than any sum of the next. The
            first one is 0 or 1 and the same for all pairs of a gold mention.
    """
    if not len(pairs):
        return pairs
    size = _group_sizes(pairs)
    alone, large = size == 0, size > _LARGE
    chosen = [pairs[alone], *_most(pairs[large], preferences[0][large])]
    rest = np.flatnonzero(~alone & ~large)
    if len(rest):
        gain = np.ones(len(rest))
        for values in preferences:
            gain = gain * (1.0 + size[rest].max()) + values[rest]
        chosen.append(pairs[rest][best_pairs(pairs[rest, 0], pairs[rest, 1], gain)])
    found = np.concatenate(chosen)
    return found[np.lexsort((found[:, 1], found[:, 0]))]


def _group_sizes(pairs: Integers) -> Integers:
    """For each pair how many pairs its connected group of mentions can give at most; 0 where it is the only pair."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    (left_names, left), (right_names, right) = numbered(pairs[:, 0]), numbered(pairs[:, 1])
    n_left, n = len(left_names), len(left_names) + len(right_names)
    graph = coo_array((np.ones(len(left)), (left, n_left + right)), shape=(n, n))
    _, label = connected_components(graph, directed=False)
    sizes = np.minimum(np.bincount(label[:n_left], minlength=n), np.bincount(label[n_left:], minlength=n))
    sizes[np.bincount(label[left], minlength=n) == 1] = 0
    of_pair: Integers = sizes[label[left]].astype(np.int64)
    return of_pair


def _most(pairs: Integers, first: Flags | Scores) -> list[Integers]:
    """As many of the pairs with the first preference as can be made, then as many of the others."""
    found: list[Integers] = []
    for part in (pairs[first > 0], pairs[first == 0]):
        free = ~np.isin(part[:, 1], found[0][:, 1]) if found else np.ones(len(part), dtype=bool)
        if free.any():
            found.append(_count_only(part[free]))
    return found


def _count_only(pairs: Integers) -> Integers:
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    (left_names, left), (right_names, right) = numbered(pairs[:, 0]), numbered(pairs[:, 1])
    graph = csr_array((np.ones(len(left), dtype=np.int8), (left, right)), shape=(len(left_names), len(right_names)))
    partner = maximum_bipartite_matching(graph, perm_type="column")
    matched = np.flatnonzero(partner >= 0)
    found: Integers = np.stack([left_names[matched], right_names[partner[matched]]], axis=1)
    return found
