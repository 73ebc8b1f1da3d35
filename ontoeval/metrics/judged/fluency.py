"""How well answers read, on a judge's scale from 1 to 5."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Mean
from ontoeval.views.judged import Ratings


@metric(
    view=Ratings,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="handbook, part 6",
)
def fluency(ratings: Ratings) -> Mean:
    """How well answers read, on a judge's scale from 1 to 5.

    **Definition.** ``(grade - 1) / 4`` of the grade that the judge names, repetitions averaged, then the mean over
    questions.

    **Answers** whether answers are readable text at all.

    **Misleads when** taken for quality: today's models are fluent when they are wrong, and judges like long answers.

    Args:
        ratings: Grades (``annotations.fluency``).

    Returns:
        One row per verdict. Value in [0, 1], higher is better. A question without a run counts as 0.

    Undefined when:
        Never for a question with a verdict.

    Example:
        >>> import ontoeval as oe
        >>> notes = {"fluency": [{"fields": {"rating": 4}}]}
        >>> rows = [{"id": "q", "run": {"answer": "…"}, "annotations": notes}]
        >>> oe.evaluate(rows, ["fluency"])["fluency"].value
        0.75

    Reference value:
        By hand.

    Source:
        Handbook, part 6.
    """
    value, sample = ratings.complete(ratings.rating, ratings.sample)
    return Mean(value, sample=sample)
