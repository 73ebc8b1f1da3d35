"""`LinkPairs`: what became of every mention, and how wrong a wrong concept is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ontoeval.ontology.relation import RELATION_LABELS
from ontoeval.views.base import Flags, Integers
from ontoeval.views.coding import NIL
from ontoeval.views.concepts_repeats import distinct_pairs
from ontoeval.views.links.spans import Scores

if TYPE_CHECKING:
    from ontoeval.views.links.matching import How
    from ontoeval.views.links.view import Links

#: The relation of a mention of several concepts at once to one that has some of them; beside those of `Relation`.
PART = len(RELATION_LABELS)
NAMES = (*RELATION_LABELS, "part")


class Outcome(IntEnum):
    """What became of a gold mention, a predicted one, or two on one span.

    Attributes:
        RIGHT: A right concept.
        RIGHT_NIL: NIL for NIL.
        WRONG_LINK: Another concept.
        NIL_AS_LINK: A concept where gold is NIL: over-linked.
        LINK_AS_NIL: NIL where gold has a concept.
        MISSED: No prediction on a gold mention's span.
        SPURIOUS: A prediction on no gold mention's span.
        NOT_COUNTED: A prediction that is neither right nor wrong: for an optional gold mention, outside the annotated
            area, or off the given spans.
    """

    RIGHT = 0
    RIGHT_NIL = 1
    WRONG_LINK = 2
    NIL_AS_LINK = 3
    LINK_AS_NIL = 4
    MISSED = 5
    SPURIOUS = 6
    NOT_COUNTED = 7

    @property
    def label(self) -> str:
        """The name used in reports, e.g. ``"wrong_link"``."""
        return self.name.lower()


@dataclass(frozen=True)
class LinkPairs:
    """Mentions, paired where that is possible, by sample and span; arrays of one length.

    Right and ``RIGHT_NIL`` ones are the correct ones of `Links.align`; all but ``MISSED`` and ``NOT_COUNTED`` that are
    not right are its spurious ones, all but ``SPURIOUS`` and ``NOT_COUNTED`` its missed ones.

    Attributes:
        links: Where the mentions are from.
        gold, predicted: Positions of the two mentions; -1 for none.
        outcome: `Outcome` of each.
    """

    links: Links
    gold: Integers
    predicted: Integers
    outcome: NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.gold)

    def of(self, *outcomes: Outcome) -> Flags:
        """Which of them have one of some outcomes."""
        return np.isin(self.outcome, outcomes)

    def count(self, *outcomes: Outcome) -> int:
        """How many have one of some outcomes."""
        return int(self.of(*outcomes).sum())

    @cached_property
    def sample(self) -> Integers:
        """Sample of each."""
        return _either(self.gold, self.links.gold.sample, self.predicted, self.links.predicted.sample)

    @cached_property
    def start(self) -> Integers:
        """Start of each: of the gold mention where there is one."""
        return _either(self.gold, self.links.gold.start, self.predicted, self.links.predicted.start)

    @cached_property
    def end(self) -> Integers:
        """End of each: of the gold mention where there is one."""
        return _either(self.gold, self.links.gold.end, self.predicted, self.links.predicted.end)

    @property
    def relation(self) -> NDArray[np.int8]:
        """The relation of each wrong link's concept to the nearest right one, a position in `NAMES`; elsewhere -1."""
        return self._compared[0]

    @property
    def distance(self) -> Scores:
        """Edges between the two, through a common ancestor; NaN where there is no way, and elsewhere."""
        return self._compared[1]

    @cached_property
    def _compared(self) -> tuple[NDArray[np.int8], Scores]:
        relation, distance = np.full(len(self), -1, dtype=np.int8), np.full(len(self), np.nan)
        links, ontology = self.links, self.links.ontology
        wrong = np.flatnonzero(self.of(Outcome.WRONG_LINK))
        if ontology is None or not len(wrong):
            return relation, distance
        gold, predicted = self.gold[wrong], self.predicted[wrong]
        left, right, place = distinct_pairs(links.gold.code[gold], links.predicted.code[predicted])
        relation[wrong] = ontology.relations(left, right)[place]
        distance[wrong] = ontology.distances(left, right)[place]
        for at in wrong[np.isin(gold, list(links.gold.others))].tolist():
            others = np.array(links.gold.others[int(self.gold[at])], dtype=np.int32)
            mine = np.full(len(others), links.predicted.code[self.predicted[at]], dtype=np.int32)
            edges, names = ontology.distances(others, mine), ontology.relations(others, mine)
            found = [*zip(edges.tolist(), names.tolist(), strict=True), (float(distance[at]), int(relation[at]))]
            distance[at], relation[at] = min(found)
        several = np.isin(gold, list(links.gold.parts)) | np.isin(predicted, list(links.predicted.parts))
        for at in wrong[several].tolist():
            if self._share_a_part(int(self.gold[at]), int(self.predicted[at])):
                relation[at], distance[at] = PART, np.inf
        distance[np.isinf(distance)] = np.nan
        return relation, distance

    def _share_a_part(self, gold: int, predicted: int) -> bool:
        sides = (self.links.gold, gold), (self.links.predicted, predicted)
        mine, theirs = (set(side.parts.get(place, (int(side.code[place]),))) for side, place in sides)
        return not mine.isdisjoint(theirs)


