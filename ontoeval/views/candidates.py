"""`Candidates`: what was found before anything was filtered, with scores, as rows of the corpus."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from ontoeval.records.batch import Batch
from ontoeval.records.model import Hits
from ontoeval.views.base import Inputs, Integers, Status, View, run_is_missing, statuses

Floats = NDArray[np.float64]

#: Constant of reciprocal ranks, which stand for scores where there are none (Cormack et al. 2009).
_RANK_CONSTANT = 60


class Candidates(View):
    """The candidates of each sample (``run.candidates``), best first; of several chunks of a document the best.

    Attributes:
        sample: Sample of each candidate, ascending.
        doc: Its document.
        score: Its score; ``1 / (60 + rank)`` in samples whose candidates have none.
        any_unscored: Whether there are such samples.
    """

    stage = "candidates"
    any_unscored = False

    def __init__(self, status: list[int], sample: list[int], doc: list[str], score: list[float]) -> None:
        self.status = statuses(status)
        self.sample: Integers = np.array(sample, dtype=np.int64)
        self.doc = doc
        self.score: Floats = np.array(score, dtype=np.float64)

    @classmethod
    def builder(cls, inputs: Inputs) -> CandidatesBuilder:
        """A new builder."""
        return CandidatesBuilder()

    def rows(self, position: Mapping[str, int]) -> Integers:
        """Position of each candidate in the corpus, -1 for one that is not there."""
        return np.fromiter((position.get(doc, -1) for doc in self.doc), dtype=np.int64, count=len(self.doc))


class CandidatesBuilder:
    """Compiles batches into `Candidates`."""

    def __init__(self) -> None:
        self.any_unscored = False
        self.status: list[int] = []
        self.sample: list[int] = []
        self.doc: list[str] = []
        self.score: list[float] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        for missing, hits in zip(run_is_missing(batch), batch.column("run.candidates"), strict=True):
            known = not missing and hits is not None
            if known:
                self._add(hits)
            self.status.append(Status.OK if known else Status.MISSING)

    def _add(self, hits: Hits) -> None:
        scores = hits.scores
        if scores is None:
            self.any_unscored = True
            scores = [1 / (_RANK_CONSTANT + rank) for rank in range(1, len(hits) + 1)]
        best: dict[str, float] = {}
        for place in sorted(range(len(hits)), key=lambda place: -scores[place]):
            best.setdefault(hits.documents[place], scores[place])
        self.sample += [len(self.status)] * len(best)
        self.doc += best
        self.score += best.values()

    def build(self) -> Candidates:
        """The view of all batches."""
        view = Candidates(self.status, self.sample, self.doc, self.score)
        view.any_unscored = self.any_unscored
        if Status.OK not in self.status:
            view.unmeasured = "no row has run.candidates"
        return view
