"""Which statements answer and reference have in common."""

from __future__ import annotations

from ontoeval.annotate.rubrics.single import SingleRubric
from ontoeval.records.verdicts import AnswerCorrectness

RUBRIC = SingleRubric(
    "answer_correctness",
    AnswerCorrectness,
    "Take answer and reference apart into statements. both: statements of the answer that the reference makes too, in "
    "whatever words. answer_only: the answer's other statements. reference_only: statements of the reference that the "
    "answer does not make. Each statement occurs once.",
    ("query", "reference", "answer"),
)
