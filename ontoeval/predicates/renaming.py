"""Other names for the fields of a filter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ontoeval.predicates.tree import And, Atom, MinShould, Nested, Node, Not, Or


def renamed(node: Node, name_of: Callable[[str], str]) -> Node:
    """The tree with other names of fields; names inside of a `Nested` are its own.

    Example:
        >>> print(renamed(Not(Atom("m.lang", "eq", "en")), lambda name: name.removeprefix("m.")))
        not (lang = 'en')
    """
    if isinstance(node, Atom | Nested):
        return replace(node, field=name_of(node.field))
    if isinstance(node, Not):
        return Not(renamed(node.child, name_of))
    if isinstance(node, And | Or | MinShould):
        return replace(node, children=tuple(renamed(child, name_of) for child in node.children))
    return node
