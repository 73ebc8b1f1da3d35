"""Recognises the plain text forms of a taxonomy: a table of parents, a list of paths, a nested set."""

from __future__ import annotations

import re
from collections.abc import Sequence

PATH = re.compile(r"\s+>\s+")
_BETWEEN = re.compile(r"\S\s+>\s+\S")
NESTED = re.compile(r"(\s*)(\d+)\s*\|\s*\[\s*(\d+)\s*-\s*(\d+)\s*\]\s*\|\s*(.+)\Z")
NUMBERED = re.compile(r"(\d+)\s+-\s+(.+)\Z")

ID_COLUMNS = (
    "id", "child", "code", "concept", "term", "class", "node", "child_id", "concept_id", "class id", "iri", "uri",
)  # fmt: skip
PARENT_COLUMNS = (
    "parent", "parents", "parent_id", "parent id", "parentid", "broader", "is_a", "subclassof", "sub_class_of",
    "superclass", "parent_code", "parents_id",
)  # fmt: skip
DELIMITERS = "\t,;|"


def sniff_plain(lines: Sequence[str]) -> str | None:
    """``"table"``, ``"paths"``, ``"nested_set"`` or None.

    Args:
        lines: The lines that are neither blank nor a comment.
    """
    if not lines:
        return None
    if all(NESTED.match(line) for line in lines[:100]):
        return "nested_set"
    if header(lines[0]) is not None:
        return "table"
    paths = sum(_BETWEEN.search(line) is not None for line in lines)
    if paths * 2 >= len(lines) or (paths and all(NUMBERED.match(line.strip()) for line in lines[:100])):
        return "paths"
    return None


def header(line: str) -> tuple[str, list[str]] | None:
    """The delimiter and the lower-case column names of a table with a column of ids and one of parents."""
    for delimiter in DELIMITERS:
        names = [cell.strip().strip('"').casefold() for cell in line.split(delimiter)]
        if len(names) > 1 and set(names) & set(ID_COLUMNS) and set(names) & set(PARENT_COLUMNS):
            return delimiter, names
    return None
