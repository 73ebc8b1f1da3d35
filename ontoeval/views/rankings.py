"""`Rankings`: ranked documents against graded gold, as flat arrays in rank order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain, repeat
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ontoeval.findings import Finding
from ontoeval.records.batch import Batch
from ontoeval.records.model import Hits
from ontoeval.views.base import Flags, Inputs, Integers, Status, View, run_is_missing

Floats = NDArray[np.float64]
Ties = Literal["given", "trec"]
Of = Literal["retrieved", "candidates", "contexts"]


class Rankings(View):
    """Ranked documents (``run.retrieved``) against ``gold.docs``.

    Chunks are folded into their documents: the best-ranked chunk of a document stands for it. A sample
    without relevant documents is undefined; one whose list is null is missing and has an empty ranking.

    Attributes:
        n: Number of samples.
        lengths: How many ranked documents each sample has, shape ``(n,)``.
        tied: How many samples have ranked documents with equal scores.
        ideal_query, ideal_grade: Sample and grade of each relevant document of the gold, best first.
    """

    bare: ClassVar[tuple[str, str] | None] = ("gold.docs", "run.retrieved")
    field: ClassVar[str] = "run.retrieved"
    stage = "retrieval"

    def __init__(
        self,
        status: NDArray[np.int8],
        lengths: Integers,
        grades: Mapping[Ties, Floats],
        ideal_lengths: Integers,
        ideal_grade: Floats,
        tied: int = 0,
    ) -> None:
        self.status = status
        self.n = len(status)
        self.lengths = lengths
        self._ends = np.cumsum(lengths)
        self._starts = self._ends - lengths
        self._grades = grades
        self.ideal_query = np.repeat(np.arange(self.n), ideal_lengths)
        self.ideal_position = _positions(ideal_lengths)
        self.ideal_grade = ideal_grade
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

    @classmethod
    def variant(cls, parameters: Mapping[str, Any]) -> type[View]:
        """The list that ``of`` names."""
        return _LISTS[parameters.get("of", "retrieved")]

    @classmethod
    def builder(cls, inputs: Inputs) -> RankingsBuilder:
        """A new builder."""
        return RankingsBuilder(cls, inputs)

    def top(self, k: int | None, ties: Ties = "given") -> tuple[Integers, Integers, Floats]:
        """Sample, position and grade of the documents at ranks below ``k`` (None: all).

        The grade of a document that the gold does not name is NaN.
        """
        memo = ("top", k, ties)
        if memo not in self._memo:
            grade = self._grades[ties]
            if k is None or k >= self.lengths.max(initial=0):
                self._memo[memo] = (self.query, self.position, grade)
            else:
                lengths = np.minimum(self.lengths, k)
                query, position = np.repeat(np.arange(self.n), lengths), _positions(lengths)
                self._memo[memo] = (query, position, grade[self._starts[query] + position])
        result: tuple[Integers, Integers, Floats] = self._memo[memo]
        return result

    def relevant(self, k: int | None, ties: Ties = "given", rel: float | None = None) -> tuple[Integers, Integers]:
        """Sample and position of the relevant documents at ranks below ``k``."""
        memo = ("relevant", k, ties, rel)
        if memo not in self._memo:
            if k is None:
                place = np.flatnonzero(_relevant(self._grades[ties], rel))
                query = np.searchsorted(self._ends, place, side="right")
                self._memo[memo] = (query, place - self._starts[query])
            else:
                query, position = self.relevant(None, ties, rel)
                keep = np.flatnonzero(position < k)
                self._memo[memo] = (query[keep], position[keep])
        result: tuple[Integers, Integers] = self._memo[memo]
        return result

    def n_relevant(self, rel: float | None = None) -> Integers:
        """How many relevant documents each sample has in the gold, shape ``(n,)``."""
        memo = ("n_relevant", rel)
        if memo not in self._memo:
            keep = _relevant(self.ideal_grade, rel)
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

    field: ClassVar[str] = "run.candidates"
    stage = "retrieval"


class Contexts(Rankings):
    """Documents given to the generator (``run.contexts``) against ``gold.docs``."""

    field: ClassVar[str] = "run.contexts"
    stage = "context"


_LISTS: dict[str, type[Rankings]] = {"retrieved": Rankings, "candidates": Candidates, "contexts": Contexts}


class RankingsBuilder:
    """Compiles batches into `Rankings`."""

    def __init__(self, cls: type[Rankings], inputs: Inputs) -> None:
        self.cls = cls
        self.inputs = inputs
        self.any_run = False
        self.any_gold = False
        self.any_candidates = False
        self.repeated = 0
        self.tied = 0
        self.status: list[NDArray[np.int8]] = []
        self.lengths: list[Integers] = []
        self.given: list[Floats] = []
        self.trec: list[Floats] = []
        self.ideal_lengths: list[Integers] = []
        self.ideal: list[Floats] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        golds, rankings = batch.column("gold.docs"), batch.column(self.cls.field)
        self.any_candidates |= "run.candidates" in batch.columns
        self.any_gold |= any(gold is not None for gold in golds)
        self.any_run |= any(hits is not None for hits in rankings)
        missing = [hits is None or gone for hits, gone in zip(rankings, run_is_missing(batch), strict=True)]
        status = np.where(missing, np.int8(Status.MISSING), np.int8(Status.OK))
        status[self._add_ideal(golds) == 0] = Status.UNDEFINED
        self.status.append(status)
        scored = np.flatnonzero(status == Status.OK).tolist()
        places = [batch.where[position] for position in scored]
        unjudged = float("nan")
        grades: list[Floats] = []
        scores: list[Sequence[float]] = []
        names: list[list[str]] = []
        for position, where in zip(scored, places, strict=True):
            docs, values = self._unique(rankings[position], where)
            grades.append(np.fromiter(map(golds[position].get, docs, repeat(unjudged)), np.float64, len(docs)))
            scores.append(range(0, -len(docs), -1) if values is None else values)
            names.append(docs)
        lengths = np.zeros(len(batch), dtype=np.int64)
        lengths[scored] = [len(docs) for docs in names]
        self.lengths.append(lengths)
        self._order(grades, scores, names, places)

    def _add_ideal(self, golds: Sequence[Mapping[str, float] | None]) -> Integers:
        """Keep the grades of relevant documents, best first, and say how many each sample has."""
        judged = [gold or {} for gold in golds]
        sample = np.repeat(np.arange(len(judged)), [len(gold) for gold in judged])
        grade = np.fromiter(chain.from_iterable(gold.values() for gold in judged), np.float64, len(sample))
        good = grade > 0
        grade, lengths = grade[good], np.bincount(sample[good], minlength=len(judged))
        self.ideal.append(grade[_best_first(grade, lengths)])
        self.ideal_lengths.append(lengths)
        return lengths

    def _unique(self, hits: Hits, where: str) -> tuple[list[str], list[float] | None]:
        if hits.items is None and hits.scores is not None:  # the keys of a dictionary cannot repeat
            return hits.ids, hits.scores
        docs = hits.documents
        if len(set(docs)) == len(docs):
            return docs, hits.scores
        if hits.docs is None and self.inputs.settings.duplicates == "error":
            twice = next(doc for position, doc in enumerate(docs) if doc in docs[:position])
            self.inputs.problems.add(
                Finding(
                    "ranking.duplicate",
                    "error",
                    f"{where} {self.cls.field}",
                    f"document {twice!r} is ranked twice",
                    "every document once",
                    "give chunks their own ids and name their document in `doc`, or keep the first: --duplicates first",
                )
            )
        if hits.docs is None:
            self.repeated += len(docs) - len(set(docs))
        values = hits.scores
        order: Sequence[int] = range(len(docs))
        if values is not None:
            order = sorted(order, key=[-value for value in values].__getitem__)
        best: dict[str, int] = {}
        for position in order:
            best.setdefault(docs[position], position)
        return list(best), None if values is None else [values[position] for position in best.values()]

    def _order(
        self,
        grades: list[Floats],
        scores: list[Sequence[float]],
        names: list[list[str]],
        where: list[str],
    ) -> None:
        lengths = np.array([len(row) for row in grades], dtype=np.int64)
        total = int(lengths.sum())
        grade = np.concatenate([np.zeros(0), *grades])
        try:
            score = np.fromiter(chain.from_iterable(scores), dtype=np.float64, count=total)
        except (TypeError, ValueError):
            score = np.full(total, np.nan)
        query = np.repeat(np.arange(len(grades)), lengths)
        self._refuse_unfinite(score, query, where)
        same = query[1:] == query[:-1]
        if (same & (score[1:] > score[:-1])).any():
            order = _best_first(score, lengths)
            grade, score = grade[order], score[order]
        else:
            order = np.arange(total)
        ties = np.unique(query[1:][same & (score[1:] == score[:-1])])
        self.given.append(grade)
        self.tied += len(ties)
        if len(ties):
            grade = grade.copy()
            starts = np.cumsum(lengths) - lengths
            for row in ties:
                part = slice(int(starts[row]), int(starts[row] + lengths[row]))
                docs = [names[row][position - int(starts[row])] for position in order[part]]
                places = sorted(range(len(docs)), key=docs.__getitem__, reverse=True)
                places.sort(key=lambda place: -score[part][place])
                grade[part] = grade[part][places]
        self.trec.append(grade)

    def _refuse_unfinite(self, score: Floats, query: Integers, where: list[str]) -> None:
        for row in np.unique(query[~np.isfinite(score)]):
            self.inputs.problems.add(
                Finding(
                    "ranking.score",
                    "error",
                    f"{where[row]} {self.cls.field}",
                    "a score is not a finite number",
                    "finite numbers",
                )
            )

    def build(self) -> Rankings:
        """The view of all batches."""
        given = np.concatenate([np.zeros(0), *self.given])
        whole = np.zeros(0, dtype=np.int64)
        view = self.cls(
            np.concatenate([np.zeros(0, dtype=np.int8), *self.status]),
            np.concatenate([whole, *self.lengths]),
            {"given": given, "trec": np.concatenate([np.zeros(0), *self.trec]) if self.tied else given},
            np.concatenate([whole, *self.ideal_lengths]),
            np.concatenate([np.zeros(0), *self.ideal]),
            self.tied,
        )
        if self.cls is Rankings and self.any_candidates:
            view.stage = "rerank"
        if not self.any_gold:
            view.unmeasured = "no row has gold.docs"
        elif not self.any_run:
            view.unmeasured = f"no row has {self.cls.field}"
        if self.repeated:
            self.inputs.findings.append(
                Finding(
                    "ranking.duplicate",
                    "warning",
                    self.cls.field,
                    f"{self.repeated} ranked documents repeat and were left out (first kept)",
                    count=self.repeated,
                )
            )
        return view


def _positions(lengths: Integers) -> Integers:
    return np.arange(int(lengths.sum())) - np.repeat(np.cumsum(lengths) - lengths, lengths)


def _best_first(score: Floats, lengths: Integers) -> Integers:
    """The order that puts each ranking's best score first; equal scores stay as they are."""
    widest = int(lengths.max(initial=0))
    if len(lengths) * widest > 4 * len(score):  # a few rankings are much longer than the others
        return np.lexsort((-score, np.repeat(np.arange(len(lengths)), lengths)))
    inside = np.arange(widest) < lengths[:, None]
    table = np.full(inside.shape, np.inf)
    table[inside] = -score
    order: Integers = (np.argsort(table, axis=1, kind="stable") + (np.cumsum(lengths) - lengths)[:, None])[inside]
    return order


def _relevant(grade: Floats, rel: float | None) -> Flags:
    return grade > 0 if rel is None else grade >= rel
