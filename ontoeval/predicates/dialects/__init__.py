"""Filter dialects: one file each, found by the file system; what stacks log as a tree, and back.

A dialect is a module of this package (names with a leading underscore are shared parts) with

- ``parse(native, path) -> Node``: the tree, or an `InputError` with the place of what cannot be parsed
- ``write(node) -> native``: the filter in the dialect, where the dialect can express it exactly
- ``PROFILE``: the engine profile that reads such filters
- ``FORM``: ``"json"``, ``"text"`` or ``"both"``

Everything but ``write`` is needed. The first line of the docstring is the summary.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

from ontoeval.errors import InputError, UsageError, closest
from ontoeval.findings import shorten
from ontoeval.predicates.tree import MOST_LEVELS, Node, check_depth, too_deep

_ROOT = Path(__file__).parent

#: Length of a filter in text; a list of 100,000 ids stays below.
MAX_TEXT = 4_000_000
#: Quoted text, whether it ends or not, and brackets.
_BRACKET = re.compile(r"""(?s)"(?:[^"\\]|\\.)*(?:"|\\?\Z)|'(?:[^'\\]|\\.)*(?:'|\\?\Z)|[()\[\]{}]""")


@dataclass(frozen=True)
class Dialect:
    """A dialect; listing dialects imports none of them.

    Attributes:
        name: Its name, e.g. ``"qdrant"``.
        file: The file that holds it.
    """

    name: str
    file: Path

    @property
    def summary(self) -> str:
        """The first line of the module's docstring, read without importing it."""
        text = ast.get_docstring(ast.parse(self.file.read_text(encoding="utf-8"))) or ""
        return text.partition("\n")[0]

    @cached_property
    def module(self) -> ModuleType:
        """The module, imported only now."""
        return importlib.import_module(f"{__name__}.{self.file.stem}")

    @property
    def profile(self) -> str:
        """Name of the engine profile that reads such filters."""
        name: str = self.module.PROFILE
        return name

    @property
    def form(self) -> Literal["json", "text", "both"]:
        """Whether filters are JSON-like data, text, or either."""
        form: Literal["json", "text", "both"] = self.module.FORM
        return form

    @property
    def can_write(self) -> bool:
        """Whether there is a writer."""
        return hasattr(self.module, "write")


@cache
def dialects() -> Mapping[str, Dialect]:
    """All dialects by name."""
    files = (file for file in sorted(_ROOT.glob("*.py")) if not file.stem.startswith("_"))
    found = (Dialect(file.stem.replace("_", "-"), file) for file in files)
    return {dialect.name: dialect for dialect in found}


def dialect(name: str) -> Dialect:
    """The dialect of that name.

    Raises:
        UsageError: There is none; the closest names are in the message.

    Example:
        >>> dialect("pinecone").profile
        'pinecone'
    """
    known = dialects()
    if name not in known:
        near = closest(name, known)
        mend = f"did you mean {' or '.join(near)}?" if near else None
        raise UsageError(f"no filter dialect {shorten(name, 40)!r}", expected=", ".join(known), mend=mend)
    return known[name]


def parse(native: Any, name: str, path: str = "filter") -> Node:
    """The tree of a filter as a stack has logged it.

    Nothing is evaluated as code, and what cannot be said by a tree is an error, never a guess.

    Args:
        native: The filter: JSON-like data, its JSON text, or the text of an expression, as the dialect has it.
        name: The dialect.
        path: Place of the filter, for messages.

    Raises:
        InputError: It cannot be parsed; the error says at which path and why.
        MissingExtra: The dialect needs a library that is not installed.
        UsageError: There is no such dialect.

    Example:
        >>> print(parse({"must": [{"key": "year", "range": {"gte": 2020}}], "must_not": [
        ...     {"key": "lang", "match": {"value": "en"}}]}, "qdrant"))
        year >= 2020 and not (lang = 'en')
        >>> print(parse('price < 10 and "topic" in ["a", "b"]', "milvus"))
        Traceback (most recent call last):
        ...
        ontoeval.errors.InputError: filter, character 24: cannot read 'in ["a", "b"]'; expected sign
    """
    found = dialect(name)
    if isinstance(native, str):
        native = _from_text(native, found.form, path)
    elif found.form == "text":
        raise InputError(f"cannot read {shorten(native, 60)} as a filter", where=path, expected="the text of a filter")
    check_depth(native, path)
    try:
        tree: Node = found.module.parse(native, path)
    except RecursionError:
        raise too_deep(path) from None
    return tree


def write(node: Node, name: str) -> Any:
    """A tree as a filter of a dialect that means the same under the dialect's profile.

    Raises:
        InputError: The dialect cannot express a part of it exactly.
        UsageError: There is no such dialect, or nothing writes it.

    Example:
        >>> from ontoeval.predicates.reading import parse as read
        >>> write(read({"lang": "en"}), "mongo")
        {'lang': {'$eq': 'en'}}
    """
    found = dialect(name)
    if not found.can_write:
        able = ", ".join(other.name for other in dialects().values() if other.can_write)
        raise UsageError(f"{name} can only be read", expected=f"one of {able}")
    return found.module.write(node)


def _from_text(text: str, form: str, path: str) -> Any:
    if len(text) > MAX_TEXT:
        raise InputError("the filter is too long", where=path, expected=f"at most {MAX_TEXT:,} characters")
    _check_brackets(text, path)
    if form == "text" or (form == "both" and text.lstrip()[:1] not in ("{", "[")):
        return text
    from pydantic_core import from_json

    try:
        return from_json(text)
    except ValueError as error:
        if "recursion limit" in str(error):
            raise too_deep(path) from None
        if form == "both":
            return text
        raise InputError(f"this is no JSON ({error}): {shorten(text, 60)}", where=path) from None


def _check_brackets(text: str, path: str) -> None:
    """Refuse a text with too many brackets in brackets before it is parsed; those in quotes are none."""
    depth = 0
    for found in _BRACKET.finditer(text):
        depth += (found[0] in "([{") - (found[0] in ")]}")
        if depth > MOST_LEVELS:
            raise too_deep(path)
