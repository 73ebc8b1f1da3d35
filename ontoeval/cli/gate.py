"""``ontoeval gate``: whether a run may pass, and where the limits should be."""

from __future__ import annotations

from pathlib import Path

import click

from ontoeval.cli.options import show_findings
from ontoeval.cli.subset import subset_option, subset_size
from ontoeval.errors import UsageError


@click.group("gate")
def command() -> None:
    """Hold a run against limits, and find limits from repeated runs."""


@command.command("check")
@click.argument("config", metavar="CONFIG", default="ontoeval.toml")
@click.option("--report", metavar="FILE", help="A saved report.json to look at; else CONFIG is scored.")
@click.option("--baseline", metavar="FILE", help="A saved report.json for max_drop; else the one that CONFIG names.")
@subset_option
@click.option(
    "--format",
    "format_",
    type=click.Choice(["table", "json", "md"]),
    default="table",
    show_default=True,
    help="What stdout gets; md is for a job summary or a comment.",
)
def check(config: str, report: str | None, baseline: str | None, subset: str | None, format_: str) -> int:
    """Say for each line of [gate] in CONFIG whether it passes, and why not.

    Exits with 0 when all lines pass, with 1 when one fails (also: no such metric, no value, too few samples), else
    with 4 when one is inconclusive, not comparable with the baseline, or a judge failed.

    In Python: oe.Gate([{"metric": "recall@10", "min": 0.85}], baseline=…).check(report).
    """
    from ontoeval.evaluation.config import read_config
    from ontoeval.gate.running import gate_of, scored
    from ontoeval.gate.text import as_json, as_markdown, lines

    if report is not None and subset is not None:
        raise UsageError("a saved report is as it is", where="--subset", mend="score it so: run --subset --save")
    path = Path(config)
    wanted = read_config(path)
    wanted.subset = subset_size(subset, wanted.subset)
    gate = gate_of(wanted, path)
    gate.baseline = baseline or gate.baseline
    if report is not None:
        verdict = gate.check(report)
    else:
        made = scored(wanted, path, gate)
        verdict = gate.check(made, subset=wanted.subset is not None)
        show_findings(made.findings)
    if format_ == "json":
        click.echo(as_json(verdict))
    else:
        click.echo(as_markdown(verdict) if format_ == "md" else "\n".join(lines(verdict)))
    return verdict.exit_code


@command.command("calibrate")
@click.argument("reports", metavar="REPORT...", nargs=-1, required=True)
@click.option("--metric", "metrics", multiple=True, metavar="NAME", help="By default the headline metrics.")
@click.option(
    "--format",
    "format_",
    type=click.Choice(["table", "toml", "json"]),
    default="table",
    show_default=True,
    help="What stdout gets; toml is for ontoeval.toml.",
)
def calibrate(reports: tuple[str, ...], metrics: tuple[str, ...], format_: str) -> None:
    """Propose thresholds from the saved REPORTs of repeated runs of one system on the same questions.

    A threshold is one flip (one question from right to wrong) beyond the worst run: noise as large as seen so far
    passes, and so does one more lost question.

    In Python: ontoeval.gate.calibrate.calibrate(["a.json", "b.json"]).
    """
    import json

    from ontoeval.gate.calibrate import calibrate
    from ontoeval.gate.text import thresholds

    found = calibrate(reports, metrics)
    if format_ == "json":
        content = {"thresholds": [one.as_dict() for one in found]}
        click.echo(json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False))
    elif format_ == "toml":
        click.echo("\n\n".join(one.toml() for one in found))
    else:
        click.echo("\n".join(thresholds(found)))
