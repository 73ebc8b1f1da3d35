"""Concepts, NIL and nothing: what gold says against what the system says."""

from __future__ import annotations

from typing import Any

import numpy as np

from ontoeval.evaluation.tables._links import LinkOptions, link_pairs
from ontoeval.views.coding import NIL
from ontoeval.views.compiled import Compiled
from ontoeval.views.links import Outcome


def rows(compiled: Compiled, options: LinkOptions | None = None) -> list[dict[str, Any]]:
    """Gold mentions with a concept, with NIL, and predictions on no gold mention, by what was predicted.

    Columns: ``gold`` (``concept``, ``NIL`` or ``nothing``); ``right``, the right concept; ``other_concept``; ``nil``;
    ``nothing``. Mentions that are not counted are in none of them.
    """
    pairs = link_pairs(compiled, options)
    if pairs is None:
        return []
    no_concept = np.zeros(len(pairs), dtype=bool)
    for side, place in ((pairs.links.gold, pairs.gold), (pairs.links.predicted, pairs.predicted)):
        there = np.flatnonzero(place >= 0)
        no_concept[there] |= side.code[place[there]] == NIL
    missed, spurious = pairs.of(Outcome.MISSED), pairs.of(Outcome.SPURIOUS)
    return [
        {
            "gold": "concept",
            "right": pairs.count(Outcome.RIGHT),
            "other_concept": pairs.count(Outcome.WRONG_LINK),
            "nil": pairs.count(Outcome.LINK_AS_NIL),
            "nothing": int((missed & ~no_concept).sum()),
        },
        {
            "gold": "NIL",
            "right": None,
            "other_concept": pairs.count(Outcome.NIL_AS_LINK),
            "nil": pairs.count(Outcome.RIGHT_NIL),
            "nothing": int((missed & no_concept).sum()),
        },
        {
            "gold": "nothing",
            "right": None,
            "other_concept": int((spurious & ~no_concept).sum()),
            "nil": int((spurious & no_concept).sum()),
            "nothing": None,
        },
    ]
