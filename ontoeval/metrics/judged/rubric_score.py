"""Mean score of any rubric, also of one's own."""

from __future__ import annotations

from ontoeval.metrics.definition import RecordKey, metric
from ontoeval.statistics.rows import Mean
from ontoeval.views.judged import StoredScores


@metric(
    view=StoredScores,
    average="macro",
    direction="higher",
    bounds=(None, None),
    level="diagnostic",
    source="handbook, part 8",
    missing=None,
)
def rubric_score(scores: StoredScores, *, rubric: RecordKey = "faithfulness") -> Mean:
    """Mean score of any rubric, also of one's own.

    **Definition.** The ``score`` of each result in ``annotations[rubric]``, which was recomputed from its fields when
    it was stored; repetitions averaged, then the mean over questions.

    **Answers** the question of the rubric.

    **Misleads when** the rubric's scale is not what the reader thinks; higher is taken to be better.

    Args:
        scores: Stored scores.
        rubric: Which annotation holds them.

    Returns:
        One row per verdict. Value on the scale of the rubric.

    Undefined when:
        A result has the score null. A question with an invalid repetition, or without a result, is invalid.

    Example:
        >>> import ontoeval as oe
        >>> rows = [{"id": "q", "run": {"answer": "…"}, "annotations": {"tone": [{"score": 0.5}, {"score": 1.0}]}}]
        >>> report = oe.evaluate(rows, ['rubric_score(rubric="tone")'])
        >>> [result.value for result in report]
        [0.75]

    Reference value:
        By hand.

    Source:
        Handbook, part 8.
    """
    return Mean(scores.score, scores.defined, sample=scores.sample)
