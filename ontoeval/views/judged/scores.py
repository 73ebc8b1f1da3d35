"""Verdicts that are one number each: relevancy, context precision, similarity, and rubrics of one's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ontoeval.records.batch import Batch
from ontoeval.records.verdicts import AnswerRelevancy, ContextPrecision, InvalidVerdict, SemanticSimilarity
from ontoeval.statistics.rows import Floats
from ontoeval.views.base import Flags, Integers, View
from ontoeval.views.judged.base import Judged, Verdicts, each, flags, integers


class Scores(Judged):
    """One number per repetition.

    Attributes:
        sample: Sample of each verdict, shape ``(r,)``.
        score: Its number, recomputed from the verdict's fields; 0 where it has none.
        defined: Whether it has one.
    """

    def __init__(self, status: NDArray[np.int8], verdicts: Verdicts, facts: Sequence[Any]) -> None:
        super().__init__(status, verdicts, facts)
        found = [(sample, self.number(verdict)) for sample, _, verdict in each(verdicts)]
        self.sample: Integers = integers([sample for sample, _ in found])
        self.defined: Flags = flags([number is not None for _, number in found])
        self.score: Floats = np.array([number or 0.0 for _, number in found], dtype=np.float64)

    @staticmethod
    def number(verdict: Any) -> float | None:
        """The number of a verdict."""
        score: float | None = verdict.score()
        return score


class Relevancies(Scores):
    """Cosines of the query with questions made from the answer, from ``annotations.answer_relevancy``."""

    stage = "answer"
    rubric = "answer_relevancy"
    schema = AnswerRelevancy


class Similarities(Scores):
    """Cosines of answer and reference, from ``annotations.semantic_similarity``."""

    stage = "answer"
    rubric = "semantic_similarity"
    schema = SemanticSimilarity
    truth = "gold.answers"


class ContextPrecisions(Scores):
    """How far useful contexts come before others, from ``annotations.context_precision``."""

    stage = "context"
    rubric = "context_precision"
    schema = ContextPrecision
    material = ("run.contexts", "run.retrieved")

    @classmethod
    def fact(cls, batch: Batch, position: int) -> int | None:
        """The number of contexts."""
        hits = batch.column("run.contexts")[position]
        return None if hits is None else len(hits)

    @classmethod
    def fault(cls, verdict: ContextPrecision, fact: int | None) -> str | None:
        """A verdict has one entry per context."""
        if fact is None or len(verdict.verdicts) == fact:
            return None
        return f"partition: {len(verdict.verdicts)} verdicts on {fact} contexts"


class StoredScores(Scores):
    """The ``score`` of each result of any rubric, as it was recomputed when the verdict was stored."""

    stage = "answer"
    rubric = "faithfulness"
    material = ("run.answer", "run.contexts", "run.retrieved", "run.output")

    @classmethod
    def variant(cls, parameters: Mapping[str, Any]) -> type[View]:
        """The scores of the rubric that ``rubric`` names."""
        return _stored(parameters.get("rubric", cls.rubric))

    @classmethod
    def parse(cls, result: Any) -> float | None:
        """The score of a result; None when it is undefined."""
        if not isinstance(result, dict) or "score" not in result:
            raise InvalidVerdict("schema: a result is an object with 'score'")
        if result.get("status", "ok") != "ok":
            raise InvalidVerdict(str(result.get("reason") or "invalid: no reason is given"))
        score = result["score"]
        if score is not None and not (isinstance(score, int | float) and isfinite(score)):
            raise InvalidVerdict(f"schema: the score {score!r} is no finite number")
        return None if score is None else float(score)

    @staticmethod
    def number(verdict: Any) -> float | None:
        """The stored number itself."""
        score: float | None = verdict
        return score


@cache
def _stored(rubric: str) -> type[StoredScores]:
    return type(f"StoredScores[{rubric}]", (StoredScores,), {"rubric": rubric, "__doc__": StoredScores.__doc__})
