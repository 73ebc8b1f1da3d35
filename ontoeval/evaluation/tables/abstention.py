"""Refusals of questions that can be answered, and answers to questions that cannot."""

from __future__ import annotations

from typing import Any

from ontoeval.views.answers import Abstentions
from ontoeval.views.compiled import Compiled
from ontoeval.views.stages import ORDER, Stages


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per sample, by id."""
    view = compiled.view(Abstentions)
    if view.unmeasured is not None:
        return []
    roster = compiled.roster
    stages = compiled.view(Stages)
    lost = stages.lost_at()
    found = []
    for sample, answer in view.wrong.items():
        stage = ORDER[int(lost[sample])] if lost[sample] >= 0 else None
        if not view.refused[sample]:
            error = "answered, but there is no answer"
        elif stage in (None, "answer"):
            error = "refused, although the documents were there"
        else:
            error = f"refused, since the documents were lost before (stage {stage})"
        found.append(
            {"id": roster.ids[sample], "query": roster.queries[sample] or "", "error": error, "answer": answer}
        )
    return sorted(found, key=lambda row: row["id"])
