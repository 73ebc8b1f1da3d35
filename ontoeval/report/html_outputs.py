"""Outputs: the funnel from the answer to the right concept, what stands in the slots, and what was repaired."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ontoeval.report import svg
from ontoeval.report.markup import Html, code, h, join, table, user
from ontoeval.report.terminal_outputs import faults_of, share

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report

_MOST = 30
_READING = (
    "Each stage counts those that came through the one before; “of all” is over all requests. Slots that are null, NIL "
    "or ungrounded are abstentions and in no rate of conformance."
)


def section(report: Report) -> Html | None:
    """The section, or None when nothing was put out."""
    parts = [_stages(report), _classes(report), _labels(report), _outcomes(report), _repairs(report)]
    return join(parts) if any(parts) else None


def _stages(report: Report) -> Html | None:
    rows = report.table("output_stages") if "output_stages" in report.requested else []
    if not rows:
        return None
    cells = [
        [
            row["stage"],
            svg.share(f"{row['stage']}: {share(row['rate'])}", row["rate"], "kept"),
            "" if row["num"] is None else f"{row['num']:,} of {row['den']:,}",
            share(row["rate"]),
            "" if row["low"] is None else f"{row['low']:.1%} – {row['high']:.1%}",
            share(row["end_to_end"]),
            faults_of(row),
        ]
        for row in rows
    ]
    heads = ("stage", "", "passed", "rate", "95 %", "of all", "what is wrong")
    made = table("From the answer to the right concept", heads, cells, numbers=range(2, 6))
    return join([made, h("p", _READING, class_="note")])


def _classes(report: Report) -> Html | None:
    rows = report.table("output_classes")
    if not rows:
        return None
    cells = [
        [
            code(row["slot"]),
            row["class"].replace("_", " "),
            row["detail"].replace("_", " "),
            f"{row['count']:,}",
            share(row["share"]),
            "" if row["example"] is None else user(row["example"]),
        ]
        for row in rows[:_MOST]
    ]
    heads = ("slot", "class", "detail", "slots", "share", "example")
    return table("What stands in the slots", heads, cells, numbers=(3, 4))


def _labels(report: Report) -> Html | None:
    rows = report.table("output_labels")
    if not rows:
        return None
    cells = [[row["label"].replace("_", " "), f"{row['count']:,}", share(row["share"])] for row in rows]
    return table("Labels against the ids beside them", ("label is", "slots", "share"), cells, numbers=(1, 2))


def _outcomes(report: Report) -> Html | None:
    rows = report.table("output_outcomes")
    if not rows:
        return None
    cells = [[row["concepts"], *(_count(row, name) for name in ("right", "wrong", "missed"))] for row in rows]
    return table("Conformant × correct", ("concepts", "right", "wrong", "missed"), cells, numbers=(1, 2, 3))


def _count(row: dict[str, Any], name: str) -> str:
    return "" if row[name] is None else f"{row[name]:,}"


def _repairs(report: Report) -> Html | None:
    rows = report.table("output_repairs")
    if not rows:
        return None
    cells = [
        [row["repair"].replace("_", " "), row["touches"], f"{row['outputs']:,}", f"{row['alone']:,}"] for row in rows
    ]
    heads = ("repair", "touches", "answers", "alone")
    return table("What a lenient reader forgives", heads, cells, numbers=(2, 3))
