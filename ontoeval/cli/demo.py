"""``ontoeval demo``: the whole story on the embedded example."""

from __future__ import annotations

from pathlib import Path

import click

from ontoeval.cli.options import emit, report_target


def demo_config() -> Path:
    """The config of the embedded example: in the installed package, or in the checkout."""
    package = Path(__file__).parent.parent
    for root in (package / "_data", package.parent):
        config = root / "fixtures" / "demo" / "ontoeval.toml"
        if config.is_file():
            return config
    raise FileNotFoundError("the demo data is missing from this installation")


@click.command("demo")
@click.option(
    "--output",
    default="report.html",
    show_default=True,
    metavar="FILE",
    callback=report_target,
    help="Where to write the report.",
)
def command(output: str) -> None:
    """Score the embedded example, print the stage table, and write a report.

    A shop's catalogue assistant: an ontology of products, documents tagged with it, 64 questions, and a run with
    planted faults.

    In Python: evaluate_config(read_config(demo_config())).
    """
    from ontoeval.evaluation.config import evaluate_config, read_config

    report = evaluate_config(read_config(demo_config()))
    emit(report, "table", stages=True)
    click.echo(f"wrote {report.save(output)}")
