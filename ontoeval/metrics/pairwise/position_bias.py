"""How far a judge prefers one place, whichever answer stands there."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Floats, Table
from ontoeval.views.judged import Pairs


@metric(
    view=Pairs,
    average="micro",
    direction="lower",
    bounds=(0, 1),
    level="diagnostic",
    source="https://arxiv.org/abs/2306.05685",
    missing=None,
)
def position_bias(pairs: Pairs) -> Table:
    """How far a judge prefers one place, whichever answer stands there.

    **Definition.** ``|wins of the first place - wins of the second place| / comparisons``; each pair is compared in
    both orders, so that answers of any quality cancel out, and ties count as comparisons.

    **Answers** whether to trust preferences that were asked in one order: it measures the judge, not a system.

    **Misleads when** a judge is torn both ways: first-place and second-place wins cancel out as well, which
    ``swap_consistency`` shows.

    Args:
        pairs: Preferences in both orders (``annotations.preference``).

    Returns:
        One key per place, with its wins and all comparisons. Value in [0, 1], lower is better; 0 is no bias.

    Undefined when:
        There is no verdict.

    Example:
        The first place wins twice, the second once, of four comparisons; one is a tie:

        >>> import ontoeval as oe
        >>> def row(name, first, second):
        ...     orders = [{"first": "answer", "winner": first}, {"first": "other", "winner": second}]
        ...     notes = {"preference": [{"fields": {"orders": orders}}]}
        ...     return {"id": name, "run": {"answer": "…", "other_answer": "…"}, "annotations": notes}
        >>> oe.evaluate([row("a", "first", "second"), row("b", "first", "tie")], ["position_bias"]).results[0].value
        0.25

    Reference value:
        By hand: |2 - 1| / 4.

    Source:
        Zheng et al. 2023 (MT-Bench), https://arxiv.org/abs/2306.05685, section 3.3.
    """
    wins = [(pairs.slot == place).sum(axis=1) for place in (1, -1)]
    n = len(pairs.sample)
    return Table(
        {"wins": np.concatenate(wins), "comparisons": np.full(2 * n, 2, dtype=np.int64)},
        key=np.repeat([0, 1], n),
        labels=["first", "second"],
        statistic=_excess,
        sample=np.tile(pairs.sample, 2),
    )


def _excess(columns: Mapping[str, Floats]) -> Floats:
    """Difference of the wins of both places, over the comparisons."""
    wins, comparisons = columns["wins"], columns["comparisons"]
    if wins.shape[-1] < 2:
        return np.full(wins.shape[:-1], np.nan)
    some = comparisons[..., 0] > 0
    value = np.abs(wins[..., 0] - wins[..., 1]) / np.where(some, comparisons[..., 0], 1.0)
    return np.where(some, value, np.nan)
