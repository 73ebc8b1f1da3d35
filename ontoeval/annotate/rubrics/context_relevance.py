"""How relevant each context is to the question."""

from __future__ import annotations

from typing import Any, Literal

from ontoeval.annotate.protocol import Step
from ontoeval.annotate.rubrics.each_context import EachContextRubric
from ontoeval.records.verdicts import ContextRelevance, Fields

_SCORES = {"full": 1.0, "partial": 0.5, "none": 0.0}


class RelevantContext(Fields):
    """How relevant one context is."""

    explanation: str
    relevance: Literal["none", "partial", "full"]


class ContextRelevanceRubric(EachContextRubric):
    """One call for each context; full, partial and no relevance are stored as 1, 0.5 and 0."""

    name = "context_relevance"
    schema = ContextRelevance
    needs = ("query", "contexts")
    steps = (
        Step(
            "relevant_context",
            "Decide how relevant the context is to the question: full when it holds all that an answer needs, partial "
            "when it holds some of it, none when it holds nothing of it, even if it is about the same subject. Use "
            "nothing that you know yourself. Explain first, in one sentence, then decide.",
            RelevantContext,
            decision="relevance",
        ),
    )

    def verdict(self, answer: Any) -> dict[str, Any]:
        """The explanation, and the relevance as a number."""
        return {"explanation": answer.explanation, "score": _SCORES[answer.relevance]}
