"""The audit of links for the terminal: counts, outcomes, relations, ids, NIL, candidates, thresholds, other tools."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, TYPE_CHECKING, Any

from ontoeval.report.link_text import (
    CATEGORIES,
    NIL_COLUMNS,
    OUTCOMES,
    count,
    cut,
    examples,
    f_scores,
    nil_rows,
    rates,
    share,
    short,
)
from ontoeval.report.terminal_blocks import Block, show_blocks
from ontoeval.report.text import bounds, interval, number, samples, sums

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report


def show(report: Report, stream: IO[str] | None = None) -> None:
    """Write the tables to a terminal, or without colors to a pipe."""
    show_blocks(_blocks(report), stream)


def _blocks(report: Report) -> Iterator[Block]:
    yield from _measures(report)
    yield _outcomes(report)
    yield _relations(report)
    yield _errors(report)
    yield _ids(report)
    yield _nil(report)
    yield _overlinking(report)
    yield _candidates(report)
    yield from _sweep(report)
    yield _tools(report)


def _measures(report: Report) -> Iterator[Block]:
    scores, heads = f_scores(report), ("tp", "fp", "fn", "P", "R", "F1", "95 %", "documents")
    for first, sliced in (("measure", False), ("slice", True)):
        cells = [
            [
                *([result.slice] if sliced else []),
                result.metric,
                *(count(result.sums.get(name)) for name in ("tp", "fp", "fn")),
                *(short(result.sums.get(name)) for name in ("precision", "recall")),
                short(result.value),
                interval(result),
                result.reason or samples(result),
            ]
            for result in scores
            if bool(result.slice) == sliced
        ]
        names = (*(("slice",) if sliced else ()), "measure", *heads)
        yield "counts" if not sliced else f"counts by {first}", names, cells
    cells = [
        [result.slice or "all", result.metric, number(result.value), interval(result), result.reason or sums(result)]
        for result in rates(report)
    ]
    yield "rates", ("slice", "measure", "value", "95 %", "behind it"), cells


def _outcomes(report: Report) -> Block:
    cells = [
        [OUTCOMES[row["outcome"]], count(row["pairs"]), share(row["share"])] for row in report.table("link_outcomes")
    ]
    return "what became of the mentions", ("", "pairs", "share"), cells


def _relations(report: Report) -> Block:
    cells = [
        [
            row["relation"].replace("_", " "),
            count(row["links"]),
            share(row["share"]),
            "" if row["mean_distance"] is None else f"{row['mean_distance']:.1f}",
        ]
        for row in report.table("link_relations")
    ]
    return "wrong links: the linked concept is … of the right one", ("relation", "links", "share", "edges"), cells


def _errors(report: Report) -> Block:
    cells = [
        [*CATEGORIES[row["group"], row["category"]], count(row["errors"]), count(row["possible"]), share(row["share"])]
        for row in report.table("link_errors")
    ]
    return "errors by kind, of the cases where they could be made", ("", "kind", "errors", "of", "share"), cells


def _ids(report: Report) -> Block:
    cells = [
        [row["side"], row["status"], count(row["mentions"]), share(row["share"]), count(row["ids"]), examples(row)]
        for row in report.table("link_ids")
    ]
    return "ids as written", ("side", "status", "mentions", "share", "ids", "as in"), cells


def _nil(report: Report) -> Block:
    cells = [[row["gold"], *(count(row[name]) for name in NIL_COLUMNS)] for row in nil_rows(report)]
    return "NIL: gold against predicted", ("gold", "right concept", "other concept", "NIL", "nothing"), cells


def _overlinking(report: Report) -> Block:
    cells = [
        [row["by"], row["value"].replace("_", " "), count(row["overlinked"]), count(row["of"]), share(row["share"])]
        for row in report.table("link_overlinking")
    ]
    return "over-linking", ("by", "", "over-linked", "of", "share"), cells


def _candidates(report: Report) -> Block:
    cells = [
        [
            "all" if row["k"] is None else str(row["k"]),
            count(row["found"]),
            count(row["of"]),
            number(row["recall"]),
            number(row["recall_near"]),
            number(row["ceiling"]),
        ]
        for row in report.table("link_candidates")
    ]
    heads = ("first k", "found", "of", "recall", "one edge off", "F1 if chosen rightly")
    return "candidates", heads, cells


def _sweep(report: Report) -> Iterator[Block]:
    rows = report.table("link_sweep")
    whole = "link_curve" in report.requested
    cells = [
        [
            cut(row),
            count(row["kept"]),
            *(count(row[name]) for name in ("tp", "fp", "fn")),
            *(short(row[name]) for name in ("precision", "recall", "f1")),
            _between(row),
            share(row["overlinking_rate"]),
        ]
        for row in rows
        if whole or not row["cut"].startswith("fold")
    ]
    heads = ("links with a score of", "kept", "tp", "fp", "fn", "P", "R", "F1", "95 %", "over-linking")
    yield "a threshold on the score (links alone; NIL is no link)", heads, cells
    if whole:
        cells = [
            [
                f"{row['low']:.4g} to {row['high']:.4g}",
                count(row["links"]),
                short(row["mean_score"]),
                short(row["precision"]),
            ]
            for row in report.table("link_calibration")
        ]
        yield "calibration: how often links with a score are right", ("score", "links", "mean score", "right"), cells


def _tools(report: Report) -> Block:
    rows = report.table("linking_conventions") if "linking_conventions" in report.requested else []
    cells = [
        [
            row["tool"],
            row["measure"],
            *(count(row[name]) for name in ("tp", "fp", "fn")),
            *(short(row[name]) for name in ("precision", "recall", "f1")),
            row["why"],
        ]
        for row in rows
    ]
    heads = ("tool", "measure", "tp", "fp", "fn", "P", "R", "F1", "what makes the difference")
    return "as other tools count", heads, cells


def _between(row: dict[str, Any]) -> str:
    low, high = row.get("low"), row.get("high")
    return "" if low is None or high is None else bounds(low, high)
