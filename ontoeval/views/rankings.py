"""`Rankings`: ranked documents against graded gold, as flat arrays in rank order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ontoeval.findings import Finding
from ontoeval.records.batch import Batch
from ontoeval.records.model import Hits
from ontoeval.views.base import Flags, Inputs, Integers, Status, View, run_is_missing, statuses

Floats = NDArray[np.float64]
Ties = Literal["given", "trec"]
Of = Literal["retrieved", "candidates", "contexts"]


class Rankings(View):
    """Ranked documents (``run.retrieved``) against ``gold.docs``.

    Chunks are folded into their documents: the best-ranked chunk of a document stands for it. A sample
    without relevant documents is undefined; one whose list is null is missing and has an empty ranking.

    Attributes:
        n: Number of samples.
        query: Sample of each ranked document, ascending, shape ``(m,)``.
        position: Its rank, counted from 0, shape ``(m,)``.
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
        self.query = np.repeat(np.arange(self.n), lengths)
        self.position = _positions(lengths)
        self._grades = grades
        self.ideal_query = np.repeat(np.arange(self.n), ideal_lengths)
        self.ideal_position = _positions(ideal_lengths)
        self.ideal_grade = ideal_grade
        self.tied = tied
        self._memo: dict[Any, Any] = {}

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
            if k is None:
                self._memo[memo] = (self.query, self.position, grade)
            else:
                keep = np.flatnonzero(self.position < k)
                self._memo[memo] = (self.query[keep], self.position[keep], grade[keep])
        result: tuple[Integers, Integers, Floats] = self._memo[memo]
        return result

    def relevant(self, k: int | None, ties: Ties = "given", rel: float | None = None) -> tuple[Integers, Integers]:
        """Sample and position of the relevant documents at ranks below ``k``."""
        memo = ("relevant", k, ties, rel)
        if memo not in self._memo:
            query, position, grade = self.top(k, ties)
            keep = np.flatnonzero(_relevant(grade, rel))
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
        keep = slice(None) if k is None else np.flatnonzero(self.ideal_position < k)
        return self.ideal_query[keep], self.ideal_position[keep], self.ideal_grade[keep]


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
        self.status: list[int] = []
        self.lengths: list[int] = []
        self.given: list[Floats] = []
        self.trec: list[Floats] = []
        self.ideal_lengths: list[int] = []
        self.ideal: list[float] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        missing = run_is_missing(batch)
        grades: list[list[float]] = []
        scores: list[Sequence[float]] = []
        names: list[list[str]] = []
        self.any_candidates |= "run.candidates" in batch.columns
        unjudged = float("nan")
        for position, (gold, hits) in enumerate(
            zip(batch.column("gold.docs"), batch.column(self.cls.field), strict=True)
        ):
            relevant = sorted((grade for grade in gold.values() if grade > 0), reverse=True) if gold else []
            self.any_run |= hits is not None
            self.any_gold |= gold is not None
            if not relevant:
                status = Status.UNDEFINED
            elif missing[position] or hits is None:
                status = Status.MISSING
            else:
                status = Status.OK
            self.status.append(status)
            self.ideal_lengths.append(len(relevant))
            self.ideal += relevant
            if status != Status.OK:
                self.lengths.append(0)
                continue
            docs, values = self._unique(hits, batch.where[position])
            get = gold.get
            grades.append([get(doc, unjudged) for doc in docs])
            scores.append(range(0, -len(docs), -1) if values is None else values)
            names.append(docs)
            self.lengths.append(len(docs))
        mine = self.status[len(self.status) - len(batch) :]
        places = [where for where, status in zip(batch.where, mine, strict=True) if status == Status.OK]
        self._order(grades, scores, names, places)

    def _unique(self, hits: Hits, where: str) -> tuple[list[str], list[float] | None]:
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
        grades: list[list[float]],
        scores: list[Sequence[float]],
        names: list[list[str]],
        where: list[str],
    ) -> None:
        lengths = np.array([len(row) for row in grades], dtype=np.int64)
        total = int(lengths.sum())
        grade = np.fromiter(chain.from_iterable(grades), dtype=np.float64, count=total)
        try:
            score = np.fromiter(chain.from_iterable(scores), dtype=np.float64, count=total)
        except (TypeError, ValueError):
            score = np.full(total, np.nan)
        query = np.repeat(np.arange(len(grades)), lengths)
        self._refuse_unfinite(score, query, where)
        same = query[1:] == query[:-1]
        if (same & (score[1:] > score[:-1])).any():
            order = np.lexsort((-score, query))
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

        def flat(parts: list[Floats]) -> Floats:
            return np.concatenate(parts) if parts else np.zeros(0)

        view = self.cls(
            statuses(self.status),
            np.array(self.lengths, dtype=np.int64),
            {"given": flat(self.given), "trec": flat(self.trec)},
            np.array(self.ideal_lengths, dtype=np.int64),
            np.array(self.ideal, dtype=np.float64),
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


def _relevant(grade: Floats, rel: float | None) -> Flags:
    return grade > 0 if rel is None else grade >= rel
