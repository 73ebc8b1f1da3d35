"""Ranked candidates of predicted mentions against the concepts of gold mentions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ontoeval.views.base import Flags, Integers
from ontoeval.views.coding import Codes
from ontoeval.views.concepts_repeats import distinct_pairs
from ontoeval.views.links.keys import ranges

if TYPE_CHECKING:
    from ontoeval.views.links.view import Links

#: The rank of what is not among the candidates.
UNRANKED = np.iinfo(np.int64).max


def rank_of_right(links: Links, pairs: Integers, within: int = 0) -> Integers:
    """For each pair of mentions the rank, from 1, of the first right candidate; `UNRANKED` where there is none.

    The candidates of a mention that lists none are the concept that it is linked to.

    Args:
        links: Where the mentions are from.
        pairs: Positions of gold and predicted mentions, shape ``(n, 2)``.
        within: How many edges of the ontology, through a common ancestor, a right candidate may be away.
    """
    owner, rank, code = _listed(links, pairs[:, 1])
    right = _is_right(links, pairs[:, 0][owner], code, within)
    ranks = np.full(len(pairs), UNRANKED)
    np.minimum.at(ranks, owner[right], rank[right])
    return ranks


def _listed(links: Links, predicted: Integers) -> tuple[Integers, Integers, Codes]:
    """All candidates of some mentions: position among these, rank from 1, and concept."""
    ranked = links.predicted.candidates
    first, last = ranked.indptr[predicted], ranked.indptr[predicted + 1]
    owner, place = ranges(first, last)
    alone = np.flatnonzero(first == last)
    rank = np.concatenate([place - first[owner] + 1, np.ones(len(alone), dtype=np.int64)])
    code = np.concatenate([ranked.code[place], links.predicted.code[predicted[alone]]])
    return np.concatenate([owner, alone]), rank, code


def _is_right(links: Links, gold: Integers, code: Codes, within: int) -> Flags:
    """Whether each concept is right for the gold mention beside it, or near enough to one that is."""
    right = _near(links, links.gold.code[gold], code, within)
    others = links.gold.others
    if others:
        for place in np.flatnonzero(~right & np.isin(gold, list(others))).tolist():
            names = np.array(others[int(gold[place])], dtype=np.int32)
            right[place] = _near(links, names, np.repeat(code[place], len(names)), within).any()
    if links.gold.parts:
        right &= ~np.isin(gold, list(links.gold.parts))
    return right


def _near(links: Links, gold: Codes, code: Codes, within: int) -> Flags:
    same: Flags = gold == code
    if not within:
        return same
    assert links.ontology is not None
    left, right, place = distinct_pairs(gold, code)
    distance = links.ontology.distances(left, right, through="ancestor")
    return same | (distance <= within)[place]
