"""What the mistakes of routing cost on average."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ontoeval.errors import BadParameter
from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Mean
from ontoeval.views.routing import Choice, Choices

Costs = dict[str, Annotated[float, Field(ge=0, allow_inf_nan=False)]]


@metric(
    view=Choices,
    average="micro",
    direction="lower",
    bounds=(0, None),
    level="diagnostic",
    source="doi:10.5555/1642194.1642224",
    missing=1.0,
)
def routing_cost(choices: Choices, *, costs: Costs | None = None, of: Choice = "route") -> Mean:
    """What the mistakes of routing cost on average.

    **Definition.** The mean of ``C(gold label, chosen label)`` over questions. C is what ``costs`` says for
    ``"gold>chosen"``; else 0 for the right label and 1 for any other one. A question without a choice costs as much as
    the dearest mistake.

    **Answers** whether mistakes are of the kind that hurts: an iterative question that is answered without retrieval is
    wrong, while a simple one that goes through the long pipeline is only slow.

    **Misleads when** the costs were made up after the fact: agree on them before you look. Values with other costs do
    not compare; the costs are part of the name.

    Args:
        choices: Chosen against gold labels.
        costs: Costs ≥ 0 by ``"gold>chosen"``; none: every mistake costs 1, and the value is the error rate.
        of: ``"route"`` or ``"intent"``, see ``routing_f1``.

    Returns:
        One row per question. Value ≥ 0, lower is better.

    Undefined when:
        No question has a gold label.

    Raises:
        BadParameter: A key of ``costs`` is not ``"gold>chosen"``.

    Example:
        >>> import ontoeval as oe
        >>> gold = {"q1": "iterative", "q2": "none", "q3": "none", "q4": "none"}
        >>> run = {"q1": "none", "q2": "iterative", "q3": "none", "q4": "none"}
        >>> oe.score("routing_cost", gold, run).value
        0.5
        >>> oe.score('routing_cost(costs={"iterative>none": 5, "none>iterative": 0.5})', gold, run).value
        1.375

    Reference value:
        By hand: (1 + 1) / 4, (5 + 0.5) / 4.

    Source:
        Elkan 2001, The foundations of cost-sensitive learning, doi:10.5555/1642194.1642224.
    """
    given = costs or {}
    wrong = [pair for pair in given if not all(part.strip() for part in pair.partition(">"))]
    if wrong:
        raise BadParameter(
            f"the cost of {wrong[0]!r} is of no mistake", expected='"gold>chosen", e.g. "iterative>none"'
        )
    return Mean(choices.costs(given), choices.gold >= 0)
