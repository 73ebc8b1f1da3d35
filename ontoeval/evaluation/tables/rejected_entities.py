"""Entities that answers name and contexts do not."""

from __future__ import annotations

from typing import Any

import numpy as np

from ontoeval.views.answers import Entities
from ontoeval.views.compiled import Compiled


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per entity, by sample id."""
    view = compiled.view(Entities)
    if view.unmeasured is not None:
        return []
    ids = compiled.roster.ids
    found = [
        {"id": ids[int(view.sample[place])], "entity": view.text[place], "concept": view.concept[place]}
        for place in np.flatnonzero(view.checked & ~view.found).tolist()
    ]
    return sorted(found, key=lambda row: row["id"])
