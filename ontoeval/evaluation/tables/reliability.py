"""The reliability curve: how often the system is right when it says how sure it is."""

from __future__ import annotations

from typing import Any

from ontoeval.statistics.calibration import reliability
from ontoeval.views.answers import Confidences
from ontoeval.views.compiled import Compiled


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per tenth of confidence that holds a question, from the lowest."""
    view = compiled.view(Confidences)
    if view.unmeasured is not None:
        return []
    return [
        {
            "from": point.low,
            "to": point.high,
            "questions": point.n,
            "confidence": point.confidence,
            "accuracy": point.accuracy,
            "low": point.interval.low,
            "high": point.interval.high,
            "interval": point.interval.method,
        }
        for point in reliability(view.confidence[view.known], view.right[view.known])
    ]
