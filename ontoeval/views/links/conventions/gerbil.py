"""GERBIL's A2KB and C2KB: each gold mention takes the first free prediction that fits."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ontoeval.views.links.conventions._marks import Document, Mark, counted, refuse
from ontoeval.views.links.conventions._overlaps import Overlaps

if TYPE_CHECKING:
    from ontoeval.views.base import Flags
    from ontoeval.views.links import Alignment, Links

EMPTY = 1.0

First = Callable[[Mark, "Flags"], int | None]


def align(links: Links, *, scope: str, level: str, typed: bool, spans_only: bool, match: str = "strong") -> Alignment:
    """Counts of GERBIL's experiments: A2KB, with ``level="document"`` C2KB, with ``spans_only`` ERec.

    Gold mentions are gone through in their order; each takes the first free prediction that fits (also
    when a later gold mention then goes without). Repeats are mentions of their own. Ids are sets: one in common is
    enough. So are two mentions without a concept: NIL, or with an id that the ontology does not hold, whatever it is
    (an *emerging entity*). Spans are equal, or
    with ``match="weak"`` overlap. A document with nothing to find and nothing found is perfect.

    Scopes are GERBIL's: ``"in_kb"`` counts the mentions of each side that have a concept, ``"nil"`` those that have
    none, ``"gold_in_kb"`` those of gold that have one and the predictions that have the span of one of them.

    GERBIL goes on to look for the confidence above which its micro F is best, and reports that; all predictions count
    here, as they do there when none has a confidence.
    """
    refuse(
        "gerbil",
        scope=(scope, ("all", "in_kb", "nil", "gold_in_kb")),
        level=(level, ("mention", "document")),
        typed=(typed, (False,)),
        match=(match, ("strong", "weak")),
    )
    by_span, by_meaning = level == "mention", not spans_only
    weak = by_span and match == "weak"

    def count(document: Document) -> tuple[int, int, int]:
        gold, predicted = _in_scope(document.gold, document.predicted, scope)
        first = _first_overlap if weak else _first_equal
        return greedy(gold, predicted, first(predicted, by_span, by_meaning))

    return counted(links, count)


def greedy(gold: list[Mark], predicted: list[Mark], first: First) -> tuple[int, int, int]:
    """Correct, spurious and missed when each gold mention takes the first free prediction that fits."""
    free = np.ones(len(predicted), dtype=bool)
    correct = 0
    for mark in gold:
        place = first(mark, free)
        if place is not None:
            free[place] = False
            correct += 1
    return correct, len(predicted) - correct, len(gold) - correct


def _first_equal(predicted: list[Mark], by_span: bool, by_meaning: bool) -> First:
    """Finds equal spans, ids, or both, in queues of the predictions that have them."""
    queues: dict[tuple[Any, ...], deque[int]] = {}

    def keys(mark: Mark) -> list[tuple[Any, ...]]:
        return [(mark.span if by_span else None, name) for name in _meanings(mark, by_meaning)]

    for place, mark in enumerate(predicted):
        for key in keys(mark):
            queues.setdefault(key, deque()).append(place)

    def first(mark: Mark, free: Flags) -> int | None:
        found = []
        for key in keys(mark):
            queue = queues.get(key, deque())
            while queue and not free[queue[0]]:
                queue.popleft()
            found += [queue[0]] if queue else []
        return min(found, default=None)

    return first


def _first_overlap(predicted: list[Mark], by_span: bool, by_meaning: bool) -> First:
    """Finds overlapping spans, with a right id where ids count."""
    places: dict[str | None, list[int]] = {}
    for place, mark in enumerate(predicted):
        for meaning in _meanings(mark, by_meaning):
            places.setdefault(meaning, []).append(place)
    overlaps = {meaning: Overlaps(predicted, some) for meaning, some in places.items()}

    def first(mark: Mark, free: Flags) -> int | None:
        meanings = [overlaps[meaning] for meaning in _meanings(mark, by_meaning) if meaning in overlaps]
        found = [place for place in (one.first(mark, free) for one in meanings) if place is not None]
        return min(found, default=None)

    return first


def _meanings(mark: Mark, by_meaning: bool) -> tuple[str | None, ...]:
    """What a mention must have one of in common with another: its ids, or that it has no concept."""
    if not by_meaning:
        return ("",)
    return mark.ids if mark.concept else (None,)


def _in_scope(gold: list[Mark], predicted: list[Mark], scope: str) -> tuple[list[Mark], list[Mark]]:
    if scope == "all":
        return gold, predicted
    if scope == "gold_in_kb":
        wanted = [mark for mark in gold if mark.concept]
        spans = {mark.span for mark in wanted}
        return wanted, [mark for mark in predicted if mark.span in spans]
    nil = scope == "nil"
    return [mark for mark in gold if mark.concept != nil], [mark for mark in predicted if mark.concept != nil]
