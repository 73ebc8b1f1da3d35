"""``ontoeval compare``: two saved reports, paired by question."""

from __future__ import annotations

from pathlib import Path

import click

from ontoeval.cli.options import table_or_json_option
from ontoeval.errors import UsageError


@click.command("compare")
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option(
    "--by",
    multiple=True,
    metavar="TAG",
    help="Slice by a tag; by branch, depth or frequency when B was scored by them.",
)
@click.option(
    "--margin",
    multiple=True,
    metavar="[METRIC=]D",
    help="Smallest difference that matters: says whether B is superior by it, or at least not inferior by it.",
)
@click.option(
    "--alpha",
    default=0.05,
    show_default=True,
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    metavar="P",
    help="Level of the verdicts: a difference counts when its adjusted p is at most this.",
)
@click.option("--seed", default=0, show_default=True, help="Seed of bootstrap and randomization.")
@table_or_json_option
@click.option("--strict", is_flag=True, help="Exit with 4 when a measure cannot be compared.")
def command(
    a: str, b: str, by: tuple[str, ...], margin: tuple[str, ...], alpha: float, seed: int, format_: str, strict: bool
) -> int:
    """Compare the saved reports A (before) and B (after), paired by question.

    Reports are saved with --save report.json. Exits with 4 when nothing can be compared.

    In Python: report_a.compare(report_b).
    """
    from ontoeval.evaluation.compare import compare
    from ontoeval.evaluation.record import read
    from ontoeval.report import comparison

    margins = _margins(margin)
    result = compare(read(Path(a)), read(Path(b)), by=by, margin=margins, alpha=alpha, seed=seed)
    if format_ == "json":
        click.echo(comparison.as_json(result))
    else:
        comparison.show(result)
    forbidden = [change for change in result.changes if change.verdict == "not comparable" and not change.slice]
    everything = len(forbidden) == len([change for change in result.changes if not change.slice])
    return 4 if everything or (strict and forbidden) else 0


def _margins(values: tuple[str, ...]) -> dict[str, float] | float | None:
    named: dict[str, float] = {}
    whole: float | None = None
    for text in values:
        name, _, number = text.rpartition("=")
        try:
            margin = float(number)
        except ValueError:
            margin = -1.0
        if not 0 <= margin < float("inf"):
            raise UsageError(f"cannot read {text!r}", where="--margin", expected="a number ≥ 0, or METRIC=NUMBER")
        if name:
            named[name] = margin
        else:
            whole = margin
    if named and whole is not None:
        raise UsageError("one margin for all, or one by name", where="--margin")
    return named or whole
