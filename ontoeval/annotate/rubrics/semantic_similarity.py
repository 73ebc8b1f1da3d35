"""How near the embeddings of answer and reference are; no judge is asked."""

from __future__ import annotations

from ontoeval.annotate.desk import Sitting
from ontoeval.annotate.embedders.vectors import cosine
from ontoeval.annotate.material import Material
from ontoeval.annotate.protocol import Step
from ontoeval.annotate.rubrics.base import Rubric
from ontoeval.records.verdicts import SemanticSimilarity


class SemanticSimilarityRubric(Rubric):
    """One call for embeddings, of both texts."""

    name = "semantic_similarity"
    schema = SemanticSimilarity
    needs = ("answer", "reference")
    steps = ()

    def asked(self, material: Material) -> list[Step]:
        """No judge is asked."""
        return []

    def embeddings(self, material: Material) -> int:
        """One call; none when a text is empty."""
        return int(bool((material.answer or "").strip() and (material.reference or "").strip()))

    def evidence(self, material: Material) -> list[str]:
        """Nothing is quoted."""
        return []

    async def fill(self, material: Material, sitting: Sitting) -> SemanticSimilarity:
        """The cosine; 0 when a text is empty."""
        if not self.embeddings(material):
            return SemanticSimilarity(similarity=0.0)
        answer, reference = await sitting.embed([material.answer or "", material.reference or ""])
        return SemanticSimilarity(similarity=cosine(answer, reference))
