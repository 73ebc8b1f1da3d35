"""Taking filters apart, leaving predicates out, and one normal form."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ontoeval.predicates.tree import (
    FALSE,
    TRUE,
    And,
    Atom,
    Interval,
    MinShould,
    Nested,
    Node,
    Not,
    Or,
    Scalar,
    tree_text,
    typed,
)

_OPPOSITE: Mapping[str, Any] = {"eq": "ne", "ne": "eq", "in": "nin", "nin": "in"}
_ONE: Mapping[str, Any] = {"in": "eq", "nin": "ne"}


@dataclass(frozen=True, slots=True)
class Leaf:
    """A predicate in its place in a filter.

    Attributes:
        id: The place: positions of the children from the top, e.g. ``"1.0"``; a single predicate is ``"0"``.
        node: The predicate, or a `Nested`.
        negated: Whether it stands under an odd number of negations.
    """

    id: str
    node: Atom | Nested
    negated: bool


def conjuncts(node: Node) -> tuple[Node, ...]:
    """The parts that must all hold; "and" within "and" is taken apart.

    Example:
        >>> from ontoeval.predicates.reading import parse
        >>> [str(part) for part in conjuncts(parse([{"lang": "en"}, {"and": [{"year": 2020}, {"kind": "a"}]}]))]
        ["lang = 'en'", 'year = 2020', "kind = 'a'"]
    """
    if not isinstance(node, And):
        return (node,)
    if not any(isinstance(child, And) for child in node.children):
        return node.children
    return tuple(part for child in node.children for part in conjuncts(child))


def leaves(node: Node) -> list[Leaf]:
    """The predicates of a filter with their places, in order.

    Example:
        >>> from ontoeval.predicates.reading import parse
        >>> tree = parse({"or": [{"lang": "en"}, {"not": {"year": 2020, "kind": "a"}}]})
        >>> [(leaf.id, str(leaf.node), leaf.negated) for leaf in leaves(tree)]
        [('0', "lang = 'en'", False), ('1.0.0', 'year = 2020', True), ('1.0.1', "kind = 'a'", True)]
    """
    if isinstance(node, Atom | Nested):
        return [Leaf("0", node, False)]
    found: list[Leaf] = []
    _gather(node, "", False, found)
    return found


def without(node: Node, ids: Collection[str]) -> Node:
    """The filter with some predicates relaxed: each no longer stands in the way of any document.

    A relaxed predicate is true in its place, and false where it is negated, so a relaxed filter never excludes a
    document that the filter keeps.

    Args:
        node: The filter.
        ids: Places of predicates, as in `leaves`.
    """
    if isinstance(node, Atom | Nested):
        return TRUE if "0" in ids else node
    return _relaxed(node, "", False, frozenset(ids))


def normalize(node: Node) -> Node:
    """One form for filters that say the same in different words, for comparing filters.

    Negations move down to the predicates, "and" and "or" are flattened, sorted and without repetitions, a list of
    one value is that value, lists are sorted, ``2020.0`` is 2020. Under the profile ``ontoeval`` the meaning
    stays the same; engines may tell some of these forms apart.

    Example:
        >>> from ontoeval.predicates.reading import parse
        >>> print(normalize(parse({"not": {"or": [{"year": [2020.0]}, {"lang": ["en", "de", "en"]}]}})))
        lang not in ['de', 'en'] and year != 2020
    """
    return _normal(node, False)


def map_atoms(node: Node, change: Mapping[Atom, Node]) -> Node:
    """The filter with some predicates replaced, inside nested objects as well."""
    if isinstance(node, Atom):
        return change.get(node, node)
    if isinstance(node, Not | Nested):
        child = map_atoms(node.child, change)
        return node if child is node.child else replace(node, child=child)
    if isinstance(node, And | Or | MinShould):
        return replace(node, children=tuple(map_atoms(child, change) for child in node.children))
    return node


def _gather(node: Node, place: str, negated: bool, found: list[Leaf]) -> None:
    if isinstance(node, Atom | Nested):
        found.append(Leaf(place, node, negated))
        return
    inner = negated != isinstance(node, Not)
    for position, child in enumerate(node.children_of()):
        _gather(child, _below(place, position), inner, found)


def _relaxed(node: Node, place: str, negated: bool, ids: frozenset[str]) -> Node:
    if isinstance(node, Atom | Nested):
        return node if place not in ids else FALSE if negated else TRUE
    if isinstance(node, Not):
        return Not(_relaxed(node.child, _below(place, 0), not negated, ids))
    children = tuple(
        _relaxed(child, _below(place, position), negated, ids) for position, child in enumerate(node.children_of())
    )
    return replace(node, children=children) if isinstance(node, And | Or | MinShould) else node


def _below(place: str, position: int) -> str:
    return f"{place}.{position}" if place else str(position)


def _normal(node: Node, negated: bool) -> Node:
    if isinstance(node, Atom):
        return _normal_atom(node, negated)
    if isinstance(node, Not):
        return _normal(node.child, not negated)
    if isinstance(node, Nested):
        inside: Node = replace(node, child=_normal(node.child, False))
        return Not(inside) if negated else inside
    if isinstance(node, MinShould):
        return _normal_min_should(node, negated)
    all_of = isinstance(node, And) != negated
    parts = _sorted(_normal(child, negated) for child in _flat(node.children_of(), type(node)))
    flat = _sorted(_flat(parts, And if all_of else Or))
    if len(flat) == 1:
        return flat[0]
    return And(flat) if all_of else Or(flat) if flat else FALSE


def _normal_min_should(node: MinShould, negated: bool) -> Node:
    if node.least <= 0:
        return FALSE if negated else TRUE
    if node.least == 1:
        return _normal(Or(node.children), negated)
    if node.least == len(node.children):
        return _normal(And(node.children), negated)
    children = tuple(sorted((_normal(child, False) for child in node.children), key=tree_text))
    kept = MinShould(children, node.least)
    return Not(kept) if negated else kept


def _normal_atom(atom: Atom, negated: bool) -> Node:
    if isinstance(atom.value, Interval):
        bounds = atom.value.bounds()
        if len(bounds) == 1:
            atom = Atom(atom.field, bounds[0][0], bounds[0][1], path=atom.path)
    if atom.op in ("in", "nin", "under") and isinstance(atom.value, tuple):
        distinct = {typed(value): value for value in map(_normal_scalar, atom.value)}
        values = tuple(sorted(distinct.values(), key=lambda value: (type(value).__name__, value)))
        one = len(values) == 1
        atom = replace(atom, op=_ONE.get(atom.op, atom.op) if one else atom.op, value=values[0] if one else values)
    elif isinstance(atom.value, str | int | float):
        atom = replace(atom, value=_normal_scalar(atom.value))
    if not negated:
        return atom
    return replace(atom, op=_OPPOSITE[atom.op]) if atom.op in _OPPOSITE else Not(atom)


def _normal_scalar(value: Scalar) -> Scalar:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _flat(nodes: Iterable[Node], kind: type[Node]) -> list[Node]:
    parts: list[Node] = []
    for node in nodes:
        parts.extend(_flat(node.children_of(), kind) if type(node) is kind else [node])
    return parts


def _sorted(nodes: Iterable[Node]) -> tuple[Node, ...]:
    return tuple(sorted(dict.fromkeys(nodes), key=tree_text))
