"""Share of the questions sent to a pipeline, or given an intent, that belong there."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.routing import Choice, Choices


@metric(
    view=Choices,
    average="macro:label",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="Handbook, part 4",
    missing=None,
)
def routing_precision(choices: Choices, *, of: Choice = "route") -> Ratio:
    """Share of the questions sent to a pipeline, or given an intent, that belong there.

    **Definition.** ``tp / (tp + fp)`` of each label: questions that have it on both sides, over those for which it was
    chosen; then the mean over the labels that were chosen (``average="micro"``: over all choices).

    **Answers** which pipeline gets questions that it is not made for; ``oe.retrieval.routing_confusion`` says from
    where.

    **Misleads when** a label is hardly ever chosen: read it with ``routing_recall``.

    Args:
        choices: Chosen against gold labels.
        of: ``"route"`` or ``"intent"``, see ``routing_f1``.

    Returns:
        One row per question and label: right, chosen. Value in [0, 1], higher is better.

    Undefined when:
        Nothing was chosen; questions without a choice are counted, but cannot be wrong.

    Example:
        >>> import ontoeval as oe
        >>> gold = {"q1": "one-shot", "q2": "iterative", "q3": "none"}
        >>> run = {"q1": "one-shot", "q2": "one-shot", "q3": "none"}
        >>> oe.score("routing_precision", gold, run).value
        0.75

    Reference value:
        By hand: one-shot 1 of 2, none 1 of 1.

    Source:
        Handbook, part 4 (intent and routing).
    """
    tp, fp, _ = choices.counts
    return Ratio(tp, tp + fp)
