"""Which documents pass the extracted filters, beside those that pass gold's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from ontoeval.statistics.intervals import clopper_pearson
from ontoeval.views.base import Status
from ontoeval.views.compiled import Compiled
from ontoeval.views.predicates.view import Predicates

_KINDS: Mapping[str, str] = {
    "equal": "the same documents",
    "over": "too strict: a part of gold's documents, or none",
    "under": "too lax: gold's documents and more",
    "crossing": "some of gold's documents, and others",
    "disjoint": "none of gold's documents, but others",
    "unreadable": "the filter cannot be read",
}


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per kind: questions, their share with an exact 95 % interval, and how many filters nothing passes."""
    view = compiled.view(Predicates)
    if view.unmeasured is not None or view.corpus is None:
        return []
    found = view.denotations
    scored = np.flatnonzero(view.status == Status.OK).tolist()
    kind_of = found.kind
    kinds = {sample: kind_of[sample] or "unreadable" for sample in scored}
    counts = Counter(kinds.values())
    empty = Counter(kind for sample, kind in kinds.items() if found.known[sample] and not found.predicted[sample])
    result = []
    for kind, means in _KINDS.items():
        if counts[kind]:
            low, high = clopper_pearson(counts[kind], len(scored))
            result.append(
                {
                    "kind": kind,
                    "questions": counts[kind],
                    "share": counts[kind] / len(scored),
                    "low": low,
                    "high": high,
                    "empty": empty[kind],
                    "means": means,
                }
            )
    return result
