"""Expected grade of a judge, by the probabilities that it gives to the grades."""

from __future__ import annotations

from typing import Literal

from ontoeval.metrics.definition import RecordKey, metric
from ontoeval.statistics.rows import Mean
from ontoeval.views.judged import Ratings


@metric(
    view=Ratings,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="doi:10.18653/v1/2023.emnlp-main.153",
)
def g_eval(
    ratings: Ratings,
    *,
    rubric: RecordKey = "fluency",
    weights: Literal["probabilities", "rating"] = "probabilities",
) -> Mean:
    """Expected grade of a judge, by the probabilities that it gives to the grades.

    **Definition.** ``Σ p(i) · i`` over the grades 1 to 5, with the probabilities of the grades' tokens scaled to sum to
    1, as ``(expected grade - 1) / 4``; repetitions averaged, then the mean over questions.

    **Answers** the question of the rubric, with finer steps than five grades: judges name 3 or 4 almost always.

    **Misleads when** the server gives the log-probabilities of a few tokens only: a grade that is not among them has
    probability 0. Values by probabilities and by grades do not compare; the name says which it is.

    Args:
        ratings: Grades, in the shape of the rubric ``fluency``.
        rubric: Which annotation holds them.
        weights: ``"probabilities"``: verdicts without them have no value; ``"rating"``: the grade that was named, for
            judges that give none (repeat them: the mean of the repetitions estimates the same).

    Returns:
        One row per verdict. Value in [0, 1], higher is better. A question without a run counts as 0.

    Undefined when:
        No verdict on the question has probabilities. Unmeasured when no verdict at all has.

    Example:
        Grade 4 with probability .75 and grade 5 with .25: expected 4.25.

        >>> import ontoeval as oe
        >>> fields = {"rating": 4, "probabilities": {"4": 0.75, "5": 0.25}}
        >>> rows = [{"id": "q", "run": {"answer": "…"}, "annotations": {"fluency": [{"fields": fields}]}}]
        >>> oe.evaluate(rows, ["g_eval"])["g_eval"].value
        0.8125

    Reference value:
        By hand: (4.25 - 1) / 4.

    Source:
        Liu et al. 2023 (G-Eval), doi:10.18653/v1/2023.emnlp-main.153, section 2.
    """
    if weights == "rating":
        value, sample = ratings.complete(ratings.rating, ratings.sample)
    else:
        value, sample = ratings.complete(ratings.expected[ratings.weighed], ratings.sample[ratings.weighed])
    return Mean(value.clip(0, 1), sample=sample)
