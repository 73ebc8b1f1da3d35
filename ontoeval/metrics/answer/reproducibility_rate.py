"""Share of the questions that get the same answer every time."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.answers import Repeats, Sameness


@metric(
    view=Repeats,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="handbook, part 7",
    missing=None,
)
def reproducibility_rate(repeats: Repeats, *, same: Sameness = "bytes") -> Ratio:
    """Share of the questions that get the same answer every time.

    **Definition.** Of the questions that were asked several times of the same system on the same data, those whose
    answers (``run.answer`` and ``run.repeats``) are all the same.

    **Answers** whether a result can be shown again; at temperature 0 it should be near 1.

    **Misleads when** few repeats were made: more of them can only lower it. ``same="meaning"`` is a lower bound, since
    two wordings of one thing count as different.

    Args:
        repeats: Answers to the same questions.
        same: ``"bytes"``: the same text; ``"meaning"``: the same words (case, punctuation and articles aside), or all
            decline.

    Returns:
        One row per question: all the same, 1. Value in [0, 1], higher is better.

    Undefined when:
        The question was asked once.

    Example:
        >>> import ontoeval as oe
        >>> run = [{"id": "q", "answer": "14 days", "repeats": ["14 days."]}]
        >>> oe.score("reproducibility_rate", [{"id": "q"}], run).value
        0.0
        >>> oe.score('reproducibility_rate(same="meaning")', [{"id": "q"}], run).value
        1.0

    Reference value:
        By hand.

    Source:
        Handbook, part 7.
    """
    several = repeats.answers > 1
    return Ratio(several & (repeats.distinct == 1), several)
