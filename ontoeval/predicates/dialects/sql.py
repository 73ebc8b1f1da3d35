"""SQL: the condition of a WHERE over columns, ``lang = 'en' AND year >= 2020``."""

from __future__ import annotations

from ontoeval.predicates.dialects._sql import conditions, writing
from ontoeval.predicates.tree import Node

PROFILE = "lancedb"
FORM = "text"


def parse(native: str, path: str) -> Node:
    """The tree of a condition; a path in a JSON column is the field, without the name of the column."""
    return conditions.parse(native, path, None)


def write(node: Node) -> str:
    """The tree as a condition over columns that have the names and types of the fields."""
    return writing.write(node)
