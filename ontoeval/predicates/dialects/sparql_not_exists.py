"""SPARQL FILTERs that are negated by ``FILTER NOT EXISTS { ?d ex:lang ?l FILTER(?l = "en") }``."""

from __future__ import annotations

from ontoeval.predicates.dialects import _sparql
from ontoeval.predicates.tree import Node

PROFILE = "sparql-not-exists"
FORM = "text"


def parse(native: str, path: str) -> Node:
    """The tree of FILTERs, of a group, or of a whole SELECT or ASK query."""
    return _sparql.parse(native, path, not_exists=True)
