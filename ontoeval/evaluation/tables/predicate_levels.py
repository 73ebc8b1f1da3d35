"""How much of the gold filters is extracted, level by level: attributes, operators, values, whole filters."""

from __future__ import annotations

from typing import Any, get_args

from ontoeval.statistics.rows import FScore
from ontoeval.views.compiled import Compiled
from ontoeval.views.predicates.view import Level, Predicates


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per level: what is right, predicted and in gold, and precision, recall and F1 of their sums.

    Levels are those of the metric ``predicate_f1``. What ``normalized`` has and ``exact`` has not are errors of
    spelling only; samples without a gold filter are left out, those without a predicted one have found nothing.
    """
    view = compiled.view(Predicates)
    if view.unmeasured is not None:
        return []
    levels: tuple[Level, ...] = get_args(Level)
    return [_row(view, level) for level in levels if view.lacking({"by": level}) is None]


def _row(view: Predicates, level: Level) -> dict[str, Any]:
    counts = view.counts(level)
    score = FScore(counts.right, counts.predicted, counts.right, counts.gold).sums()
    shown = score.shown
    return {
        "level": level,
        "right": int(counts.right.sum()),
        "predicted": int(counts.predicted.sum()),
        "gold": int(counts.gold.sum()),
        "precision": shown.get("precision"),
        "recall": shown.get("recall"),
        "f1": score.value,
    }
