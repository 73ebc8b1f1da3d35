"""Questions whose filter is not extracted right."""

from __future__ import annotations

from typing import Any

from ontoeval.findings import shorten
from ontoeval.views.base import Status
from ontoeval.views.compiled import Compiled
from ontoeval.views.predicates.view import Predicates

_LONGEST = 200


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per question whose predicted filter is not gold's in the normal form, by id.

    Columns: ``id``, ``query``, the two filters, the ``errors``, and with a corpus ``documents``: how the documents that
    pass lie to those that pass gold's filter (equal, over, under, crossing, disjoint), see ``predicate_denotations``.
    """
    view = compiled.view(Predicates)
    if view.unmeasured is not None:
        return []
    roster = compiled.roster
    errors: dict[int, list[str]] = {}
    for error in view.errors:
        errors.setdefault(error.sample, []).append(f"{error.error} ({error.field})" if error.field else error.error)
    kinds = view.denotations.kind if view.corpus is not None else [None] * len(view.status)
    wrong = (view.status == Status.OK) & ~view.joint("normalized")
    found = [
        {
            "id": roster.ids[sample],
            "query": roster.queries[sample] or "",
            "gold": shorten(str(view.gold[sample]), _LONGEST),
            "predicted": shorten(str(view.predicted[sample] or ""), _LONGEST),
            "errors": ", ".join(errors.get(sample, ["and, or, not"])),
            "documents": kinds[sample],
        }
        for sample in wrong.nonzero()[0].tolist()
    ]
    return sorted(found, key=lambda row: row["id"])
