"""Outputs that do not parse or validate, and ids that stand beside the label of another concept."""

from __future__ import annotations

from typing import Any

from ontoeval.views.compiled import Compiled
from ontoeval.views.naming import Naming
from ontoeval.views.outputs import Outputs


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per fault, by sample."""
    roster = compiled.roster
    result = [
        {"id": roster.ids[sample], "query": roster.queries[sample] or "", "fault": fault, "detail": detail}
        for sample, (fault, detail) in compiled.view(Outputs).problems.items()
    ]
    ontology = compiled.ontology
    for wrong in compiled.view(Naming).mislabeled if ontology is not None else []:
        assert ontology is not None
        owners = ", ".join(wrong.owners)
        belongs = f"is {owners}" if owners else "is nobody's name"
        result.append(
            {
                "id": roster.ids[wrong.sample],
                "query": roster.queries[wrong.sample] or "",
                "fault": "label of another concept" if wrong.owners else "unknown label",
                "detail": f'{wrong.id} is "{wrong.right_label}"; "{wrong.label}" {belongs}',
            }
        )
    return sorted(result, key=lambda row: (row["id"], row["fault"]))
