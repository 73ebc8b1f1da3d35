"""`ContextScores`: how relevant each context is to the question, by a judge or by the scores of the run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ontoeval.findings import Finding
from ontoeval.records.batch import Batch
from ontoeval.records.verdicts import ContextRelevance
from ontoeval.statistics.rows import Floats
from ontoeval.views.base import Builder, Inputs, Integers, Status, View, run_is_missing, statuses
from ontoeval.views.contexts.verdicts import means, miscount, n_contexts
from ontoeval.views.judged.base import Judged, Verdicts

ScoreSource = Literal["judged", "given"]


class ContextScores(Judged):
    """The relevance of the contexts in ``run.contexts``, from ``annotations.context_relevance``.

    Attributes:
        sample: Sample of each context, shape ``(m,)``.
        score: Its relevance in [0, 1]; of several verdicts their mean.
    """

    stage = "context"
    rubric = "context_relevance"
    schema = ContextRelevance
    material = ("run.contexts",)

    def __init__(self, status: NDArray[np.int8], verdicts: Verdicts, facts: Sequence[Any]) -> None:
        super().__init__(status, verdicts, facts)
        found = [means([self.numbers(verdict) for verdict in repetitions]) for repetitions in verdicts]
        self.sample: Integers = np.repeat(np.arange(len(found)), [len(each) for each in found])
        self.score: Floats = np.concatenate([np.zeros(0), *found])

    @classmethod
    def variant(cls, parameters: Mapping[str, Any]) -> type[View]:
        """The scores that ``scores`` names."""
        return _SOURCES[parameters.get("scores", "judged")]

    @classmethod
    def fact(cls, batch: Batch, position: int) -> int | None:
        """The number of contexts."""
        return n_contexts(batch, position)

    @classmethod
    def fault(cls, verdict: ContextRelevance, fact: int | None) -> str | None:
        """A verdict has one entry per context."""
        return miscount(len(verdict.verdicts), fact)

    @staticmethod
    def numbers(verdict: Any) -> list[float]:
        """The score of each context."""
        scores: list[float] = verdict.scores
        return scores


class GivenScores(ContextScores):
    """The relevance of the contexts, as the scores in ``run.contexts`` say."""

    @classmethod
    def builder(cls, inputs: Inputs) -> Builder:  # type: ignore[override]
        """A new builder."""
        return GivenScoresBuilder(inputs)

    @staticmethod
    def numbers(verdict: Any) -> list[float]:
        """The scores themselves."""
        return list(verdict)


_SOURCES: dict[str, type[View]] = {"judged": ContextScores, "given": GivenScores}


class GivenScoresBuilder:
    """Compiles batches into `GivenScores`."""

    def __init__(self, inputs: Inputs) -> None:
        self.inputs = inputs
        self.any_context = self.any_score = False
        self.status: list[int] = []
        self.scores: list[list[list[float]]] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        for lost, hits in zip(run_is_missing(batch), batch.column("run.contexts"), strict=True):
            scores = [] if hits is None else hits.scores or []
            self.any_context |= hits is not None
            self.any_score |= bool(scores)
            if lost or hits is None:
                status = Status.MISSING
            else:
                usable = len(scores) == len(hits) and all(0 <= score <= 1 for score in scores)
                status = Status.OK if usable else Status.INVALID
            self.status.append(status)
            self.scores.append([scores] if status == Status.OK else [])

    def build(self) -> GivenScores:
        """The view of all batches."""
        view = GivenScores(statuses(self.status), self.scores, [None] * len(self.status))
        invalid = self.status.count(Status.INVALID)
        if not self.any_context:
            view.unmeasured = "no row has run.contexts"
        elif not self.any_score:
            view.unmeasured = "no row has scores in run.contexts"
        elif invalid:
            got = f"{invalid} samples are invalid: contexts without a score, or with one outside 0 to 1"
            self.inputs.findings.append(Finding("context.score", "warning", "run.contexts", got, count=invalid))
        return view
