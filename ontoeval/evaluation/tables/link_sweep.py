"""A threshold on the score of links: without, at the best one, and cross-fitted."""

from __future__ import annotations

from typing import Any

from ontoeval.evaluation.sweep import Sweep
from ontoeval.evaluation.tables._links import LinkOptions
from ontoeval.views.compiled import Compiled


def rows(compiled: Compiled, options: LinkOptions | None = None) -> list[dict[str, Any]]:
    """One row without a threshold, one at the best one, one cross-fitted, and one per fold; none without scores.

    Columns: ``cut``, ``threshold``, ``kept``, ``tp``, ``fp``, ``fn``, ``precision``, ``recall``, ``f1``,
    ``overlinked``, ``overlinking_rate``.
    """
    sweep = Sweep(compiled, options)
    return [] if sweep.unmeasured is not None else sweep.summary
