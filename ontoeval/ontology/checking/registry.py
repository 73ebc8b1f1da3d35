"""Finds checks: one file each in `ontoeval.ontology.checks`; the name of the file is id and name of the check."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType

from ontoeval.errors import UsageError, closest
from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context

_ROOT = Path(__file__).parent.parent / "checks"


@dataclass(frozen=True)
class Check:
    """A check that can be run; listing checks imports none of them.

    Attributes:
        id: Its id, e.g. ``"ONT205"``.
        name: Its name, e.g. ``"alt-id-alive"``.
        path: The file that holds it.
    """

    id: str
    name: str
    path: Path

    @cached_property
    def _tree(self) -> ast.Module:
        return ast.parse(self.path.read_text(encoding="utf-8"))

    @property
    def doc(self) -> str:
        """The documentation: the module's docstring."""
        return ast.get_docstring(self._tree) or ""

    @property
    def summary(self) -> str:
        """Its first line."""
        return self.doc.partition("\n")[0]

    @property
    def explanation(self) -> str:
        """What it finds, why that matters, when it is fine, and how to mend it."""
        return self.doc.partition("\n")[2].partition("\nExample:")[0].strip()

    @property
    def severity(self) -> Severity:
        """The default severity."""
        severity: Severity = self.module.SEVERITY
        return severity

    @property
    def module(self) -> ModuleType:
        """The module, imported only now."""
        return importlib.import_module(f"ontoeval.ontology.checks.{self.path.stem}")

    def run(self, context: Context) -> Iterator[Finding]:
        """What the check finds."""
        findings: Iterator[Finding] = self.module.run(context)
        return findings


@cache
def checks() -> dict[str, Check]:
    """All checks by id."""
    found = {}
    for path in sorted(_ROOT.glob("*.py")):
        head, _, rest = path.stem.partition("_")
        if head:
            found[head.upper()] = Check(head.upper(), rest.replace("_", "-"), path)
    return found


def select(only: Iterable[str] | None = None, skip: Iterable[str] = ()) -> list[Check]:
    """Checks by id, name, or the beginning of ids (``"ONT3"``); several in one word have commas between them.

    Raises:
        UsageError: A word names no check.
    """
    known = checks()

    def matching(word: str) -> set[str]:
        if "," in word:
            return {id for part in word.split(",") if part.strip() for id in matching(part.strip())}
        found = {id for id, check in known.items() if id.startswith(word.upper()) or check.name == word.lower()}
        if not found:
            names = [*known, *(check.name for check in known.values())]
            near = closest(word.upper() if word[:1].isupper() else word, names)
            raise UsageError(
                f"there is no check {word!r}",
                mend=f"did you mean {' or '.join(near)}?" if near else "see: ontoeval ontology check --list",
            )
        return found

    chosen = set(known) if only is None else {id for word in only for id in matching(word)}
    chosen -= {id for word in skip for id in matching(word)}
    return [check for id, check in known.items() if id in chosen]
