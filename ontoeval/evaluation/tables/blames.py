"""Predicates that exclude gold documents, by field and by the relation of what they ask for to what is there."""

from __future__ import annotations

from typing import Any

from ontoeval.evaluation.funnel import Funnel
from ontoeval.views.compiled import Compiled


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per field and relation, the most frequent first."""
    funnel = Funnel(compiled)
    return [] if funnel.unmeasured else funnel.blamed()
