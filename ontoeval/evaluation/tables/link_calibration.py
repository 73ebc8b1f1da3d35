"""How often links with a score are right, by bins of the score."""

from __future__ import annotations

from typing import Any

from ontoeval.evaluation.sweep import Sweep
from ontoeval.evaluation.tables._links import LinkOptions
from ontoeval.views.compiled import Compiled


def rows(compiled: Compiled, options: LinkOptions | None = None) -> list[dict[str, Any]]:
    """One row per bin with links; see `Sweep.calibration`."""
    sweep = Sweep(compiled, options)
    return [] if sweep.unmeasured is not None else sweep.calibration
