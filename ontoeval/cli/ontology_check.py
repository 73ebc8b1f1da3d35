"""``ontoeval ontology check``: structure, lifecycle, labels, logic and SKOS of an ontology."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from ontoeval.cli.ontology_options import LEVELS, emit, loading, page_options, reading_options, shown_path
from ontoeval.errors import InputError, OntologyError, UsageError

if TYPE_CHECKING:
    from ontoeval.findings import Finding, Severity


def _list(ctx: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from ontoeval.ontology.checking.registry import checks

        for check in checks().values():
            click.echo(f"{check.id}  {check.severity:7}  {check.name:22} {check.summary}")
        ctx.exit()


def _explain(ctx: click.Context, parameter: click.Parameter, value: str | None) -> None:
    if value and not ctx.resilient_parsing:
        from ontoeval.ontology.checking.registry import select

        texts = [
            f"{check.id} {check.name} ({check.severity}): {check.summary}\n\n{check.explanation}"
            for check in select([value])
        ]
        click.echo("\n\n".join(texts))
        ctx.exit()


@click.command("check")
@click.argument("file", metavar="FILE")
@click.option(
    "--only", multiple=True, metavar="CHECKS", help="Only these: ids, names or beginnings of ids: ONT203,ONT3"
)
@click.option("--skip", multiple=True, metavar="CHECKS", help="Not these.")
@click.option("--scope", multiple=True, metavar="PREFIX", help="Only findings about concepts that start so: HP:")
@click.option("--root", "roots", multiple=True, metavar="ID", help="A root that the hierarchy should have (ONT107).")
@click.option("--language", "languages", multiple=True, metavar="TAG", help="A language that labels need (ONT308).")
@click.option("--baseline", metavar="FILE", help="Known findings: they do not fail, and fixed ones are announced.")
@click.option("--write-baseline", metavar="FILE", help="Write what is found as the known findings, and exit with 0.")
@click.option(
    "--except",
    "exceptions",
    multiple=True,
    metavar="TEXT",
    help='A finding that is fine: "ONT208 HP:0031859 until 2027-01-01: why".',
)
@click.option("--config", metavar="FILE", help="These options in a TOML file; exceptions as [[exceptions]].")
@click.option("--fail-on", type=click.Choice(LEVELS), help="Severity from which on new findings give exit code 1.")
@click.option("--reasoner", is_flag=True, help="Run HermiT for ONT402 (extra owl, and Java).")
@click.option("--require-reasoner", is_flag=True, help="As --reasoner; exit with 3 when it cannot run.")
@click.option(
    "--list", is_flag=True, callback=_list, expose_value=False, is_eager=True, help="List all checks and do nothing."
)
@click.option(
    "--explain",
    metavar="CHECKS",
    callback=_explain,
    expose_value=False,
    is_eager=True,
    help="Say what checks find, why that matters and how to mend it, and do nothing.",
)
@reading_options
@page_options
def command(
    file: str,
    only: tuple[str, ...],
    skip: tuple[str, ...],
    scope: tuple[str, ...],
    roots: tuple[str, ...],
    languages: tuple[str, ...],
    baseline: str | None,
    write_baseline: str | None,
    exceptions: tuple[str, ...],
    config: str | None,
    fail_on: str | None,
    reasoner: bool,
    require_reasoner: bool,
    encoding: str | None,
    imports: str | None,
    format_: str,
    save: tuple[str, ...],
    every: bool,
) -> int:
    """Check the ontology FILE: structure, lifecycle, labels, logic, SKOS.

    --list names the checks, and --explain tells about one. Exits with 1 when there are new findings at or above
    --fail-on (by default: errors), and with 3 when the file cannot be read. Checks that cannot run are skipped with
    the reason, never passed.

    In Python: oe.ontology.check(file, scope=["HP:"], baseline="known.json").
    """
    from ontoeval.ontology.checking.exceptions import parse, read_settings
    from ontoeval.ontology.checking.run import check
    from ontoeval.report import check_page

    settings: dict[str, Any] = {} if config is None else read_settings(Path(config))
    limit = cast("Severity", fail_on or settings.get("fail_on", "error"))
    known = baseline or settings.get("baseline")
    if write_baseline and (only or skip or scope) and baseline:
        raise UsageError("--baseline with --write-baseline and a selection", mend="write the baseline of all findings")
    try:
        report = check(
            file,
            only=only or settings.get("only") or None,
            skip=skip or settings.get("skip", ()),
            scope=scope or settings.get("scope", ()),
            baseline=None if write_baseline and known is not None and not Path(known).exists() else known,
            exceptions=[*settings["exceptions"], *map(parse, exceptions)] if settings else list(map(parse, exceptions)),
            roots=roots or settings.get("roots") or None,
            languages=languages or settings.get("languages") or None,
            max_children=settings.get("max_children", 50),
            reasoner=reasoner or require_reasoner,
            **loading(encoding, imports),
        )
    except OntologyError as error:
        _unreadable(error, file, format_, save)
        raise
    page = check_page.page_of(report, shown_path(file), limit)
    emit(page, format_, every, save)
    if require_reasoner and "ONT402" in report.skipped:
        raise InputError(f"ONT402 was skipped: {report.skipped['ONT402']}", where="--require-reasoner")
    if write_baseline:
        n = report.write_baseline(write_baseline)
        click.echo(f"wrote {write_baseline}: {n:,} known findings", err=True)
        return 0
    return 1 if page.failing else 0


def _unreadable(error: OntologyError, file: str, format_: str, save: tuple[str, ...]) -> None:
    """A file that cannot be read is a finding of ONT101 in the formats that machines read."""
    from ontoeval.findings import Finding
    from ontoeval.report.findings_page import Page, Row

    where = error.where or Path(file).name
    finding: Finding = Finding("ONT101", "error", where, error.message, error.expected or "", error.mend or "")
    name = Path(file).name
    rules = {"ONT101": "The file was readable only with forgiveness, or not at all."}
    page = Page(f"ontology check: {name}", name, shown_path(file), rows=[Row(finding)], rules=rules)
    if format_ != "text":
        emit(page, format_, False, save)
    else:
        from ontoeval.report import findings_page

        for target in save:
            click.echo(f"wrote {findings_page.save(page, target)}", err=True)
