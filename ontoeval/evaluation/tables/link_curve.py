"""Precision, recall, F1 and over-linking at many thresholds of the score."""

from __future__ import annotations

from typing import Any

from ontoeval.evaluation.sweep import Sweep
from ontoeval.evaluation.tables._links import LinkOptions
from ontoeval.views.compiled import Compiled


def rows(compiled: Compiled, options: LinkOptions | None = None) -> list[dict[str, Any]]:
    """One row per threshold, falling, two hundred at most; see `Sweep.points`."""
    sweep = Sweep(compiled, options)
    return [] if sweep.unmeasured is not None else sweep.points()
