"""Share of the pairs where the same answer wins when the order is turned round."""

from __future__ import annotations

import numpy as np

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.judged import Pairs


@metric(
    view=Pairs,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="https://arxiv.org/abs/2306.05685",
    missing=None,
)
def swap_consistency(pairs: Pairs) -> Ratio:
    """Share of the pairs where the same answer wins when the order is turned round.

    **Definition.** Of the pairs, those with one winner in both orders, or a tie in both.

    **Answers** whether the judge reads the answers or their places: it measures the judge, not a system.

    **Misleads when** the two systems differ a lot: any judge is consistent then.

    Args:
        pairs: Preferences in both orders (``annotations.preference``).

    Returns:
        One row per verdict: consistent, 1. Value in [0, 1], higher is better.

    Undefined when:
        Never for a question with a verdict.

    Example:
        >>> import ontoeval as oe
        >>> orders = [{"first": "answer", "winner": "first"}, {"first": "other", "winner": "first"}]
        >>> notes = {"preference": [{"fields": {"orders": orders}}]}
        >>> rows = [{"id": "q", "run": {"answer": "…", "other_answer": "…"}, "annotations": notes}]
        >>> oe.evaluate(rows, ["swap_consistency"]).results[0].value
        0.0

    Reference value:
        The paper's table 2 calls it consistency (GPT-4, default prompt: 65.0 %).

    Source:
        Zheng et al. 2023 (MT-Bench), https://arxiv.org/abs/2306.05685, table 2.
    """
    same = pairs.side[:, 0] == pairs.side[:, 1]
    return Ratio(same, np.ones(len(same), dtype=np.int64), sample=pairs.sample)
