"""``ontoeval audit``: everything about one aspect of a run, in one report."""

from __future__ import annotations

import click

from ontoeval.cli import audit_filters, audit_links, audit_outputs
from ontoeval.cli.options import emit, exit_code, format_option, pairs, report_target, strict_option


@click.group("audit")
def command() -> None:
    """Audit one aspect of a run: its metrics with every diagnosis table."""


command.add_command(audit_filters.command)
command.add_command(audit_links.command)
command.add_command(audit_outputs.command)


@command.command("concepts")
@click.argument("table", metavar="TABLE")
@click.option("--ontology", required=True, metavar="FILE", help="Ontology.")
@click.option("--gold", default="gold", show_default=True, metavar="COLUMN", help="Column with the right concepts.")
@click.option(
    "--predicted", default="predicted", show_default=True, metavar="COLUMN", help="Column with the predicted concepts."
)
@click.option("--root", "roots", multiple=True, metavar="ID", help="Concept whose children are the branches.")
@click.option("--cluster", metavar="COLUMN", help="Column that says which rows belong together, e.g. the document.")
@click.option("--by", multiple=True, metavar="COLUMN", help="Slice by a column.")
@click.option("--separator", metavar="TEXT", help="What separates several ids in one cell, e.g. '|'.")
@click.option("--cost", "costs", multiple=True, metavar="RELATION=COST", help="What a relation costs, 0 to 1.")
@click.option(
    "--depth",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="How many steps below the roots the branches of the tables begin.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the bootstrap.")
@click.option("--no-intervals", is_flag=True, help="Leave out the bootstrap: with very many rows it takes longest.")
@click.option(
    "--save",
    callback=report_target,
    metavar="FILE",
    help="Also write the report; the suffix chooses the format, e.g. report.html.",
)
@format_option
@strict_option
def concepts(
    table: str,
    ontology: str,
    gold: str,
    predicted: str,
    roots: tuple[str, ...],
    cluster: str | None,
    by: tuple[str, ...],
    separator: str | None,
    costs: tuple[str, ...],
    depth: int,
    seed: int,
    no_intervals: bool,
    save: str | None,
    format_: str,
    strict: bool,
) -> int:
    """Compare predicted with right concepts in an ontology: how wrong is wrong, where, and in which direction.

    TABLE is a CSV, TSV, JSON lines or Parquet file with a column of right and one of predicted concept ids. An empty
    cell or NIL is no concept.

    In Python: oe.audit.concepts(table, ontology=…).
    """
    from ontoeval.audit.concept_audit import concepts as audit

    report = audit(
        table,
        ontology=ontology,
        gold=gold,
        predicted=predicted,
        roots=roots,
        cluster=cluster,
        by=by,
        separator=separator,
        costs=_numbers(pairs(costs, "--cost")),
        depth=depth,
        seed=seed,
        intervals=not no_intervals,
    )
    emit(report, format_, stages=False)
    if format_ == "table":
        from ontoeval.report import terminal_concepts

        terminal_concepts.show(report)
    if save:
        click.echo(f"wrote {report.save(save)}", err=True)
    return exit_code(report, strict)


def _numbers(texts: dict[str, str]) -> dict[str, float]:
    from ontoeval.errors import UsageError

    numbers = {}
    for name, text in texts.items():
        try:
            numbers[name] = float(text)
        except ValueError:
            raise UsageError(f"{text!r} is no number", where="--cost", expected="RELATION=COST") from None
    return numbers
