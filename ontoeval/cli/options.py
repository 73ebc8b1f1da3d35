"""Options that several commands share, and what they have in common when they write."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ontoeval.errors import BadParameter, ConfigError, InputError, UsageError

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report
    from ontoeval.findings import Finding
    from ontoeval.ontology.nil import NilPolicy

Command = TypeVar("Command", bound=Callable[..., Any])
Callback = Callable[[click.Context, click.Parameter, Any], Any]

FORMATS = ("table", "json", "csv", "md")


def written_by(chooser: str) -> Callback:
    """A callback of options that name files to write: one that cannot be written is refused before any work begins.

    Args:
        chooser: Where the function is that finds the writer by the file's name, as ``"module.function"``.
    """
    module, _, function = chooser.rpartition(".")

    def check(_: click.Context, __: click.Parameter, value: Any) -> Any:
        for path in map(Path, _given(value)):
            getattr(import_module(module), function)(path)
            _refuse_unwritable(path)
        return value

    return check


def _given(value: Any) -> Iterable[str]:
    """The texts of an option that may be repeated."""
    return (value,) if isinstance(value, str) else value or ()


def _refuse_unwritable(path: Path) -> None:
    if not path.parent.is_dir():
        raise InputError("there is no such folder", where=str(path.parent), mend="make it first")
    if path.is_dir():
        raise InputError("this is a folder", where=str(path), expected="the name of a file in it")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise InputError("it cannot be written", where=str(path), mend="allow it, or name another file")


report_target = written_by("ontoeval.evaluation.report.writer_of")
page_target = written_by("ontoeval.report.findings_page.format_of")
pairs_target = written_by("ontoeval.report.pairs.suffix_of")


def output_path(_: click.Context, parameter: click.Parameter, value: Any) -> Any:
    """A callback of options that are paths into outputs, "" for none: one that cannot be read is a wrong call."""
    from ontoeval.views.outputs.paths import slot_steps

    for path in filter(None, _given(value)):
        try:
            slot_steps(path)
        except ConfigError as error:
            raise BadParameter(error.message, where=parameter.opts[0], expected=error.expected) from None
    return value


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
