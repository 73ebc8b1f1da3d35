"""Which claims of the answer the contexts support."""

from __future__ import annotations

from ontoeval.annotate.desk import Sitting
from ontoeval.annotate.material import Material
from ontoeval.annotate.protocol import Step
from ontoeval.annotate.rubrics.base import Rubric, assemble
from ontoeval.annotate.rubrics.claims import SPLIT, VERIFY, ClaimList, ClaimVerdictList
from ontoeval.records.verdicts import Faithfulness


class FaithfulnessRubric(Rubric):
    """Two calls: the claims of the answer, then a verdict for each. An answer without claims needs no second one."""

    name = "faithfulness"
    schema = Faithfulness
    needs = ("answer", "contexts")
    steps = (SPLIT, VERIFY)

    def asked(self, material: Material) -> list[Step]:
        """Two calls; none for an empty answer."""
        return [SPLIT, VERIFY] if (material.answer or "").strip() else []

    async def fill(self, material: Material, sitting: Sitting) -> Faithfulness:
        """The claims and their verdicts."""
        contexts = material.texts()
        if not self.asked(material):
            return Faithfulness(claims=[], verdicts=[], refusal=True)
        split = await sitting.ask(SPLIT, ClaimList, {"question": material.query, "answer": material.answer})
        verdicts = []
        if split.claims:
            data = {"contexts": contexts, "claims": [claim.model_dump() for claim in split.claims]}
            verdicts = (await sitting.ask(VERIFY, ClaimVerdictList, data)).verdicts
        return assemble(Faithfulness, claims=split.claims, verdicts=verdicts, refusal=split.refusal)
