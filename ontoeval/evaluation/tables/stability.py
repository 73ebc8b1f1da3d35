"""How each judge's repeated verdicts agree with themselves: flips, spread within an item, spread between runs."""

from __future__ import annotations

from typing import Any

from ontoeval.statistics.agreement import stability
from ontoeval.views.compiled import Compiled
from ontoeval.views.verdicts import Verdicts


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per annotator with at least two runs, by name."""
    result = []
    for annotator, repeated in sorted(compiled.view(Verdicts).repeated.items()):
        runs = max(map(len, repeated), default=0)
        if runs < 2:
            continue
        judged = [[*row, *[None] * (runs - len(row))] for row in repeated if row]
        found = stability(judged)
        result.append(
            {
                "annotator": annotator,
                "runs": runs,
                "items": found.n,
                "left_out": len(judged) - found.n,
                "flip_rate": found.flip_rate,
                "low": found.interval.low,
                "high": found.interval.high,
                "interval": found.interval.method,
                "within": found.within,
                "between": found.between,
            }
        )
    return result
