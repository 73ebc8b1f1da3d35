"""SQLite: conditions over columns or over a JSON column, ``json_extract(m, '$.lang') = 'en'``."""

from __future__ import annotations

from ontoeval.predicates.dialects._sql import conditions
from ontoeval.predicates.tree import Node

PROFILE = "sqlite"
FORM = "text"


def parse(native: str, path: str) -> Node:
    """The tree of a condition; a path in a JSON column is the field, without the name of the column."""
    return conditions.parse(native, path, "sqlite")
