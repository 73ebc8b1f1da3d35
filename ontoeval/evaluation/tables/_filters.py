"""What the tables on filters share."""

from __future__ import annotations

from typing import Any

import numpy as np

from ontoeval.views.base import Integers
from ontoeval.views.compiled import Compiled
from ontoeval.views.filters import Filters


def measured(compiled: Compiled) -> Filters | None:
    """The filters against gold documents, or None where there is nothing to compare."""
    if compiled.docs is None:
        return None
    filters = compiled.view(Filters)
    return filters if filters.unmeasured is None and filters.scored.any() else None


def exclusion(filters: Filters, surviving: Integers) -> dict[str, Any]:
    """Exclusion if so many eligible gold documents of each sample survived: counts, rate, recall ceiling."""
    scored = filters.scored
    left, eligible = surviving[scored], filters.n_eligible[scored]
    excluded = int((left == 0).sum())
    return {
        "questions": int(scored.sum()),
        "excluded": excluded,
        "false_exclusion_rate": excluded / len(left),
        "recall_ceiling": float((left / eligible).mean()),
    }


def mean_of(values: Integers, among: Any) -> float | None:
    """The mean of some samples, or None."""
    chosen = np.asarray(values)[among]
    return float(chosen.mean()) if len(chosen) else None
