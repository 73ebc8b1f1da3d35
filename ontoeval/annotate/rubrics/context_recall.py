"""Which claims of the reference the contexts support."""

from __future__ import annotations

from ontoeval.annotate.desk import Sitting
from ontoeval.annotate.material import Material
from ontoeval.annotate.protocol import Step
from ontoeval.annotate.rubrics.base import Rubric
from ontoeval.annotate.rubrics.claims import VERDICT_RULES
from ontoeval.records.verdicts import ContextRecall

_STEP = Step(
    "reference_claims",
    "Take the reference answer apart into claims, the smallest statements that can be true or false on their own, "
    "numbered from 1; then decide of each whether the contexts support it. Use nothing that you know yourself.\n"
    f"{VERDICT_RULES}",
    ContextRecall,
)


class ContextRecallRubric(Rubric):
    """One call: the claims of the reference with their verdicts. A jury asks its first judge only."""

    name = "context_recall"
    schema = ContextRecall
    needs = ("contexts", "reference")
    steps = (_STEP,)

    def asked(self, material: Material) -> list[Step]:
        """One call."""
        return [_STEP]

    async def fill(self, material: Material, sitting: Sitting) -> ContextRecall:
        """The claims and their verdicts."""
        data = {"question": material.query, "reference": material.reference, "contexts": material.texts()}
        return await sitting.ask(_STEP, ContextRecall, data)
