"""Which of two answers is better, asked in both orders."""

from __future__ import annotations

from typing import Literal

from ontoeval.annotate.desk import Sitting
from ontoeval.annotate.material import Material
from ontoeval.annotate.protocol import Step
from ontoeval.annotate.rubrics.base import Rubric, assemble
from ontoeval.records.verdicts import Fields, Preference


class Choice(Fields):
    """The better of two answers."""

    explanation: str
    winner: Literal["first", "second", "tie"]


_STEP = Step(
    "preference",
    "Decide which of two answers to the question is better: right, complete, and to the point. The order in which you "
    "see them means nothing, and a longer answer is not better for being longer. tie when neither is better. Explain "
    "first, in one sentence, then decide.",
    Choice,
    decision="winner",
)


class PreferenceRubric(Rubric):
    """Two calls: each answer is first once. Who wrote them is not said."""

    name = "preference"
    schema = Preference
    needs = ("query", "answer", "other_answer")
    steps = (_STEP,)

    def asked(self, material: Material) -> list[Step]:
        """Two calls."""
        return [_STEP, _STEP]

    def evidence(self, material: Material) -> list[str]:
        """Nothing is quoted."""
        return []

    async def fill(self, material: Material, sitting: Sitting) -> Preference:
        """The choice in each order."""
        orders = []
        for first, one, two in (
            ("answer", material.answer, material.other_answer),
            ("other", material.other_answer, material.answer),
        ):
            choice = await sitting.ask(_STEP, Choice, {"question": material.query, "first": one, "second": two})
            orders.append({"first": first, **choice.model_dump()})
        return assemble(Preference, orders=orders)
