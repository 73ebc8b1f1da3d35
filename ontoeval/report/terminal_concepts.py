"""The tables on concepts for the terminal: conventions, relations, branches, confusions."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Sequence
from typing import IO, TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ontoeval.report.text import number

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report

_UNLIMITED = 10_000
_MOST_BRANCHES, _MOST_PAIRS = 12, 10


def show(report: Report, stream: IO[str] | None = None) -> None:
    """Write the tables to a terminal, or without colors to a pipe."""
    out = stream or sys.stdout
    if out.isatty():
        _write(Console(file=out, highlight=False), report)
        return
    text = io.StringIO()
    _write(Console(file=text, highlight=False, width=_UNLIMITED), report)
    out.writelines(f"{line.rstrip()}\n" for line in text.getvalue().splitlines())


def _write(console: Console, report: Report) -> None:
    for title, heads, cells in (_conventions(report), _relations(report), _branches(report), *_pairs(report)):
        if cells:
            console.print()
            console.print(Text(title, style="bold cyan"))
            console.print(_table(heads, cells))


def _table(heads: Sequence[str], cells: Iterable[Sequence[str]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    rows = list(cells)
    for place, name in enumerate(heads):
        numeric = all(not row[place] or row[place][0] in "-+–.0123456789" for row in rows)
        table.add_column(name, justify="right" if numeric else "left")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    return table


Block = tuple[str, tuple[str, ...], list[list[str]]]


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


def _named(concept: str, label: str | None) -> str:
    return f"{label} ({concept})" if label and label != concept else concept


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.1%}"


def _between(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f"{low:.1%} – {high:.1%}"


def _signed(value: Any) -> str:
    return "" if value is None else f"{value:+.2f}"
