"""How often an answer is preferred to another system's, in both orders, says a judge."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Mean
from ontoeval.views.judged import Pairs


@metric(
    view=Pairs,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="https://arxiv.org/abs/2306.05685",
)
def win_rate(pairs: Pairs) -> Mean:
    """How often an answer is preferred to another system's, in both orders, says a judge.

    **Definition.** A judge sees ``run.answer`` and ``run.other_answer`` in both orders. 1 where the answer wins both
    times, 0 where it loses both times, else ½: a preference that turns with the order is none. Repetitions are
    averaged, then questions.

    **Answers** which of two systems gives the better answers; ½ is a tie.

    **Misleads when** one of them writes more: judges like length (see ``length_controlled_win_rate``). A judge of the
    same family as one of the systems likes its own.

    Args:
        pairs: Preferences in both orders (``annotations.preference``).

    Returns:
        One row per verdict. Value in [0, 1], higher is better. A question without a run counts as lost.

    Undefined when:
        Never for a question with a verdict.

    Example:
        Won in both orders; and won by whoever is shown first:

        >>> import ontoeval as oe
        >>> def row(name, first, second):
        ...     orders = [{"first": "answer", "winner": first}, {"first": "other", "winner": second}]
        ...     notes = {"preference": [{"fields": {"orders": orders}}]}
        ...     return {"id": name, "run": {"answer": "…", "other_answer": "…"}, "annotations": notes}
        >>> oe.evaluate([row("a", "first", "second"), row("b", "first", "first")], ["win_rate"]).results[0].value
        0.75

    Reference value:
        By hand: (1 + ½) / 2.

    Source:
        Zheng et al. 2023 (MT-Bench), https://arxiv.org/abs/2306.05685, section 3.4.
    """
    value, sample = pairs.complete(pairs.score, pairs.sample)
    return Mean(value, sample=sample)
