"""Which nuggets of the golden set the answer states."""

from __future__ import annotations

from ontoeval.annotate.desk import Sitting
from ontoeval.annotate.material import Material
from ontoeval.annotate.protocol import Step
from ontoeval.annotate.rubrics.base import Rubric, assemble
from ontoeval.records.verdicts import Fields, InvalidVerdict, Nuggets, NuggetVerdict


class NuggetVerdictList(Fields):
    """A verdict for each nugget."""

    verdicts: list[NuggetVerdict]


_STEP = Step(
    "nugget_verdicts",
    "Decide of each nugget (numbered from 0) whether the answer states it: \"full\", \"partial\" or \"none\". Exactly "
    "one verdict for each. Except for \"none\", copy into quote the words of the answer that state it, character by "
    "character; else quote is null. Explain first, in one sentence, then decide.",
    NuggetVerdictList,
    decision="support",
    items="verdicts",
    key="nugget",
)  # fmt: skip


class NuggetsRubric(Rubric):
    """One call for all nuggets of a sample."""

    name = "nuggets"
    schema = Nuggets
    needs = ("answer", "nuggets")
    steps = (_STEP,)

    def asked(self, material: Material) -> list[Step]:
        """One call; none without nuggets or for an empty answer."""
        return [_STEP] if material.nuggets and (material.answer or "").strip() else []

    def evidence(self, material: Material) -> list[str]:
        """The answer."""
        return [material.answer or ""]

    async def fill(self, material: Material, sitting: Sitting) -> Nuggets:
        """A verdict for each nugget."""
        nuggets = list(material.nuggets or ())
        if not self.asked(material):
            return assemble(Nuggets, verdicts=[{"nugget": n, "support": "none"} for n in range(len(nuggets))])
        listed = [{"nugget": number, "text": text} for number, text in enumerate(nuggets)]
        data = {"question": material.query, "answer": material.answer, "nuggets": listed}
        verdicts = (await sitting.ask(_STEP, NuggetVerdictList, data)).verdicts
        if len(verdicts) != len(nuggets):
            raise InvalidVerdict(f"partition: {len(nuggets)} nuggets have {len(verdicts)} verdicts")
        return assemble(Nuggets, verdicts=verdicts)
