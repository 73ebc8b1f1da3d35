"""A comparison of two runs for the terminal, and as JSON."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Sequence
from typing import IO, TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ontoeval.report.terminal import print_table
from ontoeval.report.text import number

if TYPE_CHECKING:
    from ontoeval.evaluation.compare import Change, Comparison

_STYLES = {"better": "bold green", "worse": "bold red", "no evidence": "dim", "not comparable": "yellow"}
_MOST_MOVED = 10
_UNLIMITED = 10_000
_LEAST_P = 0.0001


def as_json(comparison: Comparison) -> str:
    """The comparison as one JSON object."""
    content = {
        "a": comparison.a,
        "b": comparison.b,
        "n_common": comparison.n_common,
        "notes": comparison.notes,
        "changes": comparison.rows(),
        "moved": comparison.moved,
    }
    return json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False)


def show(comparison: Comparison, stream: IO[str] | None = None) -> None:
    """Write a comparison to a terminal, or without colors to a pipe."""
    out = stream or sys.stdout
    if out.isatty():
        _write(Console(file=out, highlight=False), comparison)
        return
    text = io.StringIO()
    _write(Console(file=text, highlight=False, width=_UNLIMITED), comparison)
    out.writelines(f"{line.rstrip()}\n" for line in text.getvalue().splitlines())


def _write(console: Console, comparison: Comparison) -> None:
    console.print(Text(f"A {comparison.a}\nB {comparison.b}\n{comparison.n_common} common questions", style="dim"))
    for note in comparison.notes:
        console.print(Text(f"note: {note}", style="yellow"))
    print_table(console, _table([change for change in comparison.changes if not change.slice]))
    sliced = [change for change in comparison.changes if change.slice and change.verdict != "not comparable"]
    if sliced:
        console.print()
        print_table(console, _table(sliced))
    if comparison.moved:
        console.print()
        console.print(_moved(comparison))
        more = len(comparison.moved) - _MOST_MOVED
        if more > 0:
            console.print(Text(f"… and {more} more, in --format json", style="dim"))
    console.print(
        Text("p: randomization test, adjusted over the metrics of a slice (Holm); interval: of B - A", style="dim")
    )


def _table(changes: Sequence[Change]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    sliced = any(change.slice for change in changes)
    claims = any(change.claim for change in changes)
    reasons = any(change.reason for change in changes)
    names = [*(["slice"] if sliced else []), "metric", "A", "B", "B - A", "verdict", *(["margin"] if claims else [])]
    for name in [*names, "95 % interval", "p", "n", "differ", *(["behind it"] if reasons else [])]:
        right = name in ("A", "B", "B - A", "p", "n", "differ")
        table.add_column(name, no_wrap=name != "behind it", justify="right" if right else "left")
    for change in changes:
        paired = change.paired
        arrow = "↑" if change.direction == "higher" else "↓"
        low, high = (paired.interval.low, paired.interval.high) if paired else (None, None)
        cells: list[str | Text] = [
            f"{change.metric} {arrow}",
            number(paired.a if paired else None),
            number(paired.b if paired else None),
            "–" if paired is None or paired.delta is None else f"{paired.delta:+.4f}",
            Text(change.verdict, style=_STYLES[change.verdict]),
            *([change.claim or ""] if claims else []),
            "–" if low is None or high is None else f"{low:+.4f} … {high:+.4f}",
            _p(change.p_adjusted),
            str(paired.n) if paired else "–",
            str(paired.n_differ) if paired else "–",
            *([Text(change.reason, style="dim")] if reasons else []),
        ]
        table.add_row(*([change.slice] if sliced else []), *cells)
    return table


def _p(value: float | None) -> str:
    return "–" if value is None else f"{value:.4f}" if value >= _LEAST_P else f"<{_LEAST_P}"


def _moved(comparison: Comparison) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("moved most", "metric", "A", "B", "lost in A at", "lost in B at"):
        table.add_column(name, justify="right" if name in ("A", "B") else "left")
    for row in comparison.moved[:_MOST_MOVED]:
        lost = (row["lost_in_a"] or "–", row["lost_in_b"] or "–")
        table.add_row(row["id"], row["metric"], number(row["a"]), number(row["b"]), *lost)
    return table
