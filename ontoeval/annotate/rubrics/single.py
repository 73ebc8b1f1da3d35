"""Rubrics of one question: the judge fills the fields in one call."""

from __future__ import annotations

from ontoeval.annotate.desk import Sitting
from ontoeval.annotate.material import Material
from ontoeval.annotate.protocol import Step
from ontoeval.annotate.rubrics.base import Rubric
from ontoeval.records.verdicts import Fields


class SingleRubric(Rubric):
    """A rubric whose fields are the answer to its only step.

    Args:
        name: Its name.
        schema: The fields.
        instructions: What the judge is told.
        needs: What it sees of a sample, by names of `Material`; the last one is what is judged.
        quoted: Where quotes must come from, by a name of `Material`.
        decision: How a jury decides.
        empty: The fields of an empty answer, which is not shown to a judge; None when it is.
        extra: What else changes the verdicts.
    """

    def __init__(
        self,
        name: str,
        schema: type[Fields],
        instructions: str,
        needs: tuple[str, ...],
        *,
        quoted: str | None = None,
        decision: str = "first",
        empty: Fields | None = None,
        extra: str = "",
    ) -> None:
        self.name, self.schema, self.needs = name, schema, needs
        self.quoted, self.empty, self._extra = quoted, empty, extra
        self.step = Step(name, instructions, schema, decision=decision)
        self.steps = (self.step,)

    @property
    def extra(self) -> str:
        """What else changes the verdicts."""
        return self._extra

    def asked(self, material: Material) -> list[Step]:
        """One call; none for an empty answer whose fields are known."""
        known = self.empty is not None and not (material.answer or "").strip()
        return [] if known else [self.step]

    def evidence(self, material: Material) -> list[str]:
        """The texts that quotes must come from."""
        if self.quoted == "contexts":
            return material.texts()
        return [getattr(material, self.quoted) or ""] if self.quoted else []

    async def fill(self, material: Material, sitting: Sitting) -> Fields:
        """The fields."""
        if self.empty is not None and not self.asked(material):
            return self.empty
        data = {need: material.texts() if need == "contexts" else getattr(material, need) for need in self.needs}
        return await sitting.ask(self.step, self.schema, data)
