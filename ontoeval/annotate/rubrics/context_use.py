"""Which contexts the answer uses."""

from __future__ import annotations

from ontoeval.annotate.protocol import Step
from ontoeval.annotate.rubrics.each_context import EachContextRubric
from ontoeval.records.verdicts import ContextsUsed, Fields


class UsedContext(Fields):
    """Whether the answer uses one context."""

    explanation: str
    useful: bool


class ContextUseRubric(EachContextRubric):
    """One call for each context."""

    name = "context_use"
    schema = ContextsUsed
    needs = ("query", "answer", "contexts")
    steps = (
        Step(
            "used_context",
            "Decide whether the answer to the question uses the context: useful is true when something that the answer "
            "states is stated by the context or follows from it, false when the answer could have been written without "
            "it, even if both are about the same subject. Whether the answer is right does not matter. Explain first, "
            "in one sentence, then decide.",
            UsedContext,
            decision="useful",
        ),
    )
