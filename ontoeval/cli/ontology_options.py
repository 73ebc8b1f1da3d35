"""What the subcommands of ``ontoeval ontology`` share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ontoeval.cli.options import page_target

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology
    from ontoeval.report.findings_page import Page

Command = TypeVar("Command", bound=Callable[..., Any])

LEVELS = ("error", "warning", "info")


def reading_options(command: Command) -> Command:
    """Options of reading an ontology."""
    command = click.option("--encoding", metavar="NAME", help="Encoding of the file, when it does not say.")(command)
    return click.option(
        "--imports", metavar="PATH", help="Folder or catalog with the files behind owl:imports; nothing is fetched."
    )(command)


def page_options(command: Command) -> Command:
    """Options of writing findings."""
    for option in (
        click.option(
            "--all", "every", is_flag=True, help="Show every finding, known ones too, not only some of each kind."
        ),
        click.option(
            "--save",
            callback=page_target,
            multiple=True,
            metavar="FILE",
            help="Also write a file: .json, .md, .sarif, .xml (JUnit) or .txt.",
        ),
        click.option(
            "--format",
            "format_",
            type=click.Choice(["text", "json", "md", "github", "junit", "sarif"]),
            default="text",
            show_default=True,
            help="What stdout gets; messages go to stderr.",
        ),
    ):
        command = option(command)
    return command


def loading(encoding: str | None, imports: str | None) -> dict[str, Any]:
    """The given ones of the options of loading."""
    given = {"encoding": encoding, "imports": imports}
    return {name: value for name, value in given.items() if value is not None}


def open_ontology(path: str, options: dict[str, Any]) -> Ontology:
    """An ontology that the user named."""
    from ontoeval.ontology import load

    return load(path, **options)


def emit(page: Page, format_: str, every: bool, save: Iterable[str]) -> None:
    """Write a page to stdout and to files."""
    from ontoeval.report import findings_page

    options = {"every": every} if format_ in ("text", "md") else {}
    click.echo(findings_page.render(page, format_, **options))
    for target in save:
        click.echo(f"wrote {findings_page.save(page, target, every=every)}", err=True)


def shown_path(path: str) -> str:
    """A path as CI services want it: relative to the folder, with slashes."""
    given = Path(path)
    if given.is_absolute() and given.is_relative_to(Path.cwd()):
        given = given.relative_to(Path.cwd())
    return given.as_posix()
