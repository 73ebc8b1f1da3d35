"""`TypedSpans`: predicted mentions against gold mentions by span and type, whatever their concepts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ontoeval.statistics.assignment import best_pairs
from ontoeval.views.base import Flags, Integers, Keyed, View
from ontoeval.views.links import Links
from ontoeval.views.links.overlaps import overlapping
from ontoeval.views.links.spans import Spans
from ontoeval.views.sides import Sided, Units

if TYPE_CHECKING:
    from ontoeval.views.compiled import Compiled

SpanScheme = Literal["strict", "exact", "partial", "type"]


@dataclass(frozen=True)
class SpanSide:
    """Typed spans of one side in arrays of equal length, without repeats, by sample, span and type.

    Attributes:
        sample: Sample of each span.
        start, end: Offsets in code points, end exclusive.
        kind: Position of its type in the view's ``types``.
        optional: Whether finding it is left to the system.
    """

    sample: Integers
    start: Integers
    end: Integers
    kind: Integers
    optional: Flags

    def __len__(self) -> int:
        return len(self.sample)


@dataclass(frozen=True)
class SpanCounts:
    """Counts by unit (sample, or sample and type), shape ``(n_units,)``, in the words of SemEval 2013.

    Attributes:
        correct, partial, incorrect: Pairs of a gold and a predicted span.
        missing: Gold spans without a partner.
        spurious: Predicted spans without a partner.
    """

    correct: Integers
    partial: Integers
    incorrect: Integers
    missing: Integers
    spurious: Integers

    @property
    def actual(self) -> Integers:
        """How many spans are predicted: the denominator of precision."""
        return self.correct + self.partial + self.incorrect + self.spurious

    @property
    def possible(self) -> Integers:
        """How many spans are in gold: the denominator of recall."""
        return self.correct + self.partial + self.incorrect + self.missing


class TypedSpans(Sided):
    """Mentions (``run.mentions`` against ``gold.mentions``) as spans with a type.

    Repeats of a span with the same type count once, whatever their concepts. A gold span that is optional counts in
    neither direction, nor does the predicted span that is paired with it.

    Attributes:
        gold, predicted: The spans of each side.
        types: The types; the first one stands for none.
    """

    keys: ClassVar[tuple[str, ...]] = ("type",)
    bare: ClassVar[tuple[str, str] | None] = ("gold.mentions", "run.mentions")
    stage = "query understanding"

    def __init__(self, status: NDArray[np.int8], gold: SpanSide, predicted: SpanSide, types: Sequence[str]) -> None:
        self.status = status
        self.gold = gold
        self.predicted = predicted
        self.types = list(types)
        self.units = Units(gold.sample, predicted.sample, len(status))
        self._memo: dict[str, tuple[Integers, Integers]] = {}

    @classmethod
    def needs(cls) -> tuple[type[View], ...]:
        """Mentions."""
        return (Links,)

    @classmethod
    def derive(cls, compiled: Compiled) -> TypedSpans:
        """The spans of the mentions as they were given: a span may have several types."""
        links = compiled.view(Links)
        gold, predicted = links.given
        view = cls(links.status, _side(gold), _side(predicted), ["(no type)", *links.types])
        view.unmeasured = links.unmeasured
        return view

    def pairs(self, scheme: SpanScheme) -> tuple[Integers, Integers]:
        """Pairs of overlapping spans, one to one, and the credit of each.

        Of all ways to pair them it is the one with the most credit, and of those the one with the most pairs (a gold
        span that is not optional counts twice), so that nothing depends on the order of the spans.

        Args:
            scheme: ``"strict"``: span and type must be right; ``"exact"``: the span; ``"partial"``: the span, and half
                the credit for an overlap; ``"type"``: the type, for any overlap.

        Returns:
            Positions of the gold and the predicted span, shape ``(n, 2)``, and 2, 1 or 0 half credits, shape ``(n,)``.
        """
        if scheme not in self._memo:
            gold, predicted = self.gold, self.predicted
            pairs = overlapping((gold.sample, gold.start, gold.end), (predicted.sample, predicted.start, predicted.end))
            left, right = pairs.T
            same_span = (gold.start[left] == predicted.start[right]) & (gold.end[left] == predicted.end[right])
            same_type = gold.kind[left] == predicted.kind[right]
            credit = {
                "strict": 2 * (same_span & same_type),
                "exact": 2 * same_span,
                "partial": 1 + same_span,
                "type": 2 * same_type,
            }[scheme].astype(np.int64)
            chosen = best_pairs(left, right, _gain(credit, ~gold.optional[left]))
            self._memo[scheme] = (pairs[chosen], credit[chosen])
        return self._memo[scheme]

    def counts(self, scheme: SpanScheme) -> SpanCounts:
        """Correct, partial, incorrect, missing and spurious spans by unit."""
        pairs, credit = self.pairs(scheme)
        units = self.units
        free = np.ones(len(self.predicted), dtype=bool)
        free[pairs[:, 1]] = False
        lost = ~self.gold.optional
        lost[pairs[:, 0]] = False
        counted = ~self.gold.optional[pairs[:, 0]]
        unit = units.gold[pairs[:, 0]]
        correct, partial, incorrect = (units.count(unit[counted & (credit == half)]) for half in (2, 1, 0))
        return SpanCounts(
            correct, partial, incorrect, units.count(units.gold[lost]), units.count(units.predicted[free])
        )

    def keyed(self, key: str) -> Keyed:
        """The view by (sample, type): a paired prediction counts for the type of its gold span."""
        return self.by_unit(self.gold.kind, self.predicted.kind, self.types)


def _gain(credit: Integers, required: Flags) -> NDArray[np.float64]:
    """Any credit before all pairs; a pair whose gold is not optional counts twice."""
    gain: NDArray[np.float64] = (credit * (2 * len(credit) + 1) + 1 + required).astype(np.float64)
    return gain


def _side(spans: Spans) -> SpanSide:
    rows = np.stack([spans.sample, spans.start, spans.end, spans.kind + 1, spans.optional], axis=1)
    table = np.unique(rows.astype(np.int64), axis=0)
    fresh = np.ones(len(table), dtype=bool)
    fresh[1:] = (table[1:, :4] != table[:-1, :4]).any(axis=1)  # of a span that is optional only once, the other stays
    sample, start, end, kind, optional = table[fresh].T
    return SpanSide(sample, start, end, kind, optional > 0)
