"""Hierarchical precision, recall and F under every convention, side by side: one set of pairs, several numbers."""

from __future__ import annotations

from typing import Any

from ontoeval.evaluation.scored import score
from ontoeval.evaluation.tables._concepts import scored_pairs
from ontoeval.metrics.registry import get
from ontoeval.ontology.setbased import CONVENTIONS
from ontoeval.views.compiled import Compiled

_METRICS = {"precision": "hierarchical_precision", "recall": "hierarchical_recall", "f1": "hierarchical_f1"}
_EXTRA = {
    "handbook, mean over samples": ({"average": "macro"}, "the handbook's sets, as the mean over samples"),
    "handbook, by information content": ({"weight": "ic"}, "the handbook's sets; each node counts its information"),
}


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per convention, and two variants of the handbook's: ``precision``, ``recall``, ``f1``, what differs.

    ``says`` is one sentence on what the convention counts; ``metric`` is the name of its F score.
    """
    if scored_pairs(compiled) is None:
        return []
    variants: list[tuple[str, dict[str, str], str]] = [
        (name, {} if name == "handbook" else {"convention": name}, says) for name, says in CONVENTIONS.items()
    ]
    variants += [(name, options, says) for name, (options, says) in _EXTRA.items()]
    result = []
    for name, options, says in variants:
        row: dict[str, Any] = {"convention": name}
        for column, metric in _METRICS.items():
            measure = get(metric).measure(options)
            found = score(measure, compiled)
            row[column] = None if found.rows is None else found.rows.sums().value
        result.append({**row, "says": says, "metric": measure.name})
    return result
