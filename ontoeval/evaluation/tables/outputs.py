"""Outputs that do not parse or validate, and ids that stand beside the label of another concept."""

from __future__ import annotations

from typing import Any

from ontoeval.views.compiled import Compiled
from ontoeval.views.outputs import Outputs

_WORDS = {
    "parse.truncated": "truncated JSON",
    "parse.truncated_recovered": "truncated JSON",
    "label.label_of_other_term": "label of another concept",
    "label.label_unknown": "unknown label",
    "label.fuzzy": "label that is nearly right",
}
_STAGES = {"parse": "broken JSON", "schema": "schema"}


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per fault, by sample; ids that are none are in the table ``ids``."""
    roster = compiled.roster
    result = []
    for fault in compiled.view(Outputs).faults:
        words = _WORDS.get(fault.code) or _STAGES.get(fault.code.partition(".")[0])
        if words is None or fault.lenient:
            continue
        result.append(
            {
                "id": roster.ids[fault.sample],
                "query": roster.queries[fault.sample] or "",
                "fault": words,
                "detail": f"{fault.path}: {fault.got}" if words == "schema" else fault.got,
            }
        )
    return sorted(result, key=lambda row: (row["id"], row["fault"]))
