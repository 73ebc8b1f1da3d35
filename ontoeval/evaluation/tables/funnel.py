"""Stages of the loss funnel: how many questions enter, are lost, and are left."""

from __future__ import annotations

from typing import Any

from ontoeval.evaluation.funnel import Funnel
from ontoeval.views.compiled import Compiled


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per stage, in the order of the pipeline."""
    funnel = Funnel(compiled)
    return [] if funnel.unmeasured else funnel.rows()
