"""Preferences of a judge between two answers: wins, places, lengths."""

from __future__ import annotations

from typing import Any

from ontoeval.evaluation.length_control import length_controlled_win_rate
from ontoeval.views.compiled import Compiled
from ontoeval.views.judged import Pairs


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row, or none without verdicts."""
    view = compiled.view(Pairs)
    if view.unmeasured is not None or not len(view.sample):
        return []
    control = length_controlled_win_rate(view)
    return [
        {
            "pairs": control.n,
            "win_rate": control.win_rate,
            "length_controlled_win_rate": control.controlled,
            "effect_of_length": control.effect,
            "words_longer": control.longer,
            "reason": control.reason,
            "first_place_wins": int((view.slot == 1).sum()),
            "second_place_wins": int((view.slot == -1).sum()),
            "ties": int((view.slot == 0).sum()),
            "same_winner_in_both_orders": int((view.side[:, 0] == view.side[:, 1]).sum()),
        }
    ]
