"""What filters would exclude if a concept stood for all below it, and for all above it: exact, down, down and up."""

from __future__ import annotations

from typing import Any

from ontoeval.evaluation.tables._filters import exclusion, mean_of, measured
from ontoeval.views.compiled import Compiled
from ontoeval.views.filters import AppliedFilters
from ontoeval.views.filters.widening import Widening


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """Three rows: ``exact`` as logged, ``down`` with descendants, ``down_up`` with ancestors as well.

    Only what filters ask for is widened, not what they exclude (see ``filter_negations``), so that no row excludes more
    than the one before. Columns: ``expand``, ``fields`` (attributes that hold concepts), ``questions``, ``excluded``,
    ``false_exclusion_rate``, ``recall_ceiling``; ``recovered``, the share of questions that this row excludes less than
    the one before: at ``down`` what subsumption recovers, at ``down_up`` what is lost to documents that are tagged too
    generally; ``survivors`` and ``selectivity``, the mean number and share of documents of the corpus that pass.
    """
    filters = measured(compiled)
    if filters is None or compiled.ontology is None:
        return []
    widening = Widening(filters.logged, compiled.ontology, compiled.settings.filters)
    if not widening.fields:
        return []
    logged = filters.logged.logged
    applied = compiled.view(AppliedFilters)
    result: list[dict[str, Any]] = []
    for name, nodes in (
        ("exact", [found.applied for found in logged]),
        ("down", [widening.positive(found, "down") for found in logged]),
        ("down_up", [widening.positive(found, "down_up") for found in logged]),
    ):
        row = exclusion(filters, filters.surviving(nodes))
        survivors = applied.n_survivors if name == "exact" else applied.count(nodes)
        mean = mean_of(survivors, filters.scored)
        before = result[-1]["excluded"] if result else row["excluded"]
        result.append(
            {
                "expand": name,
                "fields": sorted(widening.fields),
                **row,
                "recovered": (before - row["excluded"]) / row["questions"],
                "survivors": mean,
                "selectivity": None if mean is None else mean / applied.n_docs,
            }
        )
    return result
