"""``ontoeval score``: metrics on a golden set and a run."""

from __future__ import annotations

from pathlib import Path

import click

from ontoeval.cli.options import (
    emit,
    exit_code,
    format_option,
    input_formats,
    nil_options,
    nil_policy,
    output_path,
    pairs,
    report_target,
    strict_option,
)


@click.command("score")
@click.argument("metrics", nargs=-1, required=True, metavar="METRIC…")
@click.option("--gold", required=True, metavar="FILE", help="Golden set, or a file with gold and run in one.")
@click.option("--run", "run_", metavar="FILE", help="Run, joined to the golden set by id.")
@input_formats
@click.option("--docs", metavar="FILE", help="Corpus with its metadata.")
@click.option("--ontology", metavar="FILE", help="Ontology.")
@click.option("--schema", metavar="FILE", help="JSON Schema of the outputs.")
@click.option(
    "--slot",
    "slots",
    callback=output_path,
    multiple=True,
    metavar="PATH",
    help="Where outputs hold concept ids: items[*].id",
)
@click.option("--by", multiple=True, metavar="TAG", help="Slice by a tag.")
@click.option("--where", multiple=True, metavar="TAG=VALUE", help="Only samples with this tag.")
@click.option("--field", "fields", multiple=True, metavar="NAME=PATH", help="Where a field is: id=doc_id")
@click.option(
    "--duplicates",
    type=click.Choice(["error", "first"]),
    default="error",
    show_default=True,
    help="Repeated sample ids, and documents that a ranking holds twice.",
)
@click.option("--dialect", metavar="NAME", help="Dialect of run.filter where a row names none, e.g. qdrant.")
@click.option("--profile", metavar="NAME", help="Engine semantics to read filters with; else their dialect's.")
@nil_options
@click.option("--metrics-file", metavar="FILE", help="A Python file with metrics of your own.")
@click.option(
    "--save", callback=report_target, metavar="FILE", help="Also write the report; the suffix chooses the format."
)
@click.option(
    "--interval",
    type=click.Choice(["exact", "wilson"]),
    default="exact",
    show_default=True,
    help="Interval of plain shares: exact for gates, Wilson for display.",
)
@format_option
@strict_option
def command(
    metrics: tuple[str, ...],
    gold: str,
    run_: str | None,
    gold_format: str | None,
    run_format: str | None,
    docs: str | None,
    ontology: str | None,
    schema: str | None,
    slots: tuple[str, ...],
    by: tuple[str, ...],
    where: tuple[str, ...],
    fields: tuple[str, ...],
    duplicates: str,
    dialect: str | None,
    profile: str | None,
    nil_tokens: tuple[str, ...],
    outside_gold: str | None,
    metrics_file: str | None,
    save: str | None,
    interval: str,
    format_: str,
    strict: bool,
) -> int:
    """Score METRIC… on a golden set and a run.

    A metric is written as ndcg@10, linking_f1(average="macro") or recall(of="contexts"); see
    `ontoeval metrics list`.

    In Python: oe.evaluate(oe.read(gold, run), [metric, …], ontology=oe.load(…)).
    """
    from ontoeval.evaluation.config import Config, evaluate_config
    from ontoeval.views.filter_rules import FilterRules

    config = Config(
        gold=Path(gold),
        run=None if run_ is None else Path(run_),
        gold_format=gold_format,
        run_format=run_format,
        docs=None if docs is None else Path(docs),
        ontology=None if ontology is None else Path(ontology),
        fields=pairs(fields, "--field"),
        where=pairs(where, "--where"),
        by=list(by),
        metrics=list(metrics),
        metrics_file=None if metrics_file is None else Path(metrics_file),
        schema=None if schema is None else Path(schema),
        slots=list(slots),
        duplicates=duplicates,
        nil=nil_policy(nil_tokens, outside_gold),
        interval=interval,
        filters=FilterRules(dialect, profile),
    )
    report = evaluate_config(config)
    emit(report, format_, stages=False)
    if save:
        click.echo(f"wrote {report.save(save)}", err=True)
    return exit_code(report, strict)
