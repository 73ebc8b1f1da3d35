"""`Matcher`: which gold and predicted mentions belong together, one to one, by span and by concept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from ontoeval.views.base import Flags, Integers
from ontoeval.views.coding import NIL
from ontoeval.views.links.keys import equal_pairs, joined, packed_both
from ontoeval.views.links.overlaps import Bounds, best, overlap_share, overlapping, touched
from ontoeval.views.links.spans import Scores, Spans, identities

Match = Literal["strong", "word", "weak", "iou"]
Keys = tuple[Integers, Integers]
Stage = Callable[[Flags, Flags], Integers]


@dataclass(frozen=True)
class How:
    """When two spans are the same.

    Attributes:
        match: ``"strong"``: equal; ``"word"``: equal once both are moved to the borders of their words;
            ``"weak"``: they overlap; ``"iou"``: they share at least ``iou`` of what they cover together.
        iou: That share, in (0, 1].
        typed: Whether their types must be equal too.
    """

    match: Match = "strong"
    iou: float = 0.5
    typed: bool = False

    @property
    def by_key(self) -> bool:
        """Whether spans that are the same can be told by equal numbers."""
        return self.match in ("strong", "word")


class Matcher:
    """Pairs the mentions of two sides, whatever the order of the input.

    Pairs are positions of a gold and of a predicted mention, shape ``(n, 2)``. As many as possible are made, and as
    many of them as possible with gold mentions that are not optional.

    Args:
        gold, predicted: The mentions of the two sides.
    """

    def __init__(self, gold: Spans, predicted: Spans) -> None:
        self.gold = gold
        self.predicted = predicted
        self._keys: dict[How, Keys] = {}

    def links(self, how: How, of_gold: Flags, of_predicted: Flags) -> Integers:
        """Pairs of mentions with the same span and a right concept."""
        if not how.by_key:
            pairs = self._overlapping(how, self._right(of_gold), self._named(of_predicted))
            return best(pairs, [self._required(pairs), self._exact(pairs), self._share(pairs)])
        pairs = self._staged([self._equal(self._with(how, self._identity))], of_gold, of_predicted)
        return self._with_alternatives(pairs, how, of_gold, of_predicted) if self.gold.others else pairs

    def spans(self, how: How, of_gold: Flags, of_predicted: Flags) -> Integers:
        """Pairs of mentions with the same span, whatever the concept.

        Among equal choices the same concepts are paired first, then two concepts before NIL with a concept; where spans
        may differ, equal spans before all others and those that share most last.
        """
        if not how.by_key:
            pairs = self._overlapping(how, _unnamed(of_gold), _unnamed(of_predicted))
            preferences = [self._required(pairs), self._exact(pairs), self._same(pairs), self._both_linked(pairs)]
            return best(pairs, [*preferences, self._share(pairs)])
        refined = [How("strong", typed=how.typed), how] if how.match == "word" else [how]
        stages: list[Stage] = []
        for one in refined:
            stages += [lambda gold, predicted, one=one: self.links(one, gold, predicted)]  # type: ignore[misc]
            stages += [self._equal(self._with(one, self._linked))]
        return self._staged([*stages, self._equal(self._span_keys(how))], of_gold, of_predicted)

    def by_score(self, how: How, of_gold: Flags, of_predicted: Flags, *, spans_only: bool = False) -> Integers:
        """Pairs made from the highest score to the lowest one; predictions without a score come first.

        For every threshold those whose score is not below it are as many as could be made of such predictions alone
        (but where more than twenty thousand mentions hang together, see `best`).

        Args:
            how: When spans are the same.
            of_gold, of_predicted: Which mentions may be paired.
            spans_only: Whether any two concepts may be paired; else only right ones.
        """
        gold = _unnamed(of_gold) if spans_only else self._right(of_gold)
        predicted = _unnamed(of_predicted) if spans_only else self._named(of_predicted)
        if how.by_key:
            gold_key, predicted_key = self._span_keys(how)
            both = packed_both([gold_key[gold[0]], gold[1]], [predicted_key[predicted[0]], predicted[1]])
            pairs = _placed(joined(*both), gold[0], predicted[0])
        else:
            pairs = self._overlapping(how, gold, predicted)
        score = self.predicted.score[pairs[:, 1]]
        _, rank = np.unique(np.where(np.isnan(score), np.inf, score), return_inverse=True)
        return best(pairs, [np.ones(len(pairs)), rank / max(len(pairs), 1)])

    def on_spans(self, how: How, of_gold: Flags) -> Flags:
        """Which predicted mentions have the span of any of the chosen gold mentions."""
        everything = np.ones(len(self.predicted), dtype=bool)
        if how.by_key:
            gold_key, predicted_key = self._span_keys(how)
            return np.isin(predicted_key, gold_key[of_gold])
        gold, predicted = self._bounds(how, _unnamed(of_gold), _unnamed(everything))
        if how.match == "weak":
            return touched(predicted, gold)
        pairs = self._overlapping(how, _unnamed(of_gold), _unnamed(everything))
        return np.isin(np.arange(len(self.predicted)), pairs[:, 1])

    def right(self, pairs: Integers) -> Flags:
        """Whether the predicted mention of each pair has a right concept."""
        gold, predicted = self._identity
        right: Flags = gold[pairs[:, 0]] == predicted[pairs[:, 1]]
        for place in np.flatnonzero(~right & np.isin(pairs[:, 0], list(self.gold.others))).tolist():
            right[place] = predicted[pairs[place, 1]] in self.gold.others[int(pairs[place, 0])]
        return right

    # Equal spans

    def _span_keys(self, how: How) -> Keys:
        """Equal numbers for the same spans on both sides."""
        if how not in self._keys:
            self._keys[how] = packed_both(*(_columns(side, how) for side in (self.gold, self.predicted)))
        return self._keys[how]

    def _with(self, how: How, more: Keys) -> Keys:
        gold, predicted = self._span_keys(how)
        return packed_both([gold, more[0]], [predicted, more[1]])

    def _equal(self, keys: Keys) -> Stage:
        """The stage that pairs equal keys."""

        def stage(of_gold: Flags, of_predicted: Flags) -> Integers:
            gold, predicted = np.flatnonzero(of_gold), np.flatnonzero(of_predicted)
            return _placed(equal_pairs(keys[0][gold], keys[1][predicted]), gold, predicted)

        return stage

    def _staged(self, stages: Sequence[Stage], of_gold: Flags, of_predicted: Flags) -> Integers:
        """The pairs of one stage after the other, of the gold mentions that are not optional first."""
        found = [np.zeros((0, 2), dtype=np.int64)]
        free = of_predicted.copy()
        for part in (of_gold & ~self.gold.optional, of_gold & self.gold.optional):
            for stage in stages:
                if not (part.any() and free.any()):
                    break
                pairs = stage(part, free)
                found.append(pairs)
                part[pairs[:, 0]] = free[pairs[:, 1]] = False
        return np.concatenate(found)

    def _with_alternatives(self, pairs: Integers, how: How, of_gold: Flags, of_predicted: Flags) -> Integers:
        """The pairs, made anew at the spans where a gold mention has several right concepts."""
        gold_key, predicted_key = self._span_keys(how)
        keys = np.unique(gold_key[sorted(self.gold.others)])
        place, code = self._right(of_gold & np.isin(gold_key, keys))
        predicted, predicted_code = self._named(of_predicted & np.isin(predicted_key, keys))
        both = packed_both([gold_key[place], code], [predicted_key[predicted], predicted_code])
        allowed = _placed(joined(*both), place, predicted)
        again = best(allowed, [self._required(allowed), self._exact(allowed), self._same(allowed)])
        return np.concatenate([pairs[~np.isin(gold_key[pairs[:, 0]], keys)], again])

    # Overlapping spans

    def _overlapping(self, how: How, gold: Keys, predicted: Keys) -> Integers:
        """All pairs with equal numbers whose spans overlap enough; the numbers are the second of each side."""
        pairs = _placed(overlapping(*self._bounds(how, gold, predicted)), gold[0], predicted[0])
        return pairs[self._share(pairs) >= how.iou] if how.match == "iou" else pairs

    def _bounds(self, how: How, gold: Keys, predicted: Keys) -> tuple[Bounds, Bounds]:
        sides = ((self.gold, *gold), (self.predicted, *predicted))
        columns = [[side.sample[at], code, *([side.kind[at]] if how.typed else [])] for side, at, code in sides]
        left, right = packed_both(*columns)
        at, other = gold[0], predicted[0]
        return (
            (left, self.gold.start[at], self.gold.end[at]),
            (right, self.predicted.start[other], self.predicted.end[other]),
        )

    # Concepts

    @cached_property
    def _identity(self) -> Keys:
        return identities(self.gold, self.predicted)

    @cached_property
    def _linked(self) -> Keys:
        """Whether each mention has a concept; NIL mentions of the two sides differ, so that they do not pair."""
        gold, predicted = self.gold.code != NIL, self.predicted.code != NIL
        return np.where(gold, 0, 1), np.where(predicted, 0, 2)

    def _named(self, of_predicted: Flags) -> Keys:
        place = np.flatnonzero(of_predicted)
        return place, self._identity[1][place]

    def _right(self, of_gold: Flags) -> Keys:
        """Every right concept of the chosen gold mentions: positions and concepts."""
        place = np.flatnonzero(of_gold)
        code = self._identity[0][place]
        more = [(at, other) for at, others in self.gold.others.items() if of_gold[at] for other in others]
        extra = np.array(more, dtype=np.int64).reshape(-1, 2)
        return np.concatenate([place, extra[:, 0]]), np.concatenate([code, extra[:, 1]])

    # Preferences

    def _required(self, pairs: Integers) -> Flags:
        return ~self.gold.optional[pairs[:, 0]]

    def _exact(self, pairs: Integers) -> Flags:
        left, right = pairs.T
        same_start = self.gold.start[left] == self.predicted.start[right]
        exact: Flags = same_start & (self.gold.end[left] == self.predicted.end[right])
        return exact

    def _same(self, pairs: Integers) -> Flags:
        same: Flags = self._identity[0][pairs[:, 0]] == self._identity[1][pairs[:, 1]]
        return same

    def _both_linked(self, pairs: Integers) -> Flags:
        both: Flags = (self.gold.code[pairs[:, 0]] != NIL) & (self.predicted.code[pairs[:, 1]] != NIL)
        return both

    def _share(self, pairs: Integers) -> Scores:
        gold, predicted = self.gold, self.predicted
        return overlap_share(
            (gold.sample, gold.start, gold.end), (predicted.sample, predicted.start, predicted.end), pairs
        )


def _columns(side: Spans, how: How) -> list[Integers]:
    start, end = (side.wstart, side.wend) if how.match == "word" else (side.start, side.end)
    return [side.sample, start, end, *([side.kind] if how.typed else [])]


def _unnamed(chosen: Flags) -> Keys:
    place = np.flatnonzero(chosen)
    return place, np.zeros(len(place), dtype=np.int64)


def _placed(pairs: Integers, gold: Integers, predicted: Integers) -> Integers:
    """Pairs of positions in two selections as positions in the whole."""
    return np.stack([gold[pairs[:, 0]], predicted[pairs[:, 1]]], axis=1)
