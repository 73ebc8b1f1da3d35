"""Predicted ids that are no live concept: absent, deprecated, replaced, or an alias."""

from __future__ import annotations

from typing import Any

from ontoeval.views.compiled import Compiled
from ontoeval.views.naming import Naming


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per sample and id, by sample; ``fields`` says where the id stands."""
    ontology = compiled.ontology
    if ontology is None:
        return []
    roster = compiled.roster
    result = []
    for (sample, text), fields in compiled.view(Naming).dead.items():
        resolution = ontology.resolve(text)
        result.append(
            {
                "id": roster.ids[sample],
                "query": roster.queries[sample] or "",
                "named": text,
                "status": str(resolution.status),
                "stands_for": resolution.id if resolution.id != text else None,
                "candidates": list(resolution.candidates),
                "label": ontology.label(resolution.id) if resolution.id is not None else None,
                "fields": fields,
            }
        )
    return sorted(result, key=lambda row: (str(row["id"]), str(row["named"])))
