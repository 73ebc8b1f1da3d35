"""Where the time goes: what each stage takes."""

from __future__ import annotations

from typing import Any

from ontoeval.statistics.quantiles import Quantile
from ontoeval.views.compiled import Compiled
from ontoeval.views.spent import TOTAL, Timings

#: Percentiles, and how many questions each needs.
_FEWEST = {50: 1, 95: 20, 99: 100}


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per stage in the order of the run, and the total: questions that say it, sum and quantiles in ms.

    A quantile that fewer than one question is expected to exceed is None: p95 below 20 questions, p99 below 100.
    """
    timings = compiled.view(Timings)
    ordered = sorted(timings.stages, key=lambda stage: stage == TOTAL)
    return [_row(stage, timings) for stage in ordered]


def _row(stage: str, timings: Timings) -> dict[str, Any]:
    times, _ = timings.known(stage)
    quantiles = {
        f"p{percent}": Quantile(times, quantile=percent / 100).sums().value if len(times) >= fewest else None
        for percent, fewest in _FEWEST.items()
    }
    return {"stage": stage, "questions": len(times), "sum": float(times.sum()), **quantiles}
