"""What to mend first: faults by the number of questions behind them."""

from __future__ import annotations

from typing import Any

from ontoeval.evaluation.advice import advise
from ontoeval.views.compiled import Compiled


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per piece of advice, most urgent first."""
    return advise(compiled)
