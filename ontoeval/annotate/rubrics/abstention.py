"""Whether the answer declines to answer."""

from __future__ import annotations

from ontoeval.annotate.rubrics.single import SingleRubric
from ontoeval.records.verdicts import Abstention

RUBRIC = SingleRubric(
    "abstention",
    Abstention,
    "Decide whether the answer declines to answer the question: it says that it does not know, finds nothing, or may "
    "not say. An answer that is wrong, short or evasive but states something does not decline. When it declines, copy "
    "its words that do into quote, character by character; else quote is null. Explain first, in one sentence.",
    ("query", "answer"),
    quoted="answer",
    decision="refused",
    empty=Abstention(refused=True),
)
