"""Wrong links by the relation of their concept to the right one."""

from __future__ import annotations

from typing import Any

import numpy as np

from ontoeval.evaluation.tables._links import LinkOptions, link_pairs, share
from ontoeval.views.compiled import Compiled
from ontoeval.views.links.pairs import NAMES


def rows(compiled: Compiled, options: LinkOptions | None = None) -> list[dict[str, Any]]:
    """One row per relation that occurs, the most frequent first.

    Columns: ``relation`` (as for concepts, and ``part``: of several concepts at once, some), ``links``, ``share`` of
    the wrong links, ``mean_distance`` in edges through a common ancestor.
    """
    pairs = link_pairs(compiled, options)
    if pairs is None or compiled.ontology is None:
        return []
    wrong = pairs.relation >= 0
    result = []
    for kind in np.unique(pairs.relation[wrong]).tolist():
        mine = pairs.relation == kind
        distance = pairs.distance[mine]
        known = distance[~np.isnan(distance)]
        result.append(
            {
                "relation": NAMES[kind],
                "links": int(mine.sum()),
                "share": share(int(mine.sum()), int(wrong.sum())),
                "mean_distance": float(known.mean()) if len(known) else None,
            }
        )
    return sorted(result, key=lambda row: (-row["links"], NAMES.index(row["relation"])))
