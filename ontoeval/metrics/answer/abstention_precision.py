"""Share of the refusals that were right: the question has no answer."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.answers import Abstentions, Detector


@metric(
    view=Abstentions,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="handbook, part 6",
    missing=None,
)
def abstention_precision(abstentions: Abstentions, *, by: Detector = "phrases") -> Ratio:
    """Share of the refusals that were right: the question has no answer.

    **Definition.** Of the questions that the system refused to answer, those that cannot be answered.

    **Answers** whether refusals can be trusted, or users are sent away without need.

    **Misleads when** the detector misses a refusal: it knows common phrases of seven languages, not all there are.

    Args:
        abstentions: Refusals, and what can be answered.
        by: How refusals are told: ``"phrases"``, common ones in seven languages, or ``"judge"``, the verdicts in
            ``annotations.abstention``.

    Returns:
        One row per question: refused and unanswerable, refused. Value in [0, 1], higher is better.

    Undefined when:
        Nothing was refused.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q1", "answerable": False}, {"id": "q2", "answerable": True}]
        >>> run = [{"id": "q1", "answer": "I could not find this."}, {"id": "q2", "answer": "I do not know."}]
        >>> oe.score("abstention_precision", gold, run).value
        0.5

    Reference value:
        None published.

    Source:
        Handbook, part 6.
    """
    return Ratio(abstentions.refused & ~abstentions.answerable, abstentions.refused & abstentions.has_gold)
