"""Which contexts were of use to arrive at the reference."""

from __future__ import annotations

from ontoeval.annotate.desk import Sitting
from ontoeval.annotate.material import Material
from ontoeval.annotate.protocol import Step
from ontoeval.annotate.rubrics.base import Rubric, assemble
from ontoeval.records.verdicts import ContextPrecision, Fields


class ContextUse(Fields):
    """Whether one context was of use."""

    explanation: str
    useful: bool


_STEP = Step(
    "context_use",
    "Decide whether the context is of use to arrive at the reference answer to the question: useful is true when it "
    "states a part of the reference or what that follows from, false when it is only about the same subject. Explain "
    "first, in one sentence, then decide.",
    ContextUse,
    decision="useful",
)


class ContextPrecisionRubric(Rubric):
    """One call for each context."""

    name = "context_precision"
    schema = ContextPrecision
    needs = ("query", "contexts", "reference")
    steps = (_STEP,)

    def asked(self, material: Material) -> list[Step]:
        """As many calls as there are contexts."""
        return [_STEP] * len(material.contexts or ())

    async def fill(self, material: Material, sitting: Sitting) -> ContextPrecision:
        """A verdict for each context, in order."""
        verdicts = []
        for position, text in enumerate(material.texts()):
            data = {
                "question": material.query,
                "reference": material.reference,
                "context": text,
                "position": position,
            }
            verdicts.append({"context": position, **(await sitting.ask(_STEP, ContextUse, data)).model_dump()})
        return assemble(ContextPrecision, verdicts=verdicts)
