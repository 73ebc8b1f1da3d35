"""Pieces of Markdown that reports and verdicts share: tables, and text of the data that stays text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

#: What Markdown or HTML would read as markup, and what would call people on a forge.
_MARKUP = re.compile(r"([\\`*\[\]|#])")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "&#64;"}


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: Iterable[int] = ()) -> list[str]:
    """A table; ``numbers`` are the places of columns that go to the right."""
    right = set(numbers)
    rules = ["---:" if place in right else "---" for place in range(len(heads))]
    return ["| " + " | ".join(cells) + " |" for cells in (heads, rules, *rows)]


def plain(text: str) -> str:
    """Text of the data as text: neither Markdown nor HTML, on one line, and calling nobody."""
    one_line = " ".join(text.splitlines())
    safe = re.sub("[&<>@]", lambda match: _ENTITIES[match[0]], one_line)
    return _MARKUP.sub(r"\\\1", safe).replace("&\\#64;", "&#64;")
