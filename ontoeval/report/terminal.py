"""A report for the terminal: the stage table in three layers, or a plain table of results."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import IO, TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from ontoeval.evaluation.advice import advice, mend_first
from ontoeval.evaluation.stages import LAYERS, STAGES
from ontoeval.report import terminal_advice, terminal_funnel
from ontoeval.report.text import arrow, behind, interval, number, samples, stage_note

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report
    from ontoeval.evaluation.result import Result

#: Width of what no terminal shows: lines are as long as they are, so that grep, cut and diff see whole rows.
_UNLIMITED = 10_000
#: Columns that may wrap, and the width below which they are left out instead.
_WRAPPED = {"samples": 28, "behind it": 30}


def show(report: Report, *, stages: bool, stream: IO[str] | None = None) -> None:
    """Write a report to a terminal, or without colors to a pipe.

    Args:
        report: The report.
        stages: Whether to group results by layer and stage and to name unmeasured stages.
        stream: Where to write; by default stdout.
    """
    out = stream or sys.stdout
    if out.isatty():
        _write(Console(file=out, highlight=False), report, stages)
        return
    text = io.StringIO()
    _write(Console(file=text, highlight=False, width=_UNLIMITED), report, stages)
    out.writelines(f"{line.rstrip()}\n" for line in text.getvalue().splitlines())


def _write(console: Console, report: Report, stages: bool) -> None:
    whole = [result for result in report if not result.slice]
    if stages:
        _stage_table(console, report, whole)
        terminal_funnel.show(console, report.funnel)
    else:
        print_table(console, _table(whole, "metric"))
    sliced = [result for result in report if result.slice]
    if sliced:
        console.print()
        print_table(console, _table(sliced, "slice"))
    if stages:
        terminal_advice.show(console, mend_first(advice(report)))


def render(report: Report, *, stages: bool = True) -> str:
    """The report as plain text."""
    stream = io.StringIO()
    show(report, stages=stages, stream=stream)
    return stream.getvalue()


def save(report: Report, path: Path) -> None:
    """Write the report as plain text."""
    path.write_text(render(report), encoding="utf-8", newline="\n")


def _empty(*first: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in (*first, "metric", "value", "95 % interval", "samples", "behind it"):
        table.add_column(name, justify="right" if name == "value" else "left", no_wrap=name not in _WRAPPED)
    return table


def print_table(console: Console, table: Table) -> None:
    """Print a table; in a window that is too narrow for all columns, without the last ones."""
    hidden: list[str] = []
    while table.columns[-1].header in _WRAPPED and console.width < sum(2 + _least(c) for c in table.columns) - 2:
        hidden.insert(0, str(table.columns.pop().header))
    for column in table.columns:
        column.min_width = _least(column)
    console.print(table)
    if hidden:
        console.print(Text(f"a wider window also shows: {', '.join(hidden)}", style="dim"))


def _least(column: Column) -> int:
    name = str(column.header)
    widest = max(cell_len(str(cell)) for cell in (name, *column.cells))
    return min(widest, _WRAPPED.get(name, widest))


def _table(results: Iterable[Result], first: str) -> Table:
    table = _empty(*([first] if first == "slice" else []))
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
        Text(result.reason or behind(result), style="yellow" if result.reason else "dim"),
    ]


def _stage_table(console: Console, report: Report, results: list[Result]) -> None:
    table = _empty("stage")
    for layer in LAYERS:
        names = [stage.name for stage in STAGES if stage.layer == layer]
        rows = [(name, [result for result in results if result.stage == name]) for name in names]
        table.add_row(Text(layer.upper(), style="bold cyan"))
        for name, mine in rows:
            for position, result in enumerate(mine):
                table.add_row(Text(f"  {name}" if position == 0 else ""), *_cells(result))
            if not mine:
                stage = next(stage for stage in STAGES if stage.name == name)
                note = stage_note(report, name, stage.needs)
                table.add_row(
                    Text(f"  {name}", style="dim"),
                    Text("unmeasured" if note == stage.needs else "no metric", style="yellow"),
                    "",
                    "",
                    "",
                    Text(note, style="dim"),
                )
    others = [result for result in results if result.stage not in {stage.name for stage in STAGES}]
    for result in others:
        table.add_row(Text(f"  {result.stage}"), *_cells(result))
    print_table(console, table)
    console.print(Text("bold: headline metrics; ↑ higher is better, ↓ lower is better", style="dim"))
