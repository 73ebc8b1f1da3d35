"""The annotated area of samples: what lies outside was not looked at when the golden set was made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ontoeval.views.base import Flags
from ontoeval.views.links.keys import packed_both
from ontoeval.views.links.spans import Spans


def outside(spans: Spans, areas: Mapping[int, Sequence[tuple[int, int]]]) -> Flags:
    """Which mentions do not lie within an annotated span of their sample; none where a sample names no area."""
    flags = np.zeros(len(spans), dtype=bool)
    if not areas:
        return flags
    rows = [(sample, start, end) for sample, area in sorted(areas.items()) for start, end in merged(area)]
    table = np.array(rows, dtype=np.int64).reshape(-1, 3)
    some = np.flatnonzero(np.isin(spans.sample, np.fromiter(areas, dtype=np.int64)))
    keys, wanted = packed_both([table[:, 0], table[:, 1]], [spans.sample[some], spans.start[some]])
    place = np.searchsorted(keys, wanted, "right") - 1
    known = place >= 0
    here = table[np.maximum(place, 0)] if len(table) else np.zeros((len(some), 3), dtype=np.int64)
    inside = known & (here[:, 0] == spans.sample[some]) & (spans.end[some] <= here[:, 2])
    flags[some] = ~inside
    return flags


def merged(area: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans in order, those that touch or overlap made one.

    Example:
        >>> merged([(4, 9), (0, 4), (20, 22)])
        [(0, 9), (20, 22)]
    """
    result: list[tuple[int, int]] = []
    for start, end in sorted(area):
        if result and start <= result[-1][1]:
            result[-1] = (result[-1][0], max(end, result[-1][1]))
        else:
            result.append((start, end))
    return result
