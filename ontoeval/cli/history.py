"""``ontoeval history``: how metrics moved from run to run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ontoeval.cli.options import show_findings, table_or_json_option
from ontoeval.cli.subset import subset_size

if TYPE_CHECKING:
    from ontoeval.gate.entry import Entry


@click.group("history")
def command() -> None:
    """Show, draw and merge the history that ``ontoeval run`` writes."""


_last = click.option(
    "--last", type=click.IntRange(min=1), default=100, show_default=True, metavar="N", help="Look at the last N runs."
)
_subset = click.option(
    "--subset", metavar="SIZE", help="Look at runs with this --subset; else at those on all samples."
)
_metric = click.option("--metric", "metrics", multiple=True, metavar="NAME", help="Only this metric.")


@command.command("show")
@click.argument("history", metavar="FILE", default="history.jsonl")
@_last
@_subset
@_metric
@click.option("--slices", is_flag=True, help="Also the slices of the last run.")
@table_or_json_option
def show(history: str, last: int, subset: str | None, metrics: tuple[str, ...], slices: bool, format_: str) -> None:
    """Show where each metric stands, where it dropped, and whether it drifts slowly.

    A drop is a run that is worse than each of the five comparable runs before it, by more than one flip (one question
    from right to wrong). Runs are comparable while nothing changes that the value depends on.

    In Python: ontoeval.gate.trend.trends(oe.History("history.jsonl").runs()).
    """
    import json

    from ontoeval.gate.history_text import lines
    from ontoeval.gate.trend import trends

    runs = _runs(history, subset)
    shown = runs[-last:]
    found = trends(shown, metrics, slices=slices)
    if format_ == "json":
        content = {"trends": [one.as_dict() for one in found]}
        click.echo(json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False))
    else:
        click.echo("\n".join(lines(runs, shown, found)))


@command.command("plot")
@click.argument("history", metavar="FILE", default="history.jsonl")
@click.option(
    "--output",
    default="history.svg",
    show_default=True,
    metavar="FILE",
    help="Where to write it: .svg, or .png (needs the extra png).",
)
@_last
@_subset
@_metric
@click.option("--slice", "slice_name", default="", metavar="TAG=VALUE", help="Of this slice instead of all samples.")
def plot(history: str, output: str, last: int, subset: str | None, metrics: tuple[str, ...], slice_name: str) -> None:
    """Draw each metric over the runs with its intervals, broken where values stop being comparable.

    In Python: ontoeval.gate.plot.plot(oe.History("history.jsonl").runs()), and ontoeval.gate.picture.png of that.
    """
    from ontoeval.errors import InputError
    from ontoeval.gate.picture import save_picture
    from ontoeval.gate.plot import plot

    runs = _runs(history, subset)[-last:]
    if not runs:
        raise InputError("there are no runs", where=history)
    save_picture(plot(runs, metrics, slice_name), Path(output))
    click.echo(f"wrote {output}")


@command.command("merge")
@click.argument("history", metavar="FILE")
@click.argument("others", metavar="OTHER...", nargs=-1, required=True)
def merge(history: str, others: tuple[str, ...]) -> None:
    """Add the runs of the OTHER histories to FILE, each run once, oldest first.

    In Python: oe.History("history.jsonl").merge(["artifact.jsonl"]).
    """
    from ontoeval.gate.history import History

    kept = History(history)
    runs = kept.merge(others)
    show_findings(kept.findings)
    click.echo(f"{history}: {len(runs):,} runs")


def _runs(history: str, subset: str | None) -> list[Entry]:
    from ontoeval.gate.history import History
    from ontoeval.gate.trend import of_subset

    kept = History(history)
    runs = kept.runs()
    show_findings(kept.findings)
    return of_subset(runs, subset_size(subset, None))
