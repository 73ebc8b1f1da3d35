"""Share of the questions of a pipeline, or with an intent, that are sent there."""

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
)
def routing_recall(choices: Choices, *, of: Choice = "route") -> Ratio:
    """Share of the questions of a pipeline, or with an intent, that are sent there.

    **Definition.** ``tp / (tp + fn)`` of each label: questions that have it on both sides, over those that have it in
    the golden set; then the mean over the labels of the golden set (balanced accuracy; ``average="micro"``: accuracy).

    **Answers** which kind of question does not reach its pipeline.

    **Misleads when** a label has few questions: each of them moves the mean as much as many of another label.

    Args:
        choices: Chosen against gold labels.
        of: ``"route"`` or ``"intent"``, see ``routing_f1``.

    Returns:
        One row per question and label: right, wanted. Value in [0, 1], higher is better.

    Undefined when:
        No question has a gold label. A question without a choice misses its label.

    Example:
        >>> import ontoeval as oe
        >>> gold = {"q1": "one-shot", "q2": "one-shot", "q3": "iterative"}
        >>> oe.score("routing_recall", gold, {"q1": "one-shot", "q2": "iterative", "q3": "iterative"}).value
        0.75

    Reference value:
        By hand, and scikit-learn's balanced_accuracy_score: one-shot 1 of 2, iterative 1 of 1.

    Source:
        Handbook, part 4 (intent and routing).
    """
    tp, _, fn = choices.counts
    return Ratio(tp, tp + fn)
