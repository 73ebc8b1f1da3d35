"""Samples that the system gave nothing for: their run row is absent, or holds an error."""

from __future__ import annotations

from typing import Any

from ontoeval.views.compiled import Compiled
from ontoeval.views.failures import Failures


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per sample, by id."""
    view, roster = compiled.view(Failures), compiled.roster
    found = [
        {"id": roster.ids[sample], "query": roster.queries[sample] or "", "reason": reason}
        for sample, reason in view.reasons.items()
    ]
    return sorted(found, key=lambda row: str(row["id"]))
