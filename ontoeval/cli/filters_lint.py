"""``ontoeval filters lint``: what empties a result, or says something else than was meant."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import click

from ontoeval.cli.ontology_options import LEVELS, emit, page_options, shown_path
from ontoeval.cli.options import pairs

if TYPE_CHECKING:
    from ontoeval.findings import Severity
    from ontoeval.predicates.linting.run import LintReport
    from ontoeval.report.findings_page import Page


def _list(ctx: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from ontoeval.predicates.linting.registry import rules

        for rule in rules().values():
            click.echo(f"{rule.name:20} {rule.severity:8} {rule.summary}")
        ctx.exit()


def _list_dialects(ctx: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from ontoeval.predicates.dialects import dialects

        for dialect in dialects().values():
            click.echo(f"{dialect.name:20} {dialect.summary.replace('``', '')}")
        ctx.exit()


@click.command("lint")
@click.argument("log", metavar="LOG")
@click.option("--dialect", metavar="NAME", help="Dialect of filters that name none, e.g. qdrant.")
@click.option("--docs", metavar="FILE", help="The corpus in JSON lines, for what documents hold.")
@click.option("--schema", metavar="FILE", help="A JSON Schema of the documents' metadata.")
@click.option("--profile", metavar="NAME", help="Engine profile of all filters; else that of each dialect.")
@click.option(
    "--field", "fields", multiple=True, metavar="NAME=PATH", help="Where a record field, or an attribute, stands."
)
@click.option("--only", multiple=True, metavar="RULE", help="Only these rules.")
@click.option("--skip", multiple=True, metavar="RULE", help="Not these rules.")
@click.option(
    "--fail-on",
    type=click.Choice(LEVELS),
    default="error",
    show_default=True,
    help="Severity from which on findings give exit code 1.",
)
@click.option("--list", is_flag=True, callback=_list, expose_value=False, is_eager=True, help="List all rules.")
@click.option(
    "--list-dialects",
    is_flag=True,
    callback=_list_dialects,
    expose_value=False,
    is_eager=True,
    help="List all dialects.",
)
@page_options
def command(
    log: str,
    dialect: str | None,
    docs: str | None,
    schema: str | None,
    profile: str | None,
    fields: tuple[str, ...],
    only: tuple[str, ...],
    skip: tuple[str, ...],
    fail_on: str,
    format_: str,
    save: tuple[str, ...],
    every: bool,
) -> int:
    """Look over the filters of LOG: unknown attributes and values, empty lists, dates as text, contradictions.

    LOG has one JSON object per line, with `filter` and `dialect` (or `predicates`) and `retrieved`, as in a run. With
    --docs a returned document that fails its filter is found too: the logged filter is then not the one that was
    applied. Exits with 1 when there are findings at or above --fail-on.

    In Python: oe.filters.lint(log, dialect="qdrant", docs="docs.jsonl").
    """
    from ontoeval.predicates.linting.run import lint

    report = lint(
        log,
        dialect=dialect,
        docs=docs,
        schema=schema,
        profile=profile,
        fields=pairs(fields, "--field"),
        only=only or None,
        skip=skip,
    )
    page = page_of(report, log, cast("Severity", fail_on))
    emit(page, format_, every, save)
    return 1 if page.failing else 0


def page_of(report: LintReport, file: str, fail_on: Severity) -> Page:
    """The report of a lint, ready to be written."""
    from ontoeval.report.findings_page import Page, Row, plural

    n = report.n_filters
    notes = []
    if report.n_unknown_returned:
        notes.append(
            f"{report.n_unknown_returned:,} of {report.n_returned:,} returned documents are not in the corpus; "
            "they were not tried"
        )
    if report.n_untried:
        notes.append(
            f"{report.n_untried:,} {plural('filter', report.n_untried)} with 'under' were not tried on documents"
        )
    return Page(
        title=f"filters lint: {report.name}",
        file=report.name,
        path=shown_path(file),
        head=[f"{report.n_rows:,} {plural('row', report.n_rows)}, {n:,} with a filter, {report.n_parsed:,} parsed"],
        rows=[Row(finding) for finding in report.findings],
        passed=report.passed,
        skipped=report.skipped,
        notes=notes,
        rules=report.summaries,
        fail_on=fail_on,
    )
