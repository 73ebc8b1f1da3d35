"""Where the time goes: the stages of the pipeline by what they take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ontoeval.report import svg
from ontoeval.report.markup import Html, code, h, join, table
from ontoeval.views.spent import TOTAL

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report

_READING = (
    "Milliseconds, over the questions that did not fail. The bar is the stage's share of all that the questions took. "
    "Percentiles of stages do not add up to those of the total."
)


def section(report: Report) -> Html | None:
    """The section, or None where the run does not say what it took."""
    rows = report.table("time")
    if not rows:
        return None
    whole = next(row["sum"] for row in rows if row["stage"] == TOTAL) or 1.0
    cells = [
        [
            code(row["stage"]),
            svg.share(f"{row['stage']}: {row['sum'] / whole:.0%} of the time", min(row["sum"] / whole, 1.0), "kept"),
            f"{row['questions']:,}",
            *("–" if row[name] is None else f"{row[name]:,.0f}" for name in ("p50", "p95", "p99")),
        ]
        for row in rows
    ]
    made = table("Time by stage", ("stage", "", "questions", "median", "p95", "p99"), cells, numbers=range(2, 6))
    return join([made, h("p", _READING, class_="note")])
