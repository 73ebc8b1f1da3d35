"""The same filters under the semantics of every engine: what would be excluded, and which questions change."""

from __future__ import annotations

from typing import Any

import numpy as np

from ontoeval.evaluation.tables._filters import exclusion, measured
from ontoeval.predicates.profiles import PROFILES
from ontoeval.views.compiled import Compiled


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per engine profile, those that were used first.

    Columns: ``profile``, ``engine``, ``source`` (recorded or documentation), ``used``, by how many questions;
    ``questions``, ``excluded``, ``false_exclusion_rate``, ``recall_ceiling`` if all filters were read this way;
    ``changed``, questions that are then excluded and were not, or the other way round. Gold documents that count are
    those that are eligible now.
    """
    filters = measured(compiled)
    if filters is None:
        return []
    logged = filters.logged.logged
    scored = filters.scored
    used = [found.profile.name for found, counts in zip(logged, scored.tolist(), strict=True) if counts]
    nodes = [found.applied for found in logged]
    result = []
    for profile in PROFILES.values():
        surviving = filters.surviving(nodes, profile)
        changed = (surviving == 0) != (filters.n_surviving == 0)
        result.append(
            {
                "profile": profile.name,
                "engine": profile.engine,
                "source": profile.source,
                "used": used.count(profile.name),
                **exclusion(filters, surviving),
                "changed": int(np.count_nonzero(changed & scored)),
            }
        )
    return sorted(result, key=lambda row: (-row["used"], row["changed"], row["profile"]))
