"""The tree's own JSON form, as in ``run.predicates``."""

from __future__ import annotations

from typing import Any

from ontoeval.predicates import reading
from ontoeval.predicates.tree import Node

PROFILE = "ontoeval"
FORM = "json"


def parse(native: Any, path: str) -> Node:
    """The tree."""
    return reading.parse(native, path)


def write(node: Node) -> Any:
    """The tree as JSON-ready data."""
    return reading.to_json(node)
