"""Questions whose filter excludes all gold documents: the filter, what to relax, and each document with its reasons."""

from __future__ import annotations

from typing import Any

from ontoeval.evaluation.tables._filters import measured
from ontoeval.predicates.tree import tree_text
from ontoeval.views.compiled import Compiled
from ontoeval.views.filters import Condition, DocState
from ontoeval.views.filters.reasons import Reason

_MOST_SETS = 10


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per excluded question, those with the fewest conditions to relax first.

    Columns: ``id``, ``query``, ``filter``; ``relaxations``, the smallest sets of conditions without which a gold
    document passes (ten at most), and ``more``, how many more there are; ``shares``, each condition's share of the
    exclusion; ``documents``, each gold document with the conditions that it fails: ``condition``, ``field``,
    ``reason``, ``asked`` and ``held`` with their labels.
    """
    filters = measured(compiled)
    if filters is None:
        return []
    roster, pairs = compiled.roster, filters.logged.pairs
    result = []
    for sample, blame in filters.blames.items():
        conditions, logged = filters.conditions(sample), filters.logged.logged[sample]
        documents = [
            {
                "doc": pairs.doc[place],
                "fails": [
                    {
                        "condition": str(conditions[number]),
                        "field": conditions[number].field,
                        **_told(filters.reason(place, number)),
                    }
                    for number in filters.fails(place)
                ],
            }
            for place in filters.places(sample)
            if filters.state[place] == DocState.EXCLUDED
        ]
        result.append(
            {
                "id": roster.ids[sample],
                "query": roster.queries[sample] or "",
                "filter": tree_text(logged.node, 3),
                "relaxations": [_names(conditions, one) for one in blame.relaxations[:_MOST_SETS]],
                "more": len(blame.relaxations[_MOST_SETS:]),
                "shares": [{"condition": str(conditions[number]), "share": share} for number, share in blame.shares],
                "documents": documents,
            }
        )
    return sorted(result, key=lambda row: (len(row["relaxations"][0]), row["id"]))


def _names(conditions: tuple[Condition, ...], bits: int) -> list[str]:
    return [str(condition) for number, condition in enumerate(conditions) if bits >> number & 1]


def _told(reason: Reason) -> dict[str, str]:
    return {
        "reason": reason.code,
        "asked": reason.asked,
        "asked_label": reason.asked_label,
        "held": reason.held,
        "held_label": reason.held_label,
    }
