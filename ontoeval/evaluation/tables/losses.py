"""Questions that lost their gold documents: first failing stage, blamed predicate, relation, labels."""

from __future__ import annotations

from typing import Any

from ontoeval.evaluation.funnel import Funnel
from ontoeval.views.compiled import Compiled


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per lost question, by stage and then by id."""
    funnel = Funnel(compiled)
    return [] if funnel.unmeasured else [loss.as_dict() for loss in funnel.losses]
