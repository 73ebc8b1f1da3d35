"""Gold NIL mentions that the system linked to a concept."""

from __future__ import annotations

from typing import Any

from ontoeval.views.coding import NIL
from ontoeval.views.compiled import Compiled
from ontoeval.views.links import Links


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per mention, by sample and span."""
    links = compiled.view(Links)
    if links.unmeasured is not None:
        return []
    roster, ontology = compiled.roster, compiled.ontology
    result = []
    pairs = links.same_span()
    over = (links.gold.code[pairs[:, 0]] == NIL) & (links.predicted.code[pairs[:, 1]] != NIL)
    for gold, predicted in pairs[over].tolist():
        code = int(links.predicted.code[predicted])
        sample = int(links.gold.sample[gold])
        start, end = int(links.gold.start[gold]), int(links.gold.end[gold])
        name = links.name(code)
        known = ontology is not None and code >= 0
        result.append(
            {
                "id": roster.ids[sample],
                "query": roster.queries[sample] or "",
                "mention": (roster.queries[sample] or "")[start:end],
                "start": start,
                "end": end,
                "predicted": name,
                "predicted_label": ontology.label(name) if known and ontology is not None else None,
            }
        )
    return sorted(result, key=lambda row: (row["id"], row["start"]))
