"""What in a set of mentions makes tools count differently."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from ontoeval.views.links.conventions import neleval
from ontoeval.views.links.conventions._marks import Mark, documents

if TYPE_CHECKING:
    from ontoeval.views.links import Links


class Facts:
    """Numbers of mentions, each of which is a reason for a difference.

    Args:
        links: Predicted against gold mentions.
    """

    def __init__(self, links: Links) -> None:
        self.links = links

    @cached_property
    def documents(self) -> list[tuple[list[Mark], list[Mark]]]:
        """Gold and predicted mentions of each sample."""
        return [(document.gold, document.predicted) for document in documents(self.links)]

    def gold(self, chosen: Callable[[Mark], object]) -> int:
        """How many gold mentions are such."""
        return sum(bool(chosen(mark)) for gold, _ in self.documents for mark in gold)

    def predicted(self, chosen: Callable[[Mark], object]) -> int:
        """How many predictions are such."""
        return sum(bool(chosen(mark)) for _, predicted in self.documents for mark in predicted)

    @cached_property
    def repeats(self) -> int:
        """Mentions that repeat another one, on both sides."""
        return int(self.links.gold.repeats.sum() + self.links.predicted.repeats.sum())

    @cached_property
    def resolved(self) -> int:
        """Predictions that are right only once ids are resolved."""
        strict = self.links.written.align().correct
        return int(self.links.align().correct.sum() - strict.sum())

    @cached_property
    def alternatives(self) -> int:
        """Further ids of gold mentions that any of several ids is right for."""
        return sum(len(mark.ids) - 1 for gold, _ in self.documents for mark in gold if mark.ids and not mark.whole)

    @cached_property
    def composites(self) -> int:
        """Mentions that stand for several concepts at once, on both sides."""
        return self.gold(lambda mark: mark.whole) + self.predicted(lambda mark: mark.whole)

    @cached_property
    def optional(self) -> int:
        """Gold mentions that need not be found."""
        return self.gold(lambda mark: mark.optional)

    @cached_property
    def readings(self) -> int:
        """Gold mentions that are part of another reading of one."""
        return self.gold(lambda mark: mark.parents)

    @cached_property
    def outside(self) -> int:
        """Predictions outside the annotated area."""
        return int(self.links.outside.sum())

    @cached_property
    def nil(self) -> int:
        """Mentions that say that there is no concept, on both sides."""
        return self.gold(lambda mark: mark.nil) + self.predicted(lambda mark: mark.nil)

    @cached_property
    def other_nil(self) -> int:
        """Mentions that neleval and ontoeval do not agree to be NIL."""

        def differs(mark: Mark) -> bool:
            return neleval.is_nil(mark.ids[0] if mark.ids else mark.cluster) != mark.nil

        return self.gold(differs) + self.predicted(differs)

    @cached_property
    def unwritten(self) -> int:
        """Predictions without an id on a gold span without one."""
        total = 0
        for gold, predicted in self.documents:
            spans = {mark.span for mark in gold if not mark.ids}
            total += sum(not mark.ids and mark.span in spans for mark in predicted)
        return total

    @cached_property
    def missing_spans(self) -> int:
        """Gold mentions on spans without a prediction."""
        return sum(_beyond(gold, predicted) for gold, predicted in self.documents)

    @cached_property
    def extra_spans(self) -> int:
        """Predictions on spans without a gold mention."""
        return sum(_beyond(predicted, gold) for gold, predicted in self.documents)

    @cached_property
    def words(self) -> int:
        """Links that are right once spans are drawn out to the borders of their words."""
        links = self.links
        return int(links.align(match="word").correct.sum() - links.align().correct.sum())

    @cached_property
    def overlaps(self) -> int:
        """Links that are right where spans need only overlap."""
        links = self.links
        return int(links.align(match="weak").correct.sum() - links.align().correct.sum())


def _beyond(some: list[Mark], others: list[Mark]) -> int:
    """How many mentions have a span that no other one has."""
    spans = {mark.span for mark in others}
    return sum(mark.span not in spans for mark in some)
