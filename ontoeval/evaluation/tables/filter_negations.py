"""Negated concepts that let through what lies below them: "not Vehicle" by exact match keeps a Sedan."""

from __future__ import annotations

from typing import Any

import numpy as np

from ontoeval.evaluation.tables._filters import measured
from ontoeval.views.compiled import Compiled
from ontoeval.views.filters import AppliedFilters
from ontoeval.views.filters.widening import Widening


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row, or none where no filter negates a concept.

    Columns: ``questions`` whose filter negates a concept; ``questions_with_leaks``, those whose filter lets through
    documents of the corpus that are below a concept it excludes; ``leaks``, how many documents that are in the mean;
    ``gold_leaks``, gold documents among them: either the golden set or the filter means something else.
    """
    filters = measured(compiled)
    if filters is None or compiled.ontology is None:
        return []
    widening = Widening(filters.logged, compiled.ontology, compiled.settings.filters)
    logged = filters.logged.logged
    negating = np.array([widening.negates(found) for found in logged], dtype=bool) & filters.scored
    if not negating.any():
        return []
    applied = compiled.view(AppliedFilters)
    nodes = [widening.negative(found) for found in logged]
    leaks = (applied.n_survivors - applied.count(nodes))[negating]
    gold = (filters.surviving([found.applied for found in logged]) - filters.surviving(nodes))[negating]
    return [
        {
            "fields": sorted(widening.fields),
            "questions": int(negating.sum()),
            "questions_with_leaks": int((leaks > 0).sum()),
            "leaks": float(leaks.mean()),
            "gold_leaks": int(gold.sum()),
        }
    ]
