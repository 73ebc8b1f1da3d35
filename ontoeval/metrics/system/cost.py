"""What a question costs on average, in the currency of the run."""

from __future__ import annotations

from ontoeval.metrics.definition import RecordKey, metric
from ontoeval.statistics.rows import Mean
from ontoeval.views.spent import Costs


@metric(
    view=Costs,
    average="micro",
    direction="lower",
    bounds=(0, None),
    level="diagnostic",
    source="Handbook, part 8",
    missing=None,
)
def cost(costs: Costs, *, stage: RecordKey = "total") -> Mean:
    """What a question costs on average, in the currency of the run.

    **Definition.** The mean of ``run.cost.total``, or of the sum of a question's stages where there is no total, over
    the questions that say it.

    **Answers** what a thousand more questions would cost, and which stage costs it: ``cost(stage="answer")``.

    **Misleads when** a few long questions make up most of it: the interval is then wide. Questions that failed are not
    counted, though they may have been paid for. Prices change; a cost holds for the day it was logged.

    Args:
        costs: Money of each question by stage.
        stage: A stage that the run names, or ``"total"``.

    Returns:
        One row per question. Value at least 0, in the currency of the run, lower is better.

    Undefined when:
        No question says its cost; unmeasured when none says that of the stage. A question that failed or does not say
        it is counted, but not scored.

    Example:
        >>> import ontoeval as oe
        >>> run = [{"id": "a", "cost": {"search": 0.001, "answer": 0.003}}, {"id": "b", "cost": {"answer": 0.008}}]
        >>> gold = [{"id": "a"}, {"id": "b"}]
        >>> oe.score("cost", gold, run).value, oe.score('cost(stage="search")', gold, run).value
        (0.006, 0.001)

    Reference value:
        By hand: (.004 + .008) / 2; only a has a search.

    Source:
        Handbook, part 8 (cost per query).
    """
    amounts, sample = costs.known(stage)
    return Mean(amounts, sample=sample)
