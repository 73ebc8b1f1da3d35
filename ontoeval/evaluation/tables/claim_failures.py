"""Claims that the contexts do not support, and how they fail."""

from __future__ import annotations

from typing import Any

import numpy as np

from ontoeval.views.compiled import Compiled
from ontoeval.views.judged import Claims


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per claim and repetition, by sample id; claims of answers that decline are left out."""
    view = compiled.view(Claims)
    if view.unmeasured is not None:
        return []
    ids = compiled.roster.ids
    found = [
        {
            "id": ids[int(view.sample[place])],
            "repetition": int(view.repetition[place]),
            "claim": view.text[place],
            "failure": view.failure[place],
        }
        for place in np.flatnonzero(~view.supported & ~view.declined).tolist()
    ]
    return sorted(found, key=lambda row: row["id"])
