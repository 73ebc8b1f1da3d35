"""Diagnosis tables, one per file: the module's name is the table's name, ``rows`` makes it.

Each reads views and returns JSON-ready rows, worst or most frequent first; nothing to show is an empty table. Tables
whose names begin with ``link`` are made only when they are asked for: they take time with millions of mentions, and the
audit of links has them all.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from ontoeval.views.compiled import Compiled


@cache
def names() -> tuple[str, ...]:
    """The names of all tables."""
    return tuple(sorted(path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith("_")))


def standing() -> tuple[str, ...]:
    """The names of the tables that every report has."""
    return tuple(name for name in names() if not name.startswith("link"))


def table(name: str, compiled: Compiled) -> list[dict[str, Any]]:
    """The rows of a table."""
    rows: list[dict[str, Any]] = import_module(f"ontoeval.evaluation.tables.{name}").rows(compiled)
    return rows
