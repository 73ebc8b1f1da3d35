"""The concepts of whole samples, out of their mentions, paired one to one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ontoeval.views.base import Flags, Integers
from ontoeval.views.coding import NIL
from ontoeval.views.links.keys import equal_pairs, joined, packed, packed_both
from ontoeval.views.links.overlaps import best
from ontoeval.views.links.spans import Spans


@dataclass(frozen=True)
class Named:
    """Concepts that samples name, each once per sample (and type).

    Attributes:
        sample, code, kind: Sample, concept and type of each; the type is -1 where types do not count.
        place: A mention that names it.
        counts: Whether one of its mentions counts: a gold one that is not optional, a predicted one not excused.
    """

    sample: Integers
    code: Integers
    kind: Integers
    place: Integers
    counts: Flags

    @property
    def columns(self) -> list[Integers]:
        """What tells one from the other."""
        return [self.sample, self.code, self.kind]


def named(side: Spans, chosen: Flags, free: Flags, typed: bool) -> Named:
    """The concepts of the chosen mentions; a mention of several at once names each of them.

    Args:
        side: The mentions.
        chosen: Which of them.
        free: Which of them do not count.
        typed: Whether one concept with two types is two.
    """
    simple = chosen & (side.code != NIL)
    simple[list(side.parts)] = False
    more = [(at, code) for at, parts in side.parts.items() if chosen[at] for code in parts if code != NIL]
    extra = np.array(more, dtype=np.int64).reshape(-1, 2)
    place = np.concatenate([np.flatnonzero(simple), extra[:, 0]])
    code = np.concatenate([side.code[simple].astype(np.int64), extra[:, 1]])
    sample, kind = side.sample[place], side.kind[place] if typed else np.full(len(place), -1)
    keys, first, inverse = np.unique(packed([sample, code, kind]), return_index=True, return_inverse=True)
    counts = np.bincount(inverse, ~free[place], minlength=len(keys)) > 0
    return Named(sample[first], code[first], kind[first], place[first], counts)


def document_pairs(gold: Named, predicted: Named, side: Spans, chosen: Flags) -> Integers:
    """Pairs of gold and predicted concepts of a sample, shape ``(n, 2)``, as many as can be made.

    Args:
        gold, predicted: The concepts.
        side: The gold mentions, with their alternatives.
        chosen: Which of them the gold concepts come from.
    """
    pairs = equal_pairs(*packed_both(gold.columns, predicted.columns))
    wider = [(at, other) for at, others in side.others.items() if chosen[at] for other in others if other != NIL]
    wider = [(at, other) for at, other in wider if side.code[at] != NIL]
    if not wider:
        return pairs
    extra = np.array(wider, dtype=np.int64)
    owner = _owner(gold, side, extra[:, 0])
    affected = np.unique(side.sample[extra[:, 0]])
    inside = np.flatnonzero(np.isin(gold.sample, affected))
    place, code = np.concatenate([inside, owner]), np.concatenate([gold.code[inside], extra[:, 1]])
    left = [gold.sample[place], code, gold.kind[place]]
    allowed = joined(*packed_both(left, predicted.columns))
    allowed = np.unique(np.stack([place[allowed[:, 0]], allowed[:, 1]], axis=1), axis=0)
    again = best(allowed, [gold.counts[allowed[:, 0]], gold.code[allowed[:, 0]] == predicted.code[allowed[:, 1]]])
    return np.concatenate([pairs[~np.isin(gold.sample[pairs[:, 0]], affected)], again])


def _owner(gold: Named, side: Spans, places: Integers) -> Integers:
    """The gold concept that each of some mentions names first."""
    typed = bool((gold.kind >= 0).any())
    kind = side.kind[places] if typed else np.full(len(places), -1)
    keys, wanted = packed_both(gold.columns, [side.sample[places], side.code[places].astype(np.int64), kind])
    order = np.argsort(keys, kind="stable")
    found: Integers = order[np.searchsorted(keys[order], wanted)]
    return found