def link_pairs(links: Links, how: How, given: bool) -> LinkPairs:
    """The pairs of a view.

    Args:
        links: The view.
        how: When spans are the same.
        given: Whether the system was given the gold spans.
    """
    n_gold, n_predicted = len(links.gold), len(links.predicted)
    right = links.align(match=how.match, iou=how.iou, typed=how.typed, given=given).pairs
    of_gold, of_predicted = ~links.gold.optional, np.ones(n_predicted, dtype=bool)
    free = links.excused(how, "all", np.ones(n_gold, dtype=bool), given)
    of_gold[right[:, 0]] = of_predicted[right[:, 1]] = False
    wrong = links.matcher.spans(how, of_gold, of_predicted & ~free)
    of_gold[wrong[:, 0]] = of_predicted[wrong[:, 1]] = False
    missed, left = np.flatnonzero(of_gold), np.flatnonzero(of_predicted)
    gold = np.concatenate([right[:, 0], wrong[:, 0], missed, np.full(len(left), -1)])
    predicted = np.concatenate([right[:, 1], wrong[:, 1], np.full(len(missed), -1), left])
    linked = links.gold.code[wrong[:, 0]] != NIL, links.predicted.code[wrong[:, 1]] != NIL
    outcome = np.concatenate(
        [
            np.where(
                links.gold.optional[right[:, 0]],
                Outcome.NOT_COUNTED,
                np.where(links.gold.code[right[:, 0]] == NIL, Outcome.RIGHT_NIL, Outcome.RIGHT),
            ),
            np.where(~linked[1], Outcome.LINK_AS_NIL, np.where(linked[0], Outcome.WRONG_LINK, Outcome.NIL_AS_LINK)),
            np.full(len(missed), Outcome.MISSED),
            np.where(free[left], Outcome.NOT_COUNTED, Outcome.SPURIOUS),
        ]
    ).astype(np.int8)
    found = LinkPairs(links, gold.astype(np.int64), predicted.astype(np.int64), outcome)
    order = np.lexsort((found.outcome, found.end, found.start, found.sample))
    return LinkPairs(links, found.gold[order], found.predicted[order], found.outcome[order])


def _either(gold: Integers, of_gold: Integers, predicted: Integers, of_predicted: Integers) -> Integers:
    """A value of the gold mention where there is one, else of the predicted one."""
    found = np.empty(len(gold), dtype=np.int64)
    has_gold = gold >= 0
    found[has_gold] = of_gold[gold[has_gold]]
    found[~has_gold] = of_predicted[predicted[~has_gold]]
    return found
