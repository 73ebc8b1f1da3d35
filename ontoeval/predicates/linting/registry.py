"""Finds rules: one file each in `ontoeval.predicates.linting.rules`; the name of the file is that of the rule.

A rule has ``SEVERITY``, ``NEEDS`` (``""``, ``"facts"``: documents or a schema, or ``"docs"``: documents) and
``run(logged, facts) -> Iterator[Noticed]``. The first line of its docstring is its summary.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Literal

from ontoeval.errors import UsageError, closest
from ontoeval.findings import Severity
from ontoeval.predicates.linting.facts import Facts
from ontoeval.predicates.linting.logged import Logged

_ROOT = Path(__file__).parent / "rules"


@dataclass(frozen=True)
class Noticed:
    """What a rule noticed in one filter; the same in several filters is one finding.

    Attributes:
        got, expected, mend: As in a `Finding`.
        subject: What it is about, e.g. the predicate.
        severity: Where it differs from that of the rule.
    """

    got: str
    expected: str = ""
    mend: str = ""
    subject: str = ""
    severity: Severity | None = None


@dataclass(frozen=True)
class Rule:
    """A rule; listing rules imports none of them.

    Attributes:
        name: Its name; findings have the id ``filter.NAME``.
        file: The file that holds it.
    """

    name: str
    file: Path

    @property
    def id(self) -> str:
        """The id of its findings."""
        return f"filter.{self.name}"

    @property
    def summary(self) -> str:
        """The first line of the module's docstring, read without importing it."""
        return (ast.get_docstring(ast.parse(self.file.read_text(encoding="utf-8"))) or "").partition("\n")[0]

    @property
    def module(self) -> ModuleType:
        """The module, imported only now."""
        return importlib.import_module(f"ontoeval.predicates.linting.rules.{self.name}")

    @property
    def severity(self) -> Severity:
        """The severity of its findings."""
        severity: Severity = self.module.SEVERITY
        return severity

    @property
    def needs(self) -> Literal["", "facts", "docs"]:
        """What it cannot do without."""
        needs: Literal["", "facts", "docs"] = self.module.NEEDS
        return needs

    def run(self, logged: Logged, facts: Facts) -> Iterator[Noticed]:
        """What it notices in a filter."""
        noticed: Iterator[Noticed] = self.module.run(logged, facts)
        return noticed


@cache
def rules() -> dict[str, Rule]:
    """All rules by name."""
    files = (file for file in sorted(_ROOT.glob("*.py")) if not file.stem.startswith("_"))
    return {file.stem: Rule(file.stem, file) for file in files}


def select(only: Iterable[str] | None = None, skip: Iterable[str] = ()) -> list[Rule]:
    """Rules by name or id.

    Raises:
        UsageError: A word names no rule.
    """
    known = rules()
    chosen = set(known) if only is None else set(map(_named, only))
    chosen -= set(map(_named, skip))
    return [rule for name, rule in known.items() if name in chosen]


def _named(word: str) -> str:
    name = word.removeprefix("filter.")
    if name not in rules():
        near = closest(name, rules())
        mend = f"did you mean {' or '.join(near)}?" if near else "see: ontoeval filters lint --list"
        raise UsageError(f"there is no rule {word!r}", mend=mend)
    return name
