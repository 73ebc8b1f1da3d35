"""How a linked concept relates to the nearest right one of its sample."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ontoeval.ontology.relation import Relation
from ontoeval.views.base import Integers
from ontoeval.views.coding import Codes
from ontoeval.views.links.keys import ranges

if TYPE_CHECKING:
    from ontoeval.views.links.view import Links

_PAIRS_AT_ONCE = 2_000_000


def nearest_relation(links: Links, sample: Integers, code: Codes) -> NDArray[np.int8]:
    """The `Relation` of each concept to the gold concept of its sample that is nearest, shape ``(n,)``.

    Nearest is the one with the fewest edges through a common ancestor, then with the relation that comes first.
    ``INVALID`` for ids that the ontology does not hold, ``UNRELATED`` where the sample has no gold concept.

    Args:
        links: Links with an ontology.
        sample, code: Sample and linked concept of each case.
    """
    assert links.ontology is not None
    known = links.gold.code >= 0
    rows = np.unique(np.stack([links.gold.sample[known], links.gold.code[known].astype(np.int64)], axis=1), axis=0)
    found = np.where(code < 0, Relation.INVALID, Relation.UNRELATED).astype(np.int8)
    cases = np.flatnonzero(code >= 0)
    first, last = (np.searchsorted(rows[:, 0], sample[cases], side) for side in ("left", "right"))
    portion = np.cumsum(last - first) // _PAIRS_AT_ONCE
    for some in np.split(np.arange(len(cases)), np.flatnonzero(np.diff(portion)) + 1):
        owner, place = ranges(first[some], last[some])
        if not len(owner):
            continue
        gold, linked = rows[place, 1].astype(np.int32), code[cases[some[owner]]]
        distance = links.ontology.distances(gold, linked, through="ancestor")
        relation = links.ontology.relations(gold, linked)
        order = np.lexsort((relation, distance, owner))
        new = np.concatenate([[True], owner[order][1:] != owner[order][:-1]])
        best = order[new]
        found[cases[some[owner[best]]]] = relation[best]
    return found
