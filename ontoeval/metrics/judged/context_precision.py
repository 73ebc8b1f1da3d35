"""Whether the contexts that are of use come first, says a judge."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Mean
from ontoeval.views.judged import ContextPrecisions


@metric(
    view=ContextPrecisions,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="https://docs.ragas.io/en/stable/concepts/metrics/available_metrics/context_precision/",
)
def context_precision(contexts: ContextPrecisions) -> Mean:
    """Whether the contexts that are of use come first, says a judge.

    **Definition.** ``Σ precision@r`` over the ranks ``r`` of the contexts that a judge calls useful, over their number;
    0 without a useful one. Repetitions are averaged, then questions.

    **Answers** whether the ranking puts what the answer needs before the noise.

    **Misleads when** something needed was not retrieved: only what is there counts. Read ``context_recall`` beside it;
    with gold documents, ``context_precision_ids`` needs no judge.

    Args:
        contexts: One verdict per context, in the order of the generator (``annotations.context_precision``).

    Returns:
        One row per verdict. Value in [0, 1], higher is better. A question without a run counts as 0.

    Undefined when:
        No context was given. A verdict on other contexts than the run has is invalid.

    Example:
        The third of three contexts is of use:

        >>> import ontoeval as oe
        >>> verdicts = [{"context": i, "useful": i == 2} for i in range(3)]
        >>> notes = {"context_precision": [{"fields": {"verdicts": verdicts}}]}
        >>> rows = [{"id": "q", "run": {"contexts": ["a", "b", "c"]}, "annotations": notes}]
        >>> round(oe.evaluate(rows, ["context_precision"])["context_precision"].value, 4)
        0.3333

    Reference value:
        Ragas 0.4.3 by the definition in its code, without its ``1e-10``, so that perfect is 1. On
        ``fixtures/tutorial``, by hand: .7222.

    Source:
        Ragas documentation,
        https://docs.ragas.io/en/stable/concepts/metrics/available_metrics/context_precision/
    """
    known = contexts.defined
    value, sample = contexts.complete(contexts.score[known], contexts.sample[known])
    return Mean(value, sample=sample)
