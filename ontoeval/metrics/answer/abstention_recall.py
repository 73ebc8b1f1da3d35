"""Share of the unanswerable questions that the system refused to answer."""

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
)
def abstention_recall(abstentions: Abstentions, *, by: Detector = "phrases") -> Ratio:
    """Share of the unanswerable questions that the system refused to answer.

    **Definition.** Of the questions that cannot be answered, those that the system refused.

    **Answers** whether the system makes something up when it has nothing.

    **Misleads when** the system refuses everything: read it with ``abstention_precision``.

    Args:
        abstentions: Refusals, and what can be answered.
        by: How refusals are told: ``"phrases"``, common ones in seven languages, or ``"judge"``, the verdicts in
            ``annotations.abstention``.

    Returns:
        One row per question: refused and unanswerable, unanswerable. Value in [0, 1], higher is better.

    Undefined when:
        Every question can be answered.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q1", "answerable": False}, {"id": "q2", "answerable": False}]
        >>> run = [{"id": "q1", "answer": "I could not find this."}, {"id": "q2", "answer": "14 days"}]
        >>> oe.score("abstention_recall", gold, run).value
        0.5

    Reference value:
        None published.

    Source:
        Handbook, part 6.
    """
    unanswerable = abstentions.has_gold & ~abstentions.answerable
    return Ratio(abstentions.refused & unanswerable, unanswerable)
