"""``ontoeval doctor``: what is installed, what is missing, and what a terminal gets."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

import click

from ontoeval.cli.options import table_or_json_option

_REQUIREMENT = re.compile(r"(?P<name>[\w.\-]+)(?:\[[^]]*\])?\s*(?:>=\s*(?P<least>[\d.]+))?[^;]*(?:;(?P<marker>.*))?")
_EXTRA = re.compile(r"""extra\s*==\s*["']([\w\-]+)["']""")
_WORDS = {"ok": "ok", "missing": "missing", "old": "too old"}


@dataclass(frozen=True)
class Package:
    """A package that ontoeval may use.

    Attributes:
        name: Its name on the package index.
        extra: The extra that brings it, or "" when ontoeval always needs it.
        installed: Its version, or None.
        least: The lowest version that is good enough, or "".
        state: ``"ok"``, ``"missing"`` or ``"old"``.
    """

    name: str
    extra: str
    installed: str | None
    least: str
    state: str


@click.command("doctor")
@table_or_json_option
def command(format_: str) -> int:
    """Say which versions are installed, which extras and Java are missing, and how the terminal is used.

    Exits with 3 when something that is always needed is missing or too old. An extra may be missing: what needs it
    says so when it is used.

    In Python: ontoeval.cli.doctor.packages().
    """
    found = list(packages())
    java = java_state()
    broken = any(package.state != "ok" and not package.extra for package in found)
    if format_ == "json":
        import json

        facts = {"ontoeval": version("ontoeval"), "python": platform.python_version(), "platform": platform.platform()}
        listed = [asdict(package) for package in found]
        click.echo(json.dumps({**facts, "java": java, "terminal": terminal(), "packages": listed}, indent=1))
    else:
        click.echo(f"ontoeval {version('ontoeval')}, Python {platform.python_version()}, {platform.platform()}")
        click.echo("\n".join(_lines(found)))
        click.echo(f"Java      {java}")
        click.echo("\n".join(f"{name:9} {text}" for name, text in terminal().items()))
    return 3 if broken else 0


def packages() -> Iterator[Package]:
    """The packages that the metadata of ontoeval names, core first, each with what is installed."""
    for text in requires("ontoeval") or []:
        parts = _REQUIREMENT.match(text)
        if parts is None or parts["name"] == "ontoeval":
            continue
        extra = _EXTRA.search(parts["marker"] or "")
        least = parts["least"] or ""
        installed = _installed(parts["name"])
        state = "missing" if installed is None else "old" if _numbers(installed) < _numbers(least) else "ok"
        if extra is None or extra[1] != "all":
            yield Package(parts["name"], extra[1] if extra else "", installed, least, state)


def java_state() -> str:
    """Where Java is, or why reasoning cannot use it."""
    from ontoeval.errors import OntoevalError
    from ontoeval.ontology.reasoning import launcher

    try:
        return f"{launcher()} works"
    except OntoevalError as error:
        return error.message


def terminal() -> dict[str, str]:
    """How output is written here, and how completion is turned on."""
    if os.environ.get("NO_COLOR"):
        colors = "off: NO_COLOR is set"
    elif not sys.stdout.isatty():
        colors = "off: stdout is no terminal"
    else:
        colors = "on; NO_COLOR=1 turns them off"
    shell = Path(os.environ.get("SHELL", "")).name
    name = shell if shell in ("bash", "zsh", "fish") else "bash"
    source = f"_ONTOEVAL_COMPLETE={name}_source ontoeval"
    completion = f"{source} | source" if name == "fish" else f'eval "$({source})"'
    encoding = f"{sys.stdout.encoding} on stdout, {sys.getfilesystemencoding()} in names of files; files are UTF-8"
    return {"colors": colors, "encoding": encoding, "complete": f"{completion} in the start file of {name}"}


def _installed(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _numbers(text: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", text)]


def _lines(found: list[Package]) -> Iterator[str]:
    extras = list(dict.fromkeys(package.extra for package in found))
    for extra in extras:
        mine = [package for package in found if package.extra == extra]
        state = "ok" if all(package.state == "ok" for package in mine) else f"pip install 'ontoeval[{extra}]'"
        if not extra:
            state = "ok" if state == "ok" else "pip install --upgrade ontoeval"
        yield f"{extra or 'core':9} {state}"
        for package in mine:
            wanted = f", {package.least} is needed" if package.state != "ok" and package.least else ""
            yield f"            {package.name} {package.installed or ''}".rstrip() + (
                "" if package.state == "ok" else f" {_WORDS[package.state]}{wanted}"
            )
