"""What is compared with what, and the counts that come out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from ontoeval.views.base import Flags, Integers
from ontoeval.views.coding import NIL, Codes

Scope = Literal["all", "in_kb", "nil", "gold_in_kb"]
Level = Literal["mention", "document"]
#: Whose rules count: ours, or those of a module of `ontoeval.views.links.conventions`.
Convention = Literal["ontoeval", "neleval", "elevant", "gerbil", "bc5cdr", "spacy", "hipe"]


@dataclass(frozen=True)
class Alignment:
    """Counts by unit (sample, or sample and key), and the pairs behind them.

    Attributes:
        correct, spurious, missed: Counts, shape ``(n_units,)``. Optional gold mentions are in none of them, nor are
            predictions that match one.
        pairs: Positions of the matched mentions, gold and predicted, shape ``(n, 2)``, those of optional gold mentions
            too; empty at document level.
    """

    correct: Integers
    spurious: Integers
    missed: Integers
    pairs: Integers


def gold_in_scope(code: Codes, scope: Scope) -> Flags:
    """Which gold mentions are compared."""
    return _chosen(code, scope)


def predicted_in_scope(code: Codes, scope: Scope) -> Flags:
    """Which predicted mentions are compared."""
    return _chosen(code, "all" if scope == "gold_in_kb" else scope)


def _chosen(code: Codes, scope: Scope) -> Flags:
    chosen: Flags = np.ones(len(code), dtype=bool)
    if scope == "nil":
        chosen = code == NIL
    elif scope != "all":
        chosen = code != NIL
    return chosen


def tally(
    gold: tuple[Integers, Flags, Flags], predicted: tuple[Integers, Flags, Flags], pairs: Integers, n_units: int
) -> Alignment:
    """Counts by unit.

    Args:
        gold: Unit of each gold item, whether it is compared, and whether it counts when it is alone or matched.
        predicted: Unit of each predicted item, whether it is compared, and whether it counts when it is alone.
        pairs: Positions of the matched items.
        n_units: Number of units.
    """
    unit, compared, counts = gold
    other_unit, other_compared, other_counts = predicted
    alone, other_alone = compared & counts, other_compared & other_counts
    alone[pairs[:, 0]] = other_alone[pairs[:, 1]] = False
    matched = pairs[:, 0][counts[pairs[:, 0]]]
    return Alignment(
        np.bincount(unit[matched], minlength=n_units),
        np.bincount(other_unit[other_alone], minlength=n_units),
        np.bincount(unit[alone], minlength=n_units),
        pairs,
    )
