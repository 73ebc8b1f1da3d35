"""Which labels routing confuses, and what that costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from ontoeval.errors import InputError
from ontoeval.metrics.registry import parse
from ontoeval.records.objects import samples_of
from ontoeval.views.compiled import Compiled
from ontoeval.views.routing import Choice, Choices


def routing_confusion(
    gold: Any,
    run: Any = None,
    *,
    of: Choice = "route",
    costs: Mapping[str, float] | None = None,
    fields: Mapping[str, str] | None = None,
) -> list[dict[str, Any]]:
    """How often each gold label met each chosen one, and what that cost.

    Args:
        gold, run: As for ``oe.score``.
        of: ``"route"`` or ``"intent"``.
        costs: Costs by ``"gold>chosen"``, as for ``routing_cost``.
        fields: Other places of fields.

    Returns:
        Rows ``gold``, ``chosen`` (None: nothing), ``questions``, ``cost`` (of all of them), dearest first, then most
        frequent.

    Raises:
        BadParameter: A cost is not allowed.
        InputError: No row has the labels.

    Example:
        >>> found = routing_confusion({"q1": "none", "q2": "iterative"}, {"q1": "none", "q2": "none"})
        >>> [(row["gold"], row["chosen"], row["questions"], row["cost"]) for row in found]
        [('iterative', 'none', 1, 1.0), ('none', 'none', 1, 0.0)]
    """
    measure = parse("routing_cost").metric.measure({"of": of, "costs": None if costs is None else dict(costs)})
    samples = samples_of(gold, run, fields=fields, bare=measure.view.bare)
    view = Compiled(samples).view(measure.view)
    assert isinstance(view, Choices)
    if view.unmeasured is not None:
        raise InputError(f"cannot be measured: {view.unmeasured}", where=samples.name)
    cost = measure.rows(view).by_unit(len(view.status))["value"]
    names = [*view.labels, None]
    known = np.flatnonzero(view.gold >= 0)
    pairs = Counter(zip(view.gold[known].tolist(), view.chosen[known].tolist(), strict=True))
    price = dict(zip(zip(view.gold.tolist(), view.chosen.tolist(), strict=True), cost.tolist(), strict=True))
    rows = [
        {"gold": names[pair[0]], "chosen": names[pair[1]], "questions": count, "cost": count * price[pair]}
        for pair, count in pairs.items()
    ]
    return sorted(rows, key=lambda row: (-row["cost"], -row["questions"], row["gold"], row["chosen"] or ""))
