"""Options that several commands share, and what they have in common when they write."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ontoeval.errors import UsageError

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report
    from ontoeval.findings import Finding
    from ontoeval.ontology.nil import NilPolicy

Command = TypeVar("Command", bound=Callable[..., Any])

FORMATS = ("table", "json", "csv", "md")


def format_option(command: Command) -> Command:
    """``--format``."""
    return click.option(
        "--format",
        "format_",
        type=click.Choice(FORMATS),
        default="table",
        show_default=True,
        help="What stdout gets; messages go to stderr.",
    )(command)


def table_or_json_option(command: Command) -> Command:
    """``--format`` of commands whose result is no report."""
    choice = click.Choice(["table", "json"])
    help_ = "What stdout gets."
    return click.option("--format", "format_", type=choice, default="table", show_default=True, help=help_)(command)


def input_formats(command: Command) -> Command:
    """``--gold-format`` and ``--run-format``."""
    for part in ("run", "gold"):
        help_ = f"Format of the {part}, e.g. pubtator; else its name and content tell."
        command = click.option(f"--{part}-format", metavar="FORMAT", help=help_)(command)
    return command


def nil_options(command: Command) -> Command:
    """``--nil`` and ``--outside-gold``."""
    command = click.option(
        "--outside-gold",
        type=click.Choice(["keep", "nil", "drop", "error"]),
        help="Gold mentions with an id that the ontology does not hold: keep the id, count as NIL, leave out, refuse.",
    )(command)
    help_ = "A further spelling of ids that means NIL, as do NIL, NIL0042, -1 and other usual ones."
    return click.option("--nil", "nil_tokens", multiple=True, metavar="TEXT", help=help_)(command)


def nil_policy(tokens: Iterable[str], outside_gold: str | None, base: NilPolicy | None = None) -> NilPolicy | None:
    """The NIL policy that ``--nil`` and ``--outside-gold`` make of another one; None is the ontology's own."""
    if not tokens and outside_gold is None:
        return base
    from dataclasses import replace

    from ontoeval.ontology.nil import NilPolicy

    policy = base or NilPolicy()
    rule: Any = outside_gold or policy.outside_gold
    return replace(policy, tokens=policy.tokens | set(tokens), outside_gold=rule)


def strict_option(command: Command) -> Command:
    """``--strict``."""
    return click.option("--strict", is_flag=True, help="Exit with 4 when a metric is unmeasured or undefined.")(command)


def pairs(values: Iterable[str], option: str) -> dict[str, str]:
    """``name=value`` options as a dictionary.

    Raises:
        UsageError: One has no ``=``.
    """
    result = {}
    for text in values:
        name, sign, value = text.partition("=")
        if not sign or not name or not value:
            raise UsageError(f"cannot read {text!r}", where=option, expected="NAME=VALUE")
        result[name] = value
    return result


def emit(report: Report, format_: str, *, stages: bool) -> None:
    """Write a report to stdout, and what was noticed on the way to stderr."""
    if format_ == "json":
        from ontoeval.report.json import render
    elif format_ == "csv":
        from ontoeval.report.csv import render
    elif format_ == "md":
        from ontoeval.report import markdown

        click.echo(markdown.render(report, story=stages))
        show_findings(report.findings)
        return
    else:
        from ontoeval.report import terminal

        terminal.show(report, stages=stages)
        show_findings(report.findings)
        return
    click.echo(render(report))
    show_findings(report.findings)


def show_findings(findings: Iterable[Finding]) -> None:
    """Write findings to stderr."""
    for finding in findings:
        click.echo(f"{finding.severity}: {finding}", err=True)


def exit_code(report: Report, strict: bool) -> int:
    """0, or with ``--strict`` 4 when a value is missing."""
    return 4 if strict and any(result.value is None for result in report) else 0
