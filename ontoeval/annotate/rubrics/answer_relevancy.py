"""How near the questions that the answer would answer are to the question that was asked."""

from __future__ import annotations

from ontoeval.annotate.desk import Sitting
from ontoeval.annotate.embedders.vectors import cosine
from ontoeval.annotate.material import Material
from ontoeval.annotate.protocol import Step
from ontoeval.annotate.rubrics.base import Rubric, assemble
from ontoeval.records.verdicts import AnswerRelevancy, Fields

_QUESTIONS = 3


class QuestionGuess(Fields):
    """A question that an answer would answer."""

    question: str
    noncommittal: bool


_STEP = Step(
    "question",
    "You see an answer without its question. Write the one question that it answers best, in the language of the "
    "answer; of several that are possible, take number `variation` (from 0). noncommittal is true when the answer is "
    "evasive, vague, or says that it does not know.",
    QuestionGuess,
)


class AnswerRelevancyRubric(Rubric):
    """Three calls for questions, two for embeddings: of the query, and of the questions."""

    name = "answer_relevancy"
    schema = AnswerRelevancy
    needs = ("query", "answer")
    steps = (_STEP,)

    def asked(self, material: Material) -> list[Step]:
        """Three calls; none for an empty answer."""
        return [_STEP] * _QUESTIONS if (material.answer or "").strip() else []

    def embeddings(self, material: Material) -> int:
        """Two calls; none for an empty answer."""
        return 2 if self.asked(material) else 0

    def evidence(self, material: Material) -> list[str]:
        """Nothing is quoted."""
        return []

    async def fill(self, material: Material, sitting: Sitting) -> AnswerRelevancy:
        """The questions and their cosines with the query."""
        questions = [
            await sitting.ask(_STEP, QuestionGuess, {"answer": material.answer, "variation": number})
            for number in range(len(self.asked(material)))
        ]
        if not questions:
            return AnswerRelevancy(questions=[], similarities=[])
        [query] = await sitting.embed([material.query or ""])
        vectors = await sitting.embed([question.question for question in questions])
        return assemble(
            AnswerRelevancy, questions=questions, similarities=[cosine(query, vector) for vector in vectors]
        )
