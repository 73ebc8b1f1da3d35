"""How long an answer takes: a quantile over questions, in milliseconds."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ontoeval.metrics.definition import RecordKey, metric
from ontoeval.statistics.quantiles import Quantile
from ontoeval.views.spent import Timings

Share = Annotated[float, Field(gt=0, lt=1, allow_inf_nan=False)]


@metric(
    view=Timings,
    average="micro",
    direction="lower",
    bounds=(0, None),
    level="headline",
    source="doi:10.1080/00031305.1996.10473566",
    missing=None,
)
def latency_ms(timings: Timings, *, quantile: Share = 0.95, stage: RecordKey = "total") -> Quantile:
    """How long an answer takes: a quantile over questions, in milliseconds.

    **Definition.** The smallest observed time that at least the share ``quantile`` of the questions do not exceed (the
    inverse of the empirical distribution function). The time of a question is ``run.latency_ms.total``, or the sum of
    its stages where there is no total.

    **Answers** how long the slow questions take: ``latency_ms`` is the 95th percentile, ``latency_ms(quantile=0.5)``
    the median, ``latency_ms(stage="retrieval")`` that of one stage. The table ``time`` shows them all.

    **Misleads when** many questions fail: they are not counted, so read ``error_rate`` beside it; when stages run at
    the same time and no total is given; and for few questions: below 72 there is no upper bound for the 95th
    percentile, below 368 none for the 99th. Percentiles of stages do not add up to that of the whole.

    Args:
        timings: Milliseconds of each question by stage.
        quantile: Share of the questions, in (0, 1).
        stage: A stage that the run names, or ``"total"``.

    Returns:
        One row per question, a table by time. Value in milliseconds, at least 0, lower is better.

    Undefined when:
        No question says its time; unmeasured when none says that of the stage. A question that failed or does not say
        it is counted, but not scored.

    Example:
        >>> import ontoeval as oe
        >>> run = [{"id": f"q{n}", "latency_ms": {"search": 10 * n, "answer": 100}} for n in range(1, 11)]
        >>> gold = [{"id": row["id"]} for row in run]
        >>> [oe.score(name, gold, run).value for name in ("latency_ms", "latency_ms(quantile=0.5)")]
        [200.0, 150.0]
        >>> oe.score('latency_ms(quantile=0.5, stage="search")', gold, run).value
        50.0

    Reference value:
        numpy 2.4: ``np.quantile(times, q, method="inverted_cdf")``.

    Source:
        Hyndman and Fan 1996, doi:10.1080/00031305.1996.10473566 (definition 1).
    """
    times, sample = timings.known(stage)
    return Quantile(times, quantile=quantile, sample=sample)
