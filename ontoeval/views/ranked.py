"""`Ranked`: rankings in one order of their ties, read by our rules or by those of another tool."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from ontoeval.statistics.rows import Floats
from ontoeval.views.base import Flags, Integers, Status
from ontoeval.views.cascade import drops, expected_stops

if TYPE_CHECKING:
    from ontoeval.views.rankings import Order, Rankings

#: Whose rules count.
Convention = Literal["ontoeval", "trec_eval", "ir_measures"]
Function = Callable[[Floats], Floats]


@dataclass(frozen=True)
class Rules:
    """What a tool does with equal scores and with questions that lack something.

    Attributes:
        order: Its order of documents; None is the one that ``ties`` names.
        missing: Questions without a run count (as 0).
        irrelevant: Questions whose judged documents are all irrelevant count (as 0).
        unjudged: So do questions with an empty list of judged documents.
    """

    order: Order | None = None
    missing: bool = True
    irrelevant: bool = False
    unjudged: bool = False


RULES: dict[str, Rules] = {
    "ontoeval": Rules(),
    "trec_eval": Rules("single", missing=False, irrelevant=True),
    "ir_measures": Rules("single", irrelevant=True, unjudged=True),
    "gdeval": Rules("trec", missing=False),
    "msmarco": Rules("ids"),
    "judged": Rules("ids"),
}


class Ranked:
    """Ranked documents in one order.

    Args:
        rankings: The view.
        ties: The order of equal scores, where the convention does not have its own.
        convention: Whose rules count: a key of ``RULES``.
    """

    def __init__(self, rankings: Rankings, ties: Order, convention: str) -> None:
        self.rankings = rankings
        self.rules = RULES[convention]
        self.order: Order = self.rules.order or ties
        self._precisions: dict[float | None, Floats] = {}

    def counted(self, rel: float | None = None) -> Flags:
        """Which samples have a value, shape ``(n,)``."""
        view = self.rankings
        known: Flags = view.status != Status.UNDEFINED
        if not self.rules.missing:
            known &= view.status == Status.OK
        if not self.rules.irrelevant:
            known &= view.n_relevant(rel) > 0
        elif not self.rules.unjudged:
            known &= view.n_judged > 0
        return known

    def wanted(self, rel: float | None = None) -> Integers:
        """The number of relevant documents of each sample, 1 where it has none and counts all the same."""
        return np.where(self.counted(rel), np.maximum(self.rankings.n_relevant(rel), 1), 0)

    def hits(self, k: int | None, rel: float | None = None) -> Integers | Floats:
        """How many relevant documents stand at ranks below ``k``, shape ``(n,)``."""
        query, _ = self.rankings.relevant(k, self.order, rel)
        return np.bincount(query, minlength=self.rankings.n)

    def judged(self, k: int | None) -> Integers | Floats:
        """How many documents at ranks below ``k`` have a grade in the gold, shape ``(n,)``."""
        query, _, grade = self.rankings.top(k, self.order)
        return np.bincount(query[~np.isnan(grade)], minlength=self.rankings.n)

    def hits_at_wanted(self, rel: float | None = None) -> Integers | Floats:
        """How many relevant documents stand among as many as there are relevant ones, shape ``(n,)``."""
        query, position = self.rankings.relevant(None, self.order, rel)
        return np.bincount(query[position < self.rankings.n_relevant(rel)[query]], minlength=self.rankings.n)

    def found(self, k: int | None, rel: float | None = None) -> Integers | Floats:
        """The probability of a relevant document at ranks below ``k``: 0 or 1 where the order is known, ``(n,)``."""
        return np.minimum(self.hits(k, rel), 1)

    def first(self, k: int | None, rel: float | None = None) -> tuple[Integers, Integers, Integers | Floats]:
        """Sample and position of the first relevant document above the cut, and the probability that it is there."""
        query, position = self.rankings.relevant(k, self.order, rel)
        begin = np.flatnonzero(np.concatenate([query[:1] >= 0, query[1:] > query[:-1]]))
        return query[begin], position[begin], np.ones(len(begin), dtype=np.int64)

    def precisions(self, k: int | None, rel: float | None = None) -> tuple[Integers, Floats]:
        """Sample of each relevant document above the cut, and the precision at its rank."""
        query, position = self.rankings.relevant(None, self.order, rel)
        if rel not in self._precisions:
            found = np.bincount(query, minlength=self.rankings.n)
            before = np.repeat(np.cumsum(found) - found, found)
            self._precisions[rel] = (np.arange(len(query)) - before + 1) / (position + 1)
        precision = self._precisions[rel]
        return (query, precision) if k is None else (query[position < k], precision[position < k])

    def gains(self, k: int | None, gain: Function) -> tuple[Integers, Integers, Floats]:
        """Sample, position and gain of the documents above the cut; ``gain`` makes gains of grades."""
        query, position, grade = self.rankings.top(k, self.order)
        return query, position, gain(grade)

    def stops(self, k: int | None, stop: Function) -> tuple[Integers, Integers, Floats]:
        """Sample, position and probability of stopping there, for a reader who goes down the ranking.

        Args:
            k: Cut-off rank.
            stop: Makes of grades the probability that a reader who sees the document stops.
        """
        query, position, chance = self.gains(k, stop)
        keep = np.flatnonzero(chance > 0)
        return query[keep], position[keep], drops(query[keep], chance[keep], self.rankings.n)

    def irrelevant_before(
        self, rel: float | None = None, *, negative: bool = True
    ) -> tuple[Integers, Integers, Integers]:
        """Sample of each relevant document, how many irrelevant ones precede it, and how many have its score.

        Args:
            rel: Smallest relevant grade.
            negative: A grade below 0 is a judgement.
        """
        view, grade = self.rankings, self.rankings.grade(self.order)
        query, position = view.relevant(None, self.order, rel)
        irrelevant = (grade <= 0) if rel is None else (grade < rel)
        total = np.concatenate([[0], np.cumsum(irrelevant if negative else irrelevant & (grade >= 0))])
        begin, end = self._group(view.starts[query] + position)
        return query, total[begin] - total[view.starts[query]], total[end] - total[begin]

    def _group(self, place: Integers) -> tuple[Integers, Integers]:
        """Where the documents whose order is open begin and end, for documents at places."""
        return place, place


class RankedTies(Ranked):
    """Ranked documents of which those with equal scores stand in any order: every value is the expected one."""

    def __init__(self, rankings: Rankings, convention: str) -> None:
        super().__init__(rankings, "given", convention)

    @cached_property
    def _begin(self) -> Integers:
        return self.rankings.first_of_ties

    @cached_property
    def _size(self) -> Integers:
        """How many documents have the score of each document, shape ``(m,)``."""
        return np.bincount(self._begin, minlength=len(self._begin))[self._begin]

    def _sums(self, values: Floats | Flags) -> Floats:
        """The sum of values over the documents with the same score, shape ``(m,)``."""
        sums = np.bincount(self._begin, weights=values, minlength=len(self._begin))
        return sums.astype(np.float64)[self._begin]  # without any document they would be whole numbers

    def _relevant(self, rel: float | None) -> Flags:
        grade = self.rankings.grade()
        return grade > 0 if rel is None else grade >= rel

    def _above(self, k: int | None, values: Floats) -> tuple[Integers, Integers, Floats]:
        """Sample, position and value of the documents above the cut whose value is not 0."""
        query, position = self.rankings.query, self.rankings.position
        keep = np.flatnonzero((values > 0) & (position < (len(position) if k is None else k)))
        return query[keep], position[keep], values[keep]

    def hits(self, k: int | None, rel: float | None = None) -> Floats:
        """The expected number of relevant documents at ranks below ``k``, shape ``(n,)``."""
        return self._expected(k, self._relevant(rel))

    def judged(self, k: int | None) -> Floats:
        """The expected number of documents at ranks below ``k`` that have a grade in the gold, shape ``(n,)``."""
        return self._expected(k, ~np.isnan(self.rankings.grade()))

    def hits_at_wanted(self, rel: float | None = None) -> Floats:
        """The expected number of relevant documents among as many as there are relevant ones, shape ``(n,)``."""
        return self._expected(self.rankings.n_relevant(rel), self._relevant(rel))

    def _expected(self, k: int | Integers | None, flags: Flags) -> Floats:
        """The expected number of flagged documents above the cut, shape ``(n,)``."""
        view = self.rankings
        cut = view.lengths if k is None else np.minimum(view.lengths, k)
        samples = np.flatnonzero(cut)
        last = view.starts[samples] + cut[samples] - 1
        total = np.concatenate([[0], np.cumsum(flags)])
        begin, size = self._begin[last], self._size[last]
        certain = total[begin] - total[view.starts[samples]]
        here = total[begin + size] - total[begin]
        result = np.zeros(view.n)
        result[samples] = certain + here * (last - begin + 1) / size
        return result

    def found(self, k: int | None, rel: float | None = None) -> Floats:
        """The probability of a relevant document at ranks below ``k``, shape ``(n,)``."""
        query, _, chance = self.first(k, rel)
        return np.minimum(np.bincount(query, weights=chance, minlength=self.rankings.n), 1.0)

    def first(self, k: int | None, rel: float | None = None) -> tuple[Integers, Integers, Floats]:
        """Sample and position where the first relevant document may be, and the probability that it is there."""
        inside = np.arange(len(self._begin)) - self._begin
        chance = np.minimum(self._sums(self._relevant(rel)) / (self._size - inside), 1.0)
        query, position, chance = self._above(k, chance)
        return query, position, drops(query, chance, self.rankings.n)

    def precisions(self, k: int | None, rel: float | None = None) -> tuple[Integers, Floats]:
        """Sample of each document above the cut, and its expected precision if relevant, else 0."""
        is_relevant = self._relevant(rel)
        total = np.concatenate([[0], np.cumsum(is_relevant)])
        before = total[self._begin] - total[self.rankings.starts[self.rankings.query]]
        inside, here = np.arange(len(self._begin)) - self._begin, self._sums(is_relevant)
        others = inside * (here - 1) / np.maximum(self._size - 1, 1)
        found = here / self._size * (before + 1 + others) / (self.rankings.position + 1)
        query, _, found = self._above(k, np.where(here > 0, found, 0.0))
        return query, found

    def gains(self, k: int | None, gain: Function) -> tuple[Integers, Integers, Floats]:
        """Sample, position and expected gain of the documents above the cut."""
        return self._above(k, self._sums(gain(self.rankings.grade())) / self._size)

    def stops(self, k: int | None, stop: Function) -> tuple[Integers, Integers, Floats]:
        """Sample, position and expected probability of stopping there."""
        chance = expected_stops(stop(self.rankings.grade()), self._begin, self._size)
        query, position, chance = self._above(k, chance)
        return query, position, drops(query, chance, self.rankings.n)

    def _group(self, place: Integers) -> tuple[Integers, Integers]:
        """Where the documents with the same score begin and end, for documents at places."""
        return self._begin[place], self._begin[place] + self._size[place]
