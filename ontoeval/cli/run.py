"""``ontoeval run``: every stage of a run, as a config says."""

from __future__ import annotations

from pathlib import Path

import click

from ontoeval.cli.options import (
    emit,
    exit_code,
    format_option,
    nil_options,
    nil_policy,
    report_target,
    show_findings,
    strict_option,
)
from ontoeval.cli.subset import subset_option, subset_size


@click.command("run")
@click.argument("config", metavar="CONFIG", default="ontoeval.toml")
@click.option(
    "--save",
    callback=report_target,
    multiple=True,
    metavar="FILE",
    help="Also write the report; the suffix chooses the format.",
)
@subset_option
@click.option("--run-id", metavar="TEXT", help="Id of the run in the history; else a hash of its content.")
@nil_options
@format_option
@strict_option
def command(
    config: str,
    save: tuple[str, ...],
    subset: str | None,
    run_id: str | None,
    nil_tokens: tuple[str, ...],
    outside_gold: str | None,
    format_: str,
    strict: bool,
) -> int:
    """Score every stage of a run and print the stage table in three layers.

    CONFIG names golden set, run, corpus and ontology; see docs/how-to/config.md. Stages without a metric are
    named as unmeasured. With [gate] in it, exits with 1 when a line fails and with 4 when one is inconclusive; with
    history in it, appends a line to that file.

    In Python: oe.evaluate(oe.read(gold, run, docs), [metric, …], ontology=oe.load(…)).
    """
    from ontoeval.evaluation.config import read_config
    from ontoeval.gate.running import remember, run
    from ontoeval.gate.text import as_json, lines

    path = Path(config)
    wanted = read_config(path)
    if nil_tokens or outside_gold:
        wanted.nil = nil_policy(nil_tokens, outside_gold, wanted.nil)
    wanted.subset = subset_size(subset, wanted.subset)
    report, verdict = run(wanted, path)
    if verdict is not None and format_ == "json":
        click.echo(as_json(verdict, report))
        show_findings(report.findings)
    else:
        emit(report, format_, stages=True)
    for target in save:
        click.echo(f"wrote {report.save(target)}", err=True)
    if verdict is not None and format_ != "json":
        click.echo("\n".join(["", *lines(verdict)]), err=format_ != "table")
    if remember(wanted, path, report, verdict, run_id) is not None:
        click.echo(f"added a line to {wanted.history}", err=True)
    code = 0 if verdict is None else verdict.exit_code
    return code or exit_code(report, strict)
