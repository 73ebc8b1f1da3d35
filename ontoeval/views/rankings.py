"""`Rankings`: ranked documents against graded gold, as flat arrays in rank order."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ontoeval.views.base import Flags, Inputs, Integers, View
from ontoeval.views.ranked import Convention, Ranked, RankedTies
from ontoeval.views.rankings_builder import Floats, RankingsBuilder, TiedRows

#: Order of equal scores, as metrics take it.
Ties = Literal["given", "trec", "expected"]
#: An order of equal scores: by id from the end (``"single"``: with 32-bit scores) or from the start (``"ids"``).
Order = Literal["given", "trec", "single", "ids"]
Of = Literal["retrieved", "candidates", "contexts"]

#: Larger cut rankings are made anew each time, since they would fill the memory.
_MOST_KEPT = 2_000_000

__all__ = ["Candidates", "Contexts", "Convention", "Floats", "Of", "Order", "Rankings", "Ties"]


class Rankings(View):
    """Ranked documents (``run.retrieved``) against ``gold.docs``.

    Chunks are folded into their documents: the best-ranked chunk of a document stands for it. A sample without gold is
    undefined; one whose list is null is missing and has an empty ranking.

    Attributes:
        n: Number of samples.
        lengths: How many ranked documents each sample has, shape ``(n,)``.
        tied: How many samples have ranked documents with equal scores.
        ideal_query, ideal_grade: Sample and grade of each relevant document of the gold, best first.
        n_judged, n_negative: How many documents of each sample have a grade, and one below 0, shape ``(n,)``.
    """

    bare: ClassVar[tuple[str, str] | None] = ("gold.docs", "run.retrieved")
    field: ClassVar[str] = "run.retrieved"
    stage = "retrieval"

    def __init__(
        self,
        status: NDArray[np.int8],
        lengths: Integers,
        grade: Floats,
        ties: TiedRows,
        ideal_lengths: Integers,
        ideal_grade: Floats,
        n_judged: Integers,
        n_negative: Integers,
        tied: int = 0,
    ) -> None:
        self.status = status
        self.n = len(status)
        self.lengths = lengths
        self.ends = np.cumsum(lengths)
        self.starts = self.ends - lengths
        self._grade = grade
        self._ties = ties
        self._ideal_lengths = ideal_lengths
        self.ideal_grade = ideal_grade
        self.n_judged = n_judged
        self.n_negative = n_negative
        self.tied = tied
        self._memo: dict[Any, Any] = {}

    @cached_property
    def query(self) -> Integers:
        """Sample of each ranked document, ascending, shape ``(m,)``."""
        return np.repeat(np.arange(self.n), self.lengths)

    @cached_property
    def position(self) -> Integers:
        """Rank of each ranked document, counted from 0, shape ``(m,)``."""
        return _positions(self.lengths)

    @cached_property
    def ideal_query(self) -> Integers:
        """Sample of each relevant document of the gold, ascending."""
        return np.repeat(np.arange(self.n), self._ideal_lengths)

    @cached_property
    def ideal_position(self) -> Integers:
        """Rank of each relevant document of the gold in the best order, counted from 0."""
        return _positions(self._ideal_lengths)

    @classmethod
    def variant(cls, parameters: Mapping[str, Any]) -> type[View]:
        """The list that ``of`` names, or the metric's own."""
        from ontoeval.views.hierarchy_gains import NEAR

        if "of" not in parameters:
            return cls
        return (NEAR if parameters.get("gain") == "hierarchy" else _LISTS)[parameters["of"]]

    @classmethod
    def builder(cls, inputs: Inputs) -> RankingsBuilder:
        """A new builder."""
        return RankingsBuilder(cls, inputs)

    def by(self, ties: Ties = "given", convention: str = "ontoeval") -> Ranked:
        """The ranking in one order of its ties, read by one set of rules."""
        memo = ("by", ties, convention)
        if memo not in self._memo:
            self._memo[memo] = RankedTies(self, convention) if ties == "expected" else Ranked(self, ties, convention)
        result: Ranked = self._memo[memo]
        return result

    def grade(self, order: Order = "given") -> Floats:
        """Grade of each ranked document, shape ``(m,)``; NaN where the gold does not name it."""
        if order == "given" or not len(self._ties.place):
            return self._grade
        memo = ("grade", order)
        if memo not in self._memo:
            self._memo[memo] = self._reordered(order)
        result: Floats = self._memo[memo]
        return result

    def _reordered(self, order: Order) -> Floats:
        """The grades with those of samples with ties in another order."""
        place, name = self._ties.place, self._ties.name if order == "ids" else -self._ties.name
        with np.errstate(over="ignore"):
            score = self._ties.score.astype(np.float32) if order == "single" else self._ties.score
        moved = place[np.lexsort((name, -score, self.query[place]))]
        grade = self._grade.copy()
        grade[place] = self._grade[moved]
        return grade

    @cached_property
    def first_of_ties(self) -> Integers:
        """The place of the first document that has the same score as each ranked document, shape ``(m,)``."""
        first = np.arange(len(self._grade))
        place, score = self._ties.place, self._ties.score
        after = np.flatnonzero((score[1:] == score[:-1]) & (self.query[place[1:]] == self.query[place[:-1]])) + 1
        first[place[after]] = 0
        return np.maximum.accumulate(first)

    def top(self, k: int | None, order: Order = "given") -> tuple[Integers, Integers, Floats]:
        """Sample, position and grade of the documents at ranks below ``k`` (None: all).

        The grade of a document that the gold does not name is NaN.
        """
        grade = self.grade(order)
        if k is None or k >= self.lengths.max(initial=0):
            return self.query, self.position, grade
        memo = ("top", k, order)
        if memo in self._memo:
            known: tuple[Integers, Integers, Floats] = self._memo[memo]
            return known
        lengths = np.minimum(self.lengths, k)
        query, position = np.repeat(np.arange(self.n), lengths), _positions(lengths)
        result = (query, position, grade[self.starts[query] + position])
        if len(query) <= _MOST_KEPT:
            self._memo[memo] = result
        return result

    def relevant(self, k: int | None, order: Order = "given", rel: float | None = None) -> tuple[Integers, Integers]:
        """Sample and position of the relevant documents at ranks below ``k``."""
        memo = ("relevant", k, order, rel)
        if memo not in self._memo:
            if k is None:
                place = np.flatnonzero(relevant(self.grade(order), rel))
                query = np.searchsorted(self.ends, place, side="right")
                self._memo[memo] = (query, place - self.starts[query])
            else:
                query, position = self.relevant(None, order, rel)
                keep = np.flatnonzero(position < k)
                self._memo[memo] = (query[keep], position[keep])
        result: tuple[Integers, Integers] = self._memo[memo]
        return result

    def n_relevant(self, rel: float | None = None) -> Integers:
        """How many relevant documents each sample has in the gold, shape ``(n,)``."""
        memo = ("n_relevant", rel)
        if memo not in self._memo:
            keep = relevant(self.ideal_grade, rel)
            self._memo[memo] = np.bincount(self.ideal_query[keep], minlength=self.n)
        result: Integers = self._memo[memo]
        return result

    def ideal(self, k: int | None) -> tuple[Integers, Integers, Floats]:
        """Sample, position and grade of the best possible ranking, down to rank ``k``."""
        memo = ("ideal", k)
        if memo not in self._memo:
            keep = slice(None) if k is None else np.flatnonzero(self.ideal_position < k)
            self._memo[memo] = (self.ideal_query[keep], self.ideal_position[keep], self.ideal_grade[keep])
        result: tuple[Integers, Integers, Floats] = self._memo[memo]
        return result


class Candidates(Rankings):
    """Documents before reranking (``run.candidates``) against ``gold.docs``."""

    bare: ClassVar[tuple[str, str] | None] = ("gold.docs", "run.candidates")
    field: ClassVar[str] = "run.candidates"
    stage = "retrieval"


class Contexts(Rankings):
    """Documents given to the generator (``run.contexts``) against ``gold.docs``."""

    bare: ClassVar[tuple[str, str] | None] = ("gold.docs", "run.contexts")
    field: ClassVar[str] = "run.contexts"
    stage = "context"


_LISTS: dict[str, type[Rankings]] = {"retrieved": Rankings, "candidates": Candidates, "contexts": Contexts}


def _positions(lengths: Integers) -> Integers:
    return np.arange(int(lengths.sum())) - np.repeat(np.cumsum(lengths) - lengths, lengths)


def relevant(grade: Floats, rel: float | None) -> Flags:
    """Which grades are those of relevant documents; NaN is none."""
    return grade > 0 if rel is None else grade >= rel
