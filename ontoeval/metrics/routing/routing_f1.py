"""F score of the pipeline that a question was sent to, or of its recognized intent."""

from __future__ import annotations

from ontoeval.metrics.definition import Beta, metric
from ontoeval.statistics.rows import FScore
from ontoeval.views.routing import Choice, Choices


@metric(view=Choices, average="micro", direction="higher", bounds=(0, 1), level="headline", source="Handbook, part 4")
def routing_f1(choices: Choices, *, of: Choice = "route", beta: Beta = 1.0) -> FScore:
    """F score of the pipeline that a question was sent to, or of its recognized intent.

    **Definition.** A question has one label on each side. With tp equal labels, fp other labels that were chosen and fn
    gold labels that were not, ``F = (1 + β²) tp / ((1 + β²) tp + β² fn + fp)``. Where every question gets a label this
    is the accuracy; ``average="macro:label"`` is the mean of the F scores of the labels.

    **Answers** whether questions reach the pipeline that can answer them: none, one-shot, iterative …

    **Misleads when** one label is frequent: always choosing it scores high. Read ``average="macro:label"``; and
    ``routing_cost`` where mistakes do not weigh the same.

    Args:
        choices: Chosen against gold labels.
        of: ``"route"``: ``run.route`` against ``gold.route``; ``"intent"``: ``run.intent`` against ``gold.intent``.
        beta: Weight of recall.

    Returns:
        One row per question: tp, tp + fp, tp, tp + fn. Value in [0, 1], higher is better.

    Undefined when:
        No question has a gold label. A question without a choice misses its label.

    Example:
        >>> import ontoeval as oe
        >>> gold = {"q1": "one-shot", "q2": "one-shot", "q3": "iterative", "q4": "none"}
        >>> run = {"q1": "one-shot", "q2": "one-shot", "q3": "one-shot", "q4": "none"}
        >>> oe.score("routing_f1", gold, run).value
        0.75
        >>> oe.score('routing_f1(average="macro:label")', gold, run).value
        0.6

    Reference value:
        By hand, and scikit-learn's f1_score: labels one-shot .8 (2 of 3, 2 of 2), iterative 0, none 1; mean .6.

    Source:
        Handbook, part 4 (intent and routing).
    """
    tp, fp, fn = choices.counts
    return FScore.counts(tp=tp, fp=fp, fn=fn, beta=beta)
