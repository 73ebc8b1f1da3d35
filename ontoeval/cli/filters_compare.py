"""``ontoeval filters compare-engines``: what the same filters would do in another engine."""

from __future__ import annotations

import click

from ontoeval.cli.options import pairs, show_findings, table_or_json_option


@click.command("compare-engines")
@click.option("--log", required=True, metavar="FILE", help="Log of questions with their filters (JSON lines).")
@click.option("--docs", required=True, metavar="FILE", help="Corpus with its metadata.")
@click.option("--from", "first", required=True, metavar="PROFILE", help="Engine profile, e.g. chroma.")
@click.option(
    "--to", "second", required=True, metavar="PROFILE", help="Engine profile to compare it with, e.g. sqlite."
)
@click.option("--gold", metavar="FILE", help="Golden set, where the log does not hold it.")
@click.option("--dialect", metavar="NAME", help="Dialect of filters whose row names none, e.g. qdrant.")
@click.option("--ontology", metavar="FILE", help="Ontology, for filters with 'under'.")
@click.option("--field", "fields", multiple=True, metavar="NAME=PATH", help="Metadata that holds an attribute.")
@click.option(
    "--log-field", "log_fields", multiple=True, metavar="NAME=PATH", help="Where a field of the log is: run.filter=f"
)
@table_or_json_option
def command(
    log: str,
    docs: str,
    first: str,
    second: str,
    gold: str | None,
    dialect: str | None,
    ontology: str | None,
    fields: tuple[str, ...],
    log_fields: tuple[str, ...],
    format_: str,
) -> int:
    """Find the questions whose filter lets other documents through in another engine, and what makes the difference.

    Rows of the log are as for ontoeval audit filters. Profiles are named in docs/concepts/filter-semantics.md; the
    responsible switch of semantics is found by flipping one at a time.

    In Python: oe.filters.compare_engines(log, docs=…, first=…, second=…).
    """
    from ontoeval.audit.engines import compare_engines
    from ontoeval.report import engines as report

    comparison = compare_engines(
        log,
        docs=docs,
        first=first,
        second=second,
        gold=gold,
        dialect=dialect,
        ontology=ontology,
        fields=pairs(fields, "--field"),
        log_fields=pairs(log_fields, "--log-field"),
    )
    if format_ == "json":
        click.echo(report.as_json(comparison))
    else:
        report.show(comparison)
    show_findings(comparison.findings)
    return 0
