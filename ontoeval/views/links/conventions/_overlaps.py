"""Which of many spans overlap a given one."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate

from ontoeval.views.links.conventions._marks import Mark


class Overlaps:
    """The mentions of one side of a sample, found by span.

    Args:
        marks: The mentions.
    """

    def __init__(self, marks: Sequence[Mark]) -> None:
        self.order = sorted(range(len(marks)), key=lambda place: marks[place].start)
        self.starts = [marks[place].start for place in self.order]
        self.ends = [marks[place].end for place in self.order]
        self.furthest = list(accumulate(self.ends, max))

    def of(self, mark: Mark) -> list[int]:
        """Places of the mentions that overlap one, in their order.

        Example:
            >>> marks = [Mark(*span, (), False, True, False, None, False, (), (), None) for span in ((4, 9), (0, 5))]
            >>> Overlaps(marks).of(marks[0]), Overlaps(marks).of(marks[1]._replace(end=4))
            ([0, 1], [1])
        """
        found = []
        at = bisect_left(self.starts, mark.end) - 1
        while at >= 0 and self.furthest[at] > mark.start:
            if self.ends[at] > mark.start:
                found.append(self.order[at])
            at -= 1
        return sorted(found)
