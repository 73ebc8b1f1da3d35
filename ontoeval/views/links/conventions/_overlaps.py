"""The first of many spans that overlaps a given one."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate

import numpy as np

from ontoeval.views.base import Flags, Integers
from ontoeval.views.links.conventions._marks import Mark


class Overlaps:
    """Some mentions of one side of a sample, found by span.

    Args:
        marks: The mentions of that side.
        places: Which of them, by their places in it.
    """

    def __init__(self, marks: Sequence[Mark], places: Sequence[int]) -> None:
        order = sorted(places, key=lambda place: marks[place].start)
        self.starts = [marks[place].start for place in order]
        ends = [marks[place].end for place in order]
        self.furthest = list(accumulate(ends, max))
        self.ends: Integers = np.array(ends, dtype=np.int64)
        self.order: Integers = np.array(order, dtype=np.int64)

    def first(self, mark: Mark, free: Flags) -> int | None:
        """The first place of a free mention that overlaps one, or None.

        Args:
            mark: The one.
            free: Whether each mention of the side is free.

        Example:
            >>> marks = [Mark(*span, (), False, True, False, None, False, (), (), None) for span in ((4, 9), (0, 5))]
            >>> overlaps = Overlaps(marks, [0, 1])
            >>> overlaps.first(marks[1], np.array([True, True])), overlaps.first(marks[1], np.array([False, True]))
            (0, 1)
            >>> overlaps.first(marks[1]._replace(end=4), np.array([True, False]))
        """
        some = slice(bisect_right(self.furthest, mark.start), bisect_left(self.starts, mark.end))
        if some.start >= some.stop:
            return None
        places = self.order[some]
        found = places[(self.ends[some] > mark.start) & free[places]]
        return int(found.min()) if len(found) else None
