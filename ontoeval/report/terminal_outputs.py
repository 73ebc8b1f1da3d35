"""The funnel of outputs as aligned lines of text: stages, classes, repairs, and conformant × correct."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report

Lines = tuple[str, list[str]]
_MOST_FAULTS, _MOST_CLASSES = 4, 12
_STAGE = ("stage", "passed", "rate", "95 %", "of all", "what is wrong")
_INTERVAL = _STAGE.index("95 %")
_CLASS = ("slot", "class", "", "slots", "share", "e.g.")
_REPAIR = ("repair", "touches", "answers", "alone", "e.g.")


def sections(report: Report) -> Iterator[Lines]:
    """The tables with their titles; empty ones are left out."""
    stages, classes = report.table("output_stages"), report.table("output_classes")
    repairs, outcomes = report.table("output_repairs"), report.table("output_outcomes")
    if stages:
        yield "stages", _stages(stages)
    if classes:
        yield "what stands in the slots", aligned(_CLASS, map(_class, classes[:_MOST_CLASSES]))
    if repairs:
        yield "what a lenient reader forgives", aligned(_REPAIR, map(_repair, repairs))
    if outcomes:
        yield "conformant × correct", aligned(("concepts", "right", "wrong", "missed"), map(_outcome, outcomes))
    if others := _others(report):
        yield "beside them", others


def faults_of(row: dict[str, Any]) -> str:
    """The most frequent faults of a stage."""
    found = list(row["faults"].items())
    text = ", ".join(f"{code.partition('.')[2]} {count:,}" for code, count in found[:_MOST_FAULTS])
    return f"{text} …" if len(found) > _MOST_FAULTS else text


def share(value: float | None) -> str:
    """A share in percent, or nothing."""
    return "" if value is None else f"{value:.1%}"


def aligned(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Cells in columns, numbers to the right."""
    table = [list(heads), *map(list, rows)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    right = [all(not row[place] or row[place][0].isdigit() for row in table[1:]) for place in range(len(heads))]
    return [
        "  ".join(
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(row, widths, right, strict=True)
        ).rstrip()
        for row in table
    ]


def _stages(stages: Sequence[dict[str, Any]]) -> list[str]:
    """The table of stages; without intervals it has no column for them."""
    rows = [_stage(row) for row in stages]
    shown = [place for place in range(len(_STAGE)) if place != _INTERVAL or any(row[place] for row in rows)]
    return aligned([_STAGE[place] for place in shown], [[row[place] for place in shown] for row in rows])


def _stage(row: dict[str, Any]) -> list[str]:
    counts = f"{row['num']:,} of {row['den']:,}" if row["num"] is not None else ""
    between = "" if row["low"] is None else f"{row['low']:.1%} – {row['high']:.1%}"
    return [row["stage"], counts, share(row["rate"]), between, share(row["end_to_end"]), faults_of(row)]


def _class(row: dict[str, Any]) -> list[str]:
    return [
        row["slot"],
        row["class"],
        row["detail"].replace("_", " "),
        f"{row['count']:,}",
        share(row["share"]),
        row["example"] or "",
    ]


def _repair(row: dict[str, Any]) -> list[str]:
    return [row["repair"], row["touches"], f"{row['outputs']:,}", f"{row['alone']:,}", row["example"]]


def _outcome(row: dict[str, Any]) -> list[str]:
    numbers = ("" if row[name] is None else f"{row[name]:,}" for name in ("right", "wrong", "missed"))
    return [row["concepts"], *numbers]


def _others(report: Report) -> list[str]:
    """Measures that are no stage."""
    used = {row[name] for row in report.table("output_stages") for name in ("measure", "measure_of_all")}
    rows = [
        [result.metric, "" if result.value is None else f"{result.value:.4f}", result.reason]
        for result in report
        if not result.slice and result.metric not in used
    ]
    return aligned(("measure", "value", ""), rows) if rows else []
