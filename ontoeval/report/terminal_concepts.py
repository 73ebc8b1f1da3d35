"""The tables on concepts for the terminal: conventions, relations, branches, confusions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import IO, TYPE_CHECKING, Any

from ontoeval.report.terminal_blocks import Block, show_blocks
from ontoeval.report.text import number

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report

_MOST_BRANCHES, _MOST_PAIRS = 12, 10


def show(report: Report, stream: IO[str] | None = None) -> None:
    """Write the tables to a terminal, or without colors to a pipe."""
    blocks = (
        _conventions(report),
        _relations(report),
        _branches(report),
        *_pairs(report),
        _ids(report),
    )
    show_blocks(blocks, stream)


def _conventions(report: Report) -> Block:
    cells = [
        [row["convention"], number(row["precision"]), number(row["recall"]), number(row["f1"]), row["says"]]
        for row in report.table("conventions")
    ]
    return "one set of pairs under every convention", ("convention", "hP", "hR", "hF", "what counts"), cells


def _relations(report: Report) -> Block:
    cells = [
        [
            row["relation"].replace("_", " "),
            f"{row['pairs']:,}",
            _share(row["share"]),
            _between(row["share_low"], row["share_high"]),
            _share(row["share_of_wrong"]),
            "" if row["lift"] is None else f"{row['lift']:.1f}",
            f"{row['mean_wu_palmer']:.3f}",
            _signed(row["mean_deeper"]),
            f"{row['mean_cost']:.3f}",
        ]
        for row in report.table("relations")
    ]
    heads = ("predicted is", "pairs", "share", "95 %", "of wrong", "lift", "Wu-Palmer", "deeper by", "cost")
    return "relation of the predicted to the right concept", heads, cells


def _branches(report: Report) -> Block:
    cells = [
        [
            row["label"],
            f"{row['pairs']:,}",
            f"{row['wrong']:,}",
            _share(row["error_rate"]),
            _signed(row["hedging_index"]),
            _signed(row["mean_deeper"]),
            f"{row['mean_wu_palmer']:.3f}",
            f"{row['mean_cost']:.3f}",
        ]
        for row in report.table("branch_errors")[: 1 + _MOST_BRANCHES]
    ]
    heads = ("branch of the right concept", "pairs", "wrong", "rate", "hedging", "deeper by", "Wu-Palmer", "cost")
    return "errors by branch (hedging: +1 always too general, -1 always too specific)", heads, cells


def _pairs(report: Report) -> Iterable[Block]:
    left = [row for row in report.table("branches") if row["gold"] != row["predicted"]][:_MOST_PAIRS]
    cells = [[row["gold_label"], row["predicted_label"], f"{row['pairs']:,}"] for row in left]
    yield "pairs that leave their branch", ("right branch", "predicted branch", "pairs"), cells
    cells = [
        [
            _named(row["gold"], row["gold_label"]),
            _named(row["predicted"], row["predicted_label"]),
            row["relation"].replace("_", " "),
            f"{row['pairs']:,}",
        ]
        for row in report.table("confusions")[:_MOST_PAIRS]
    ]
    yield "concepts that are confused most", ("right", "predicted instead", "relation", "pairs"), cells


def _ids(report: Report) -> Block:
    """Predicted ids that are no live concept, the most frequent first."""
    counts = Counter((row["named"], row["status"], row["stands_for"] or "") for row in report.table("ids"))
    found = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:_MOST_PAIRS]
    cells = [[*map(str, key), f"{count:,}"] for key, count in found]
    return "predicted ids that are no live concept", ("id", "status", "taken as", "rows"), cells


def _named(concept: str, label: str | None) -> str:
    return f"{label} ({concept})" if label and label != concept else concept


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.1%}"


def _between(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f"{low:.1%} – {high:.1%}"


def _signed(value: Any) -> str:
    return "" if value is None else f"{value:+.2f}"
