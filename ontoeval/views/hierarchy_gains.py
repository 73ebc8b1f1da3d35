"""Rankings in which a document that is near a relevant one, by its concepts, is worth a part of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, ClassVar

import numpy as np

from ontoeval.ontology import Ontology
from ontoeval.records.batch import Batch
from ontoeval.records.corpus import Corpus
from ontoeval.views.base import Inputs, Integers
from ontoeval.views.rankings import Rankings
from ontoeval.views.rankings_builder import Floats, RankingsBuilder

Grades = Mapping[str, float]


class NearRankings(Rankings):
    """Ranked documents whose grades are graded by hierarchy.

    A judged document has its grade. Any other document of the corpus has, of all relevant documents of the sample, the
    largest product of that one's grade and the Wu-Palmer similarity of their concepts (the best pair of concepts).
    """

    near: NearIdeal

    @classmethod
    def builder(cls, inputs: Inputs) -> NearBuilder:
        """A new builder."""
        return NearBuilder(cls, inputs)

    def ideal(self, k: int | None) -> tuple[Integers, Integers, Floats]:
        """Sample, position and grade of the best ranking of the corpus, down to rank ``k``.

        Without ``k`` it is as long as the ranked list, or as there are relevant documents, whichever is more.
        """
        cut = np.maximum(self.lengths, self.n_relevant()) if k is None else np.full(self.n, k)
        return self.near.best(cut)


class NearCandidates(NearRankings):
    """Documents before reranking, graded by hierarchy."""

    field: ClassVar[str] = "run.candidates"


class NearContexts(NearRankings):
    """Documents given to the generator, graded by hierarchy."""

    field: ClassVar[str] = "run.contexts"
    stage = "context"


NEAR: dict[str, type[Rankings]] = {
    "retrieved": NearRankings,
    "candidates": NearCandidates,
    "contexts": NearContexts,
}


@dataclass(frozen=True)
class NearIdeal:
    """The grades of all documents of the corpus by sample, best first, equal ones counted.

    Attributes:
        lengths: How many distinct grades each sample has, shape ``(n,)``.
        grade: The distinct grades above 0 of all samples.
        count: How many documents have each.
    """

    lengths: Integers
    grade: Floats
    count: Integers

    def best(self, cut: Integers) -> tuple[Integers, Integers, Floats]:
        """Sample, position and grade of the best documents, ``cut`` of each sample."""
        n = len(self.lengths)
        sample = np.repeat(np.arange(n), self.lengths)
        through = np.cumsum(self.count)
        before_sample = np.concatenate([[0], through])[np.cumsum(self.lengths) - self.lengths]
        end = np.minimum(through - before_sample[sample], cut[sample])
        begin = np.minimum(through - self.count - before_sample[sample], cut[sample])
        taken = end - begin
        query, grade = np.repeat(sample, taken), np.repeat(self.grade, taken)
        counts = np.bincount(query, minlength=n)
        return query, np.arange(len(query)) - np.repeat(np.cumsum(counts) - counts, counts), grade


class NearBuilder(RankingsBuilder):
    """Compiles batches into `NearRankings`."""

    def __init__(self, cls: type[Rankings], inputs: Inputs) -> None:
        super().__init__(cls, inputs)
        self.lacking: str | None = None
        if inputs.ontology is None:
            self.lacking = "no ontology was given (--ontology)"
        elif inputs.docs is None:
            self.lacking = "no corpus was given (--docs)"
        else:
            self.grader = Grader(inputs.ontology, inputs.docs)
            if not len(self.grader.codes):
                self.lacking = "no document of the corpus has a concept of the ontology"
        self.near_lengths: list[int] = []
        self.near_grade: list[Floats] = []
        self.near_count: list[Integers] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        if self.lacking is None:
            self.grader.prepare([gold for gold in batch.column("gold.docs") if gold])
        super().add(batch)

    def _grades_of(self, gold: Grades, docs: list[str]) -> Floats:
        return super()._grades_of(gold, docs) if self.lacking else self.grader.grades(gold, docs)

    def _add_gold(self, golds: Sequence[Grades | None]) -> None:
        super()._add_gold(golds)
        for gold in golds:
            grades = np.zeros(0) if self.lacking or not gold else self.grader.all_grades(gold)
            distinct, count = np.unique(-grades[grades > 0], return_counts=True)
            self.near_lengths.append(len(distinct))
            self.near_grade.append(-distinct)
            self.near_count.append(count)

    def build(self) -> Rankings:
        """The view of all batches."""
        view = super().build()
        assert isinstance(view, NearRankings)
        view.near = NearIdeal(
            np.array(self.near_lengths, dtype=np.int64),
            np.concatenate([np.zeros(0), *self.near_grade]),
            np.concatenate([np.zeros(0, dtype=np.int64), *self.near_count]),
        )
        view.unmeasured = self.lacking or view.unmeasured
        return view


class Grader:
    """Grades documents of a corpus by how near their concepts are to those of relevant documents."""

    def __init__(self, ontology: Ontology, docs: Corpus) -> None:
        self.ontology = ontology
        self.place = {doc: place for place, doc in enumerate(docs)}
        named = [_concepts(row) for row in docs.values()]
        codes = ontology.encode(list(chain.from_iterable(named)))
        owner = np.repeat(np.arange(len(named)), [len(texts) for texts in named])
        self.owner, codes = owner[codes >= 0], codes[codes >= 0]
        self.codes, self.column = np.unique(codes, return_inverse=True)
        self.with_concepts, self.begin = np.unique(self.owner, return_index=True)
        self._rows: dict[int, Floats] = {}

    def prepare(self, golds: Sequence[Grades]) -> None:
        """Compare the concepts of the relevant documents of some samples with those of the corpus."""
        wanted = {doc for gold in golds for doc, grade in gold.items() if grade > 0}
        columns = sorted({column for doc in wanted for column in self._columns(doc).tolist()})
        found = self.ontology.similarity_matrix(self.codes[columns], self.codes, "wu_palmer")
        self._rows = dict(zip(columns, found, strict=True))

    def grades(self, gold: Grades, docs: list[str]) -> Floats:
        """The grade of each document; NaN where neither the gold nor the corpus names it."""
        near = self._near(gold)
        nothing = float("nan")
        by_corpus = (near[self.place[doc]] if doc in self.place else nothing for doc in docs)
        return np.array(
            [gold.get(doc, other) for doc, other in zip(docs, by_corpus, strict=True)], dtype=np.float64
        ).reshape(len(docs))

    def all_grades(self, gold: Grades) -> Floats:
        """The grades of all documents of the corpus and of the gold."""
        near = self._near(gold)
        for doc in gold:
            if doc in self.place:
                near[self.place[doc]] = 0.0
        return np.concatenate([near, np.fromiter(gold.values(), np.float64, len(gold))])

    def _near(self, gold: Grades) -> Floats:
        """What each document of the corpus is worth by its concepts alone."""
        best = np.zeros(len(self.codes))
        for doc, grade in gold.items():
            if grade > 0:
                for column in self._columns(doc).tolist():
                    np.maximum(best, grade * self._rows[column], out=best)
        near = np.zeros(len(self.place))
        if len(self.begin):
            near[self.with_concepts] = np.maximum.reduceat(best[self.column], self.begin)
        return near

    def _columns(self, doc: str) -> Integers:
        """Positions of a document's concepts in ``codes``."""
        place = self.place.get(doc, -1)
        begin, end = np.searchsorted(self.owner, [place, place + 1])
        return self.column[begin:end]


def _concepts(row: Mapping[str, Any]) -> list[str]:
    given = row.get("concepts")
    texts = [given] if isinstance(given, str) else given if isinstance(given, list) else []
    return [text for text in texts if isinstance(text, str)]
