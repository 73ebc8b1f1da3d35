"""A report for the terminal: the stage table in three layers, or a plain table of results."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import IO, TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ontoeval.evaluation.stages import LAYERS, STAGES
from ontoeval.report.text import arrow, interval, number, samples, sums

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report, Result

_WIDTH_OF_PIPES = 140


def show(report: Report, *, stages: bool, stream: IO[str] | None = None) -> None:
    """Write a report to a terminal, or without colors to a pipe.

    Args:
        report: The report.
        stages: Whether to group results by layer and stage and to name unmeasured stages.
        stream: Where to write; by default stdout.
    """
    out = stream or sys.stdout
    console = Console(file=out, highlight=False, width=None if out.isatty() else _WIDTH_OF_PIPES)
    whole = [result for result in report if not result.slice]
    if stages:
        _stage_table(console, whole)
    else:
        console.print(_table(whole, "metric"))
    sliced = [result for result in report if result.slice]
    if sliced:
        console.print()
        console.print(_table(sliced, "slice"))


def render(report: Report, *, stages: bool = True) -> str:
    """The report as plain text."""
    stream = io.StringIO()
    show(report, stages=stages, stream=stream)
    return stream.getvalue()


def save(report: Report, path: Path) -> None:
    """Write the report as plain text."""
    path.write_text(render(report), encoding="utf-8")


def _table(results: Iterable[Result], first: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    if first == "slice":
        table.add_column("slice", no_wrap=True)
    for name in ("metric", "value", "95 % interval", "samples", "behind it"):
        table.add_column(name, justify="right" if name == "value" else "left", no_wrap=name in ("metric", "value"))
    for result in results:
        cells = _cells(result)
        table.add_row(*([result.slice] if first == "slice" else []), *cells)
    return table


def _cells(result: Result) -> list[Text]:
    style = "bold" if result.level == "headline" else ""
    return [
        Text(f"{result.metric} {arrow(result)}", style=style),
        Text(number(result.value), style=style),
        Text(interval(result), style="dim"),
        Text(samples(result)),
        Text(result.reason or sums(result), style="yellow" if result.reason else "dim"),
    ]


def _stage_table(console: Console, results: list[Result]) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("stage", no_wrap=True)
    for name in ("metric", "value", "95 % interval", "samples", "behind it"):
        table.add_column(name, justify="right" if name == "value" else "left", no_wrap=name in ("metric", "value"))
    for layer in LAYERS:
        names = [stage.name for stage in STAGES if stage.layer == layer]
        rows = [(name, [result for result in results if result.stage == name]) for name in names]
        table.add_row(Text(layer.upper(), style="bold cyan"))
        for name, mine in rows:
            for position, result in enumerate(mine):
                table.add_row(Text(f"  {name}" if position == 0 else ""), *_cells(result))
            if not mine:
                stage = next(stage for stage in STAGES if stage.name == name)
                table.add_row(
                    Text(f"  {name}", style="dim"),
                    Text("unmeasured", style="yellow"),
                    "",
                    "",
                    "",
                    Text(stage.needs, style="dim"),
                )
    others = [result for result in results if result.stage not in {stage.name for stage in STAGES}]
    for result in others:
        table.add_row(Text(f"  {result.stage}"), *_cells(result))
    console.print(table)
    console.print(Text("bold: headline metrics; ↑ higher is better, ↓ lower is better", style="dim"))
