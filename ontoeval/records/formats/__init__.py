"""Formats of golden sets and runs: one file each, found by the file system, chosen by name, suffix or content.

A format is a module of this package (names with a leading underscore are shared parts) with

- ``SUFFIXES``: endings of file names, e.g. ``(".pubtator",)``; gzipped files end in ``.gz`` besides
- ``sniff(head: str) -> bool``: whether the first 64 KiB of text are in this format, where content can tell
- ``sniff_folder(folder: Path) -> bool``: the same of a folder, where the format is a folder of files
- ``read(path, problems, part, *, option=…) -> Iterator[(place, row)]``: rows in the unwrapped form of JSON lines
- ``write(samples, path, part, *, option=…) -> list[Finding]``: writes, and says what the format cannot express
- ``KEEPS``: names of the fields that it writes; all when it is missing

- ``WHOLE_SAMPLES = True``: its rows hold golden set and run alike; else rows of part ``"both"`` that hold neither
  ``gold`` nor ``run`` are golden

Everything but ``read`` may be missing. Keyword-only parameters are the format's options (and the keys of the typed
dictionary behind ``**``, which formats share); they are written behind its name: ``pubtator(offsets="utf16")``.
"""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_type_hints

from ontoeval.errors import BadParameter, UsageError, closest
from ontoeval.findings import Finding
from ontoeval.records.batch import Part, Problems, Row
from ontoeval.records.model import FIELDS, Sample

_ROOT = Path(__file__).parent


@dataclass(frozen=True)
class Format:
    """A format with its options; listing formats imports none of them.

    Attributes:
        name: Its name.
        path: The file that holds it.
        options: Chosen options of reading or writing, by name.
    """

    name: str
    path: Path
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def summary(self) -> str:
        """The first line of the module's docstring, read without importing it."""
        text = ast.get_docstring(ast.parse(self.path.read_text(encoding="utf-8"))) or ""
        return text.partition("\n")[0]

    @property
    def module(self) -> ModuleType:
        """The module, imported only now."""
        return importlib.import_module(f"{__name__}.{self.name}")

    @property
    def suffixes(self) -> tuple[str, ...]:
        """Endings of file names, in lower case."""
        return tuple(getattr(self.module, "SUFFIXES", ()))

    @property
    def can_write(self) -> bool:
        """Whether there is a writer."""
        return hasattr(self.module, "write")

    def keeps_some(self, held: Collection[str], part: Part) -> bool:
        """Whether the writer keeps any of the fields that samples hold, given by path."""
        keeps = getattr(self.module, "KEEPS", None)
        mine = [path for path in held if path.startswith(f"{part}.")]
        if keeps is None or not mine or ("query" in held and "query" in keeps):
            return True
        return any(path.partition(".")[2] in keeps for path in mine)

    def recognises(self, head: str) -> bool:
        """Whether text begins like this format."""
        return hasattr(self.module, "sniff") and bool(self.module.sniff(head))

    def recognises_folder(self, folder: Path) -> bool:
        """Whether a folder is in this format."""
        return hasattr(self.module, "sniff_folder") and bool(self.module.sniff_folder(folder))

    def option_names(self, function: str) -> list[str]:
        """Names of the options of ``"read"`` or ``"write"``."""
        code = getattr(self.module, function)
        parameters = inspect.signature(code).parameters.values()
        names = [parameter.name for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY]
        shared = next((parameter.name for parameter in parameters if parameter.kind is parameter.VAR_KEYWORD), None)
        return names if shared is None else [*get_args(get_type_hints(code)[shared])[0].__annotations__, *names]

    def rows(self, path: Path, problems: Problems, part: Part) -> Iterator[tuple[str, Row]]:
        """Rows with their places; what cannot be used goes to ``problems``.

        Raises:
            BadParameter: An option does not exist.
            InputError: The file cannot be opened, or is broken as a whole.
        """
        self._check_options("read")
        rows: Iterator[tuple[str, Row]] = self.module.read(path, problems, part, **self.options)
        if part != "both" or getattr(self.module, "WHOLE_SAMPLES", False):
            return rows
        return ((place, _golden(row)) for place, row in rows)

    def write(self, samples: Iterable[Sample], path: Path, part: Part) -> list[Finding]:
        """Write samples, and say what could not be expressed.

        Raises:
            UsageError: The format cannot be written.
            BadParameter: An option does not exist.
        """
        if not self.can_write:
            able = ", ".join(name for name, other in formats().items() if other.can_write)
            raise UsageError(f"{self.name} can only be read", expected=f"one of {able}")
        self._check_options("write")
        findings: list[Finding] = self.module.write(samples, path, part, **self.options)
        return findings

    def _check_options(self, function: str) -> None:
        known = self.option_names(function)
        for name in self.options:
            if name not in known:
                expected = ", ".join(known) or "no options"
                raise BadParameter(f"no option {name!r} to {function}", where=f"format {self.name}", expected=expected)


def _golden(row: Row) -> Row:
    """A row whose fields belong to the golden set, unless it says what belongs where."""
    if "gold" in row or "run" in row:
        return row
    inner = {name: value for name, value in row.items() if name not in FIELDS and f"gold.{name}" in FIELDS}
    return {**{name: value for name, value in row.items() if name not in inner}, "gold": inner} if inner else row


@cache
def formats() -> dict[str, Format]:
    """All formats by name."""
    return {path.stem: Format(path.stem, path) for path in sorted(_ROOT.glob("*.py")) if not path.stem.startswith("_")}


def named(text: str) -> Format:
    """The format that is written as ``name`` or ``name(option="value")``.

    Raises:
        UsageError: No format has that name.
        BadParameter: The text is no such notation.
    """
    name, options = _read(text)
    if name not in formats():
        near = closest(name, formats())
        mend = f"did you mean {near[0]}?" if near else None
        raise UsageError(f"no format {name!r}", expected=", ".join(formats()), mend=mend)
    return Format(name, formats()[name].path, options)


def _read(text: str) -> tuple[str, dict[str, Any]]:
    wrong = BadParameter(f"cannot read the format {text!r}", expected='NAME or NAME(option="value")')
    try:
        node: ast.AST = ast.parse(text.strip(), mode="eval").body
        options: dict[str, Any] = {}
        if isinstance(node, ast.Call):
            if node.args or any(keyword.arg is None for keyword in node.keywords):
                raise wrong
            options = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in node.keywords}
            node = node.func
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise wrong from None
    if not isinstance(node, ast.Name):
        raise wrong
    return node.id, options
