"""No document can pass: predicates that must hold together exclude each other.

A field that holds lists can have two values at once, so that they are no contradiction there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from ontoeval.predicates.linting.facts import Facts
from ontoeval.predicates.linting.logged import Logged
from ontoeval.predicates.linting.registry import Noticed
from ontoeval.predicates.transform import conjuncts, normalize
from ontoeval.predicates.tree import FALSE, Atom, Interval, Node, Not, typed

SEVERITY = "error"
NEEDS = ""


def run(logged: Logged, facts: Facts) -> Iterator[Noticed]:
    """Predicates of one conjunction that exclude each other, and filters that are false as such."""
    parts = conjuncts(normalize(logged.node))
    lists = logged.profile.lists
    if FALSE in parts:
        yield Noticed("the filter passes nothing whatever the documents are", subject="false")
    for first, second in _opposites(parts):
        yield from _noticed(first, second, logged, facts, several=lists == "each")
    for first, second in _disjoint([part for part in parts if isinstance(part, Atom)]):
        yield from _noticed(first, second, logged, facts, several=lists in ("any", "each"))


def _noticed(first: Node, second: Node, logged: Logged, facts: Facts, *, several: bool) -> Iterator[Noticed]:
    """The finding, unless the field holds lists and several of its values are tried."""
    field = first.field if isinstance(first, Atom) else ""
    kinds = facts.field(field, logged.profile).kinds
    if several and "list" in kinds:
        return
    unsure = several and not kinds
    both = str(first) if first is second else f"{first} and {second}"
    unless = f", unless {field} holds lists" if unsure else ""
    yield Noticed(f"{both} exclude each other{unless}", "", "drop one of them", both, "warning" if unsure else "error")


def _opposites(parts: Sequence[Node]) -> Iterator[tuple[Node, Node]]:
    """Pairs of which one is the negation of the other."""
    seen: set[Node] = set()
    for part in parts:
        opposite = normalize(Not(part))
        if opposite in seen:
            yield opposite, part
        seen.add(part)


def _disjoint(atoms: Sequence[Atom]) -> Iterator[tuple[Atom, Atom]]:
    """For each field two predicates, if there are any, that no single value satisfies."""
    fields: dict[str, list[Atom]] = {}
    for atom in atoms:
        fields.setdefault(atom.field, []).append(atom)
    for same in fields.values():
        yield from _without_values(same)
        yield from _without_room(same)


def _without_values(atoms: Sequence[Atom]) -> Iterator[tuple[Atom, Atom]]:
    left, last = None, None
    for atom in atoms:
        if atom.op not in ("eq", "in"):
            continue
        asked = {typed(atom.value)} if atom.op == "eq" else {typed(value) for value in atom.values}
        if last is not None and left is not None and not left & asked:
            yield last, atom
            return
        left, last = asked if left is None else left & asked, atom


def _without_room(atoms: Sequence[Atom]) -> Iterator[tuple[Atom, Atom]]:
    lower: list[tuple[Any, str, Atom]] = []
    upper: list[tuple[Any, str, Atom]] = []
    for atom in atoms:
        for op, bound in _bounds(atom):
            (lower if op in ("gt", "gte") else upper).append((bound, op, atom))
    for kind in (str, float, datetime):
        lows, highs = ([one for one in side if _kind(one[0]) is kind] for side in (lower, upper))
        if lows and highs:
            low, high = max(lows, key=_value), min(highs, key=_value)
            touching = low[0] == high[0] and (low[1], high[1]) == ("gte", "lte")
            if low[0] >= high[0] and not touching and {low[2].op, high[2].op} != {"eq"}:
                yield low[2], high[2]


def _bounds(atom: Atom) -> Sequence[tuple[str, Any]]:
    if isinstance(atom.value, Interval):
        return atom.value.bounds()
    if atom.op == "eq" and not isinstance(atom.value, tuple):
        return (("gte", atom.value), ("lte", atom.value))
    return ((atom.op, atom.value),) if atom.op in ("gt", "gte", "lt", "lte") else ()


def _kind(value: Any) -> type | None:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float
    return type(value) if isinstance(value, str | datetime) else None


def _value(bound: tuple[Any, str, Atom]) -> Any:
    return bound[0]
