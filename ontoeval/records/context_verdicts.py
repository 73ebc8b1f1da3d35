"""What judges say of the contexts of a sample, one by one: the fields of ``context_relevance`` and ``context_use``."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, FiniteFloat, model_validator

from ontoeval.records.verdicts import ContextPrecision, Fields, Item, partition


class ContextScore(Item):
    """How relevant a context is to the question, from 0 to 1; ``context`` counts from 0 in the order of the prompt."""

    context: int
    explanation: str = ""
    score: Annotated[FiniteFloat, Field(ge=0, le=1)]


class ContextRelevance(Fields):
    """``context_relevance``: one score per context."""

    verdicts: list[ContextScore]

    @model_validator(mode="after")
    def _partition(self) -> ContextRelevance:
        partition("context", list(range(len(self.verdicts))), [verdict.context for verdict in self.verdicts])
        return self

    @property
    def scores(self) -> list[float]:
        """The score of each context, in order."""
        return [verdict.score for verdict in sorted(self.verdicts, key=lambda verdict: verdict.context)]

    def score(self) -> float | None:
        """The mean; None without contexts."""
        return sum(self.scores) / len(self.scores) if self.scores else None


class ContextsUsed(ContextPrecision):
    """``context_use``: one verdict per context, ``useful`` when the answer uses it."""
