"""Several readings of one gold mention: the whole, or all of its parts; they count once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from ontoeval.views.links.spans import Spans


def counted_once(gold: Spans, predicted: Spans) -> Spans:
    """The gold mentions, with all but one of the readings of a mention made optional.

    The whole counts; but where it is not predicted and all that lies below it is, the first of these counts in its
    stead. So the number of gold mentions that count is the same for all systems. Predicted is what has the same span
    and a right concept.

    Args:
        gold: Gold mentions as they were given, with ``parents``, their ids as concepts.
        predicted: Predicted mentions, likewise.
    """
    if not gold.parents:
        return gold
    readings = _Readings(gold, predicted)
    optional = gold.optional.copy()
    for root in sorted(readings.children.keys() - gold.parents.keys()):
        below = list(readings.below(root))
        counts = not gold.optional[[root, *below]].all()
        optional[[root, *below]] = True
        optional[root if (found := readings.found(root)) is None else found] = not counts
    return replace(gold, optional=optional)


class _Readings:
    def __init__(self, gold: Spans, predicted: Spans) -> None:
        self.gold = gold
        self.children: dict[int, list[int]] = {}
        for child, parents in sorted(gold.parents.items()):
            if parents[0] not in self.below(child) and parents[0] != child:
                self.children.setdefault(parents[0], []).append(child)
        some = np.flatnonzero(np.isin(predicted.sample, np.unique(gold.sample[list(gold.parents)])))
        columns = (predicted.sample, predicted.start, predicted.end, predicted.code)
        self.predicted = set(zip(*(column[some].tolist() for column in columns), strict=True))

    def below(self, place: int) -> Iterable[int]:
        """All readings below a mention."""
        for child in self.children.get(place, ()):
            yield child
            yield from self.below(child)

    def found(self, place: int) -> int | None:
        """The mention, or the first of the readings below it when all of those that count are predicted; or None."""
        gold = self.gold
        span = int(gold.sample[place]), int(gold.start[place]), int(gold.end[place])
        codes = (int(gold.code[place]), *gold.others.get(place, ()))
        if any((*span, code) in self.predicted for code in codes):
            return place
        wanted = [child for child in self.children.get(place, ()) if not gold.optional[child]]
        parts = [self.found(child) for child in wanted]
        return next(iter(parts), None) if None not in parts else None
