"""Filters in one row: questions, gold documents by what becomes of them, true and naive recall."""

from __future__ import annotations

from typing import Any

import numpy as np

from ontoeval.evaluation.funnel import Funnel
from ontoeval.evaluation.tables._filters import measured
from ontoeval.views.compiled import Compiled
from ontoeval.views.filters import DocState
from ontoeval.views.rankings import Rankings


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row.

    Columns: ``questions``; ``scored``, those with eligible gold and a filter that is known; ``excluded`` (all of it
    lost) and ``excluded_any`` (some of it); gold documents that are ``missing_from_index`` and ``ineligible``, and of
    the scored questions the ``excluded_docs`` and ``surviving_docs``. Where something was returned: ``recall``, and
    ``naive_recall`` over the ``naive_n`` questions whose gold survives, which does not see what the filter removed.
    """
    filters = measured(compiled)
    if filters is None:
        return []
    scored = filters.scored
    lost = np.bincount(filters.state, minlength=len(DocState))
    tried = np.bincount(filters.state[scored[filters.logged.pairs.sample]], minlength=len(DocState))
    row: dict[str, Any] = {
        "questions": filters.n,
        "scored": int(scored.sum()),
        "excluded": len(filters.excluded),
        "excluded_any": int((scored & (filters.n_surviving < filters.n_eligible)).sum()),
        **{state.label: int(lost[state]) for state in (DocState.MISSING_FROM_INDEX, DocState.INELIGIBLE)},
        "excluded_docs": int(tried[DocState.EXCLUDED]),
        "surviving_docs": int(tried[DocState.SURVIVES]),
    }
    if compiled.view(Rankings).unmeasured is None:
        row |= Funnel(compiled).recall
    return [row]
