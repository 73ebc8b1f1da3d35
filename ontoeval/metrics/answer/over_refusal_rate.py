"""Share of the answerable questions that the system refused to answer."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.answers import Abstentions, Detector


@metric(
    view=Abstentions,
    average="micro",
    direction="lower",
    bounds=(0, 1),
    level="diagnostic",
    source="handbook, part 6",
    missing=None,
)
def over_refusal_rate(abstentions: Abstentions, *, by: Detector = "phrases") -> Ratio:
    """Share of the answerable questions that the system refused to answer.

    **Definition.** Of the questions that can be answered, those that the system refused.

    **Answers** what caution costs: the other side of ``abstention_recall``.

    **Misleads when** retrieval fails: a refusal is the right answer to empty contexts. The table ``abstention`` says at
    which stage the documents were lost.

    Args:
        abstentions: Refusals, and what can be answered.
        by: How refusals are told: ``"phrases"``, common ones in seven languages, or ``"judge"``, the verdicts in
            ``annotations.abstention``.

    Returns:
        One row per question: refused and answerable, answerable and run. Value in [0, 1], lower is better.

    Undefined when:
        No question can be answered. Questions without a run are missing and do not count.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q1", "answerable": True}, {"id": "q2", "answerable": True}]
        >>> run = [{"id": "q1", "answer": "I do not know."}, {"id": "q2", "answer": "14 days"}]
        >>> oe.score("over_refusal_rate", gold, run).value
        0.5

    Reference value:
        None published.

    Source:
        Handbook, part 6.
    """
    answerable = abstentions.has_gold & abstentions.answerable
    return Ratio(abstentions.refused & answerable, answerable)
