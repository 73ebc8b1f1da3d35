"""Share of the facts that a good answer must state that it states, says a judge."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Mean
from ontoeval.views.judged import Nuggets


@metric(
    view=Nuggets,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="https://arxiv.org/abs/2504.15068",
)
def nugget_recall(
    nuggets: Nuggets, *, which: Literal["vital", "all"] = "vital", credit: Literal["strict", "lenient"] = "strict"
) -> Mean:
    """Share of the facts that a good answer must state that it states, says a judge.

    **Definition.** Credit of the nuggets / nuggets of a question, then the mean over questions. A nugget that is fully
    stated has 1, one that is stated in part 0 (strict) or ½ (lenient).

    **Answers** whether the answer is complete.

    **Misleads when** answers are long: nothing is taken off for what is wrong or beside the point. Read
    ``faithfulness`` beside it.

    Args:
        nuggets: Nuggets of ``gold.nuggets`` with the judge's verdicts (``annotations.nuggets``).
        which: ``"vital"``: those without which an answer is wrong or useless; ``"all"``: the others as well.
        credit: ``"strict"`` or ``"lenient"``, for what is stated in part.

    Returns:
        One row per nugget and repetition. Value in [0, 1], higher is better. A question without a run states none.

    Undefined when:
        The question has no (vital) nugget. A verdict on another number of nuggets is invalid.

    Example:
        Of two vital nuggets one is stated in full and one in part:

        >>> import ontoeval as oe
        >>> gold = {"nuggets": [{"text": "14 days", "vital": True}, {"text": "unused", "vital": True}]}
        >>> verdicts = [{"nugget": 0, "support": "full"}, {"nugget": 1, "support": "partial"}]
        >>> notes = {"nuggets": [{"fields": {"verdicts": verdicts}}]}
        >>> rows = [{"id": "q", "gold": gold, "run": {"answer": "…"}, "annotations": notes}]
        >>> report = oe.evaluate(rows, ["nugget_recall", 'nugget_recall(credit="lenient")'])
        >>> [result.value for result in report]
        [0.5, 0.75]

    Reference value:
        nuggetizer 0.0.6 by the definition in its code (``strict_vital``, ``strict_all``, ``vital``, ``all``), except
        that without a vital nugget it has 0.

    Source:
        Pradeep et al. 2025 (AutoNuggetizer), https://arxiv.org/abs/2504.15068.
    """
    kept = nuggets.vital if which == "vital" else np.ones(len(nuggets.vital), dtype=bool)
    points = nuggets.degree / 2 if credit == "lenient" else nuggets.degree == 2
    return Mean(points, kept, sample=nuggets.sample)
