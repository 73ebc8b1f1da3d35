"""How well the answer is written, whatever it says."""

from __future__ import annotations

from ontoeval.annotate.rubrics.single import SingleRubric
from ontoeval.records.verdicts import Rating

RUBRIC = SingleRubric(
    "fluency",
    Rating,
    "Rate how well the answer is written, whatever it says and however long it is: 5 without a flaw, 4 with small "
    "flaws, 3 clear but clumsy, 2 hard to understand, 1 not understandable. Write what you observe first, then "
    "explain, then rate.",
    ("answer",),
    decision="rating",
)
