"""Triples that keep neither to the vocabulary nor to the ontology, each with the right alternative."""

from __future__ import annotations

from typing import Any

from ontoeval.views.compiled import Compiled
from ontoeval.views.triples.emitted import EmittedTriples


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per fault, by sample: ``id``, ``query``, ``fault``, ``where``, ``got``, ``expected``, ``mend``."""
    view, roster = compiled.view(EmittedTriples), compiled.roster
    result = [
        {
            "id": roster.ids[sample],
            "query": roster.queries[sample] or "",
            "fault": finding.id,
            "where": finding.where,
            "got": finding.got,
            "expected": finding.expected,
            "mend": finding.mend,
        }
        for sample, finding in view.faults()
    ]
    return sorted(result, key=lambda row: (row["id"], row["where"], row["fault"]))
