"""Which contexts were of use to arrive at the reference."""

from __future__ import annotations

from ontoeval.annotate.protocol import Step
from ontoeval.annotate.rubrics.each_context import EachContextRubric
from ontoeval.records.verdicts import ContextPrecision, Fields


class ContextUse(Fields):
    """Whether one context was of use."""

    explanation: str
    useful: bool


class ContextPrecisionRubric(EachContextRubric):
    """One call for each context."""

    name = "context_precision"
    schema = ContextPrecision
    needs = ("query", "contexts", "reference")
    steps = (
        Step(
            "context_use",
            "Decide whether the context is of use to arrive at the reference answer to the question: useful is true "
            "when it states a part of the reference or what that follows from, false when it is only about the same "
            "subject. Explain first, in one sentence, then decide.",
            ContextUse,
            decision="useful",
        ),
    )
