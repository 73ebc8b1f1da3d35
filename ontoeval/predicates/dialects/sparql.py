"""SPARQL FILTERs on variables: ``?lang = "en" && ?year IN (2020, 2021)``, negated by ``!`` and ``!=``."""

from __future__ import annotations

from ontoeval.predicates.dialects import _sparql
from ontoeval.predicates.tree import Node

PROFILE = "sparql"
FORM = "text"


def parse(native: str, path: str) -> Node:
    """The tree of a condition, of FILTERs, of a group, or of a whole SELECT or ASK query.

    The last part of a property's name is the field. A required triple with a constant is a predicate, one with a
    variable asks that the field exists.
    """
    return _sparql.parse(native, path, not_exists=False)
