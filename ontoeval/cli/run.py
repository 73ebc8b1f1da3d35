"""``ontoeval run``: every stage of a run, as a config file says."""

from __future__ import annotations

from pathlib import Path

import click

from ontoeval.cli.options import emit, exit_code, format_option, strict_option


@click.command("run")
@click.argument("config", metavar="CONFIG", default="ontoeval.toml")
@click.option("--save", multiple=True, metavar="FILE", help="Also write the report; the suffix chooses the format.")
@format_option
@strict_option
def command(config: str, save: tuple[str, ...], format_: str, strict: bool) -> int:
    """Score every stage of a run and print the stage table in three layers.

    CONFIG names golden set, run, corpus and ontology; see docs/how-to/config.md. Stages without a metric are
    named as unmeasured.

    In Python: oe.evaluate(oe.read(gold, run, docs), [metric, …], ontology=oe.load(…)).
    """
    from ontoeval.evaluation.config import evaluate_config, read_config

    report = evaluate_config(read_config(Path(config)))
    emit(report, format_, stages=True)
    for target in save:
        click.echo(f"wrote {report.save(target)}", err=True)
    return exit_code(report, strict)
