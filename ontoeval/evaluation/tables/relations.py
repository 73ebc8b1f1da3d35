"""Predicted against gold concepts by relation: each pair has exactly one."""

from __future__ import annotations

from typing import Any

import numpy as np

from ontoeval.ontology.relation import Relation
from ontoeval.views.base import Status
from ontoeval.views.compiled import Compiled
from ontoeval.views.concepts import Concepts


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per relation that occurs: pairs, share of all pairs, share of wrong pairs, mean similarity."""
    if compiled.ontology is None:
        return []
    view = compiled.view(Concepts)
    if view.unmeasured is not None:
        return []
    pairs = view.pairs
    scored = np.isin(view.status[pairs.sample], (Status.OK, Status.MISSING))
    relation, wrong = pairs.relation[scored], pairs.wrong[scored]
    similarity = view.similarity(pairs.gold[scored], pairs.predicted[scored])
    n_wrong = int(wrong.sum())
    result = []
    for kind in Relation:
        mine = relation == kind
        count = int(mine.sum())
        if not count:
            continue
        errors = int((mine & wrong).sum())
        result.append(
            {
                "relation": kind.label,
                "pairs": count,
                "share": count / len(relation),
                "share_of_wrong": errors / n_wrong if errors else None,
                "mean_wu_palmer": float(similarity[mine].mean()),
            }
        )
    return result
