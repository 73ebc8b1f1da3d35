"""Rubrics that ask one question about each context."""

from __future__ import annotations

from typing import Any

from ontoeval.annotate.desk import Sitting
from ontoeval.annotate.material import Material
from ontoeval.annotate.protocol import Step
from ontoeval.annotate.rubrics.base import Rubric, assemble
from ontoeval.records.verdicts import Fields

#: What a judge knows the query as.
_SHOWN_AS = {"query": "question"}


class EachContextRubric(Rubric):
    """One call for each context: its only step, with what the rubric needs beside the context."""

    def asked(self, material: Material) -> list[Step]:
        """As many calls as there are contexts."""
        return list(self.steps) * len(material.contexts or ())

    def verdict(self, answer: Any) -> dict[str, Any]:
        """What is stored of an answer."""
        kept: dict[str, Any] = answer.model_dump()
        return kept

    async def fill(self, material: Material, sitting: Sitting) -> Fields:
        """A verdict for each context, in order."""
        [step] = self.steps
        beside = {_SHOWN_AS.get(need, need): getattr(material, need) for need in self.needs if need != "contexts"}
        verdicts = []
        for position, text in enumerate(material.texts()):
            answer = await sitting.ask(step, step.schema, {**beside, "context": text, "position": position})
            verdicts.append({"context": position, **self.verdict(answer)})
        return assemble(self.schema, verdicts=verdicts)
