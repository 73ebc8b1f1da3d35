"""A filter as conditions that hold or not, and how many of them it needs: negations are at the conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from ontoeval.predicates.tree import And, Atom, MinShould, Nested, Node, Not, Or

#: Sets of conditions that are kept of one document at most. Twelve conditions never make more.
MOST_SETS = 1024
_SIDE = 32


@dataclass(frozen=True, slots=True)
class Condition:
    """A predicate in its place in a filter.

    Attributes:
        leaf: The predicate, a `Nested`, or a part that nothing can pass, such as an empty "or".
        negated: Whether it must not hold.
        test: What the engine is asked, negation included and every ``under`` expanded.
    """

    leaf: Node
    negated: bool
    test: Node

    @property
    def field(self) -> str:
        """The field of the predicate; "" of a part without one."""
        return self.leaf.field if isinstance(self.leaf, Atom | Nested) else ""

    @property
    def positive(self) -> bool:
        """Whether it asks for values, and not for their absence."""
        return self.negated == (isinstance(self.leaf, Atom) and self.leaf.op in ("ne", "nin"))

    @property
    def plain(self) -> bool:
        """Whether it says no more than that a field has one of some values."""
        return not self.negated and isinstance(self.leaf, Atom) and self.leaf.op in ("eq", "in")

    def __str__(self) -> str:
        return f"not ({self.leaf})" if self.negated else str(self.leaf)


@dataclass(frozen=True, slots=True)
class Threshold:
    """At least ``least`` of the parts hold; a part is the number of a condition, or a threshold.

    "And" needs all of its parts and "or" one. What makes a condition hold never makes the whole fail.
    """

    least: int
    parts: tuple[Threshold | int, ...]

    @property
    def is_conjunction(self) -> bool:
        """Whether all conditions must hold."""
        return self.least == len(self.parts) and all(isinstance(part, int) for part in self.parts)

    def node(self, tests: Sequence[Node]) -> Node:
        """The filter as a tree, with a test for each of its conditions."""
        children = tuple(tests[part] if isinstance(part, int) else part.node(tests) for part in self.parts)
        if self.least == len(children):
            return And(children)
        return Or(children) if self.least == 1 else MinShould(children, self.least)

    def holds(self, held: int) -> bool:
        """Whether the filter passes a document.

        Args:
            held: The conditions that the document meets, as bits.
        """
        met = 0
        for part in self.parts:
            met += held >> part & 1 if isinstance(part, int) else part.holds(held)
        return met >= self.least


class Relaxations:
    """The smallest sets of conditions without which a filter passes a document.

    Args:
        threshold: The filter.
        held: The conditions that the document meets, as bits.

    Attributes:
        sets: The sets as bits, smaller ones first; one empty set where the document passes.
        complete: Whether these are all; else only the first ones were kept.
    """

    def __init__(self, threshold: Threshold, held: int) -> None:
        self.complete = True
        self.sets = self._of(threshold, held)

    def _of(self, part: Threshold | int, held: int) -> list[int]:
        if isinstance(part, int):
            return [0] if held >> part & 1 else [1 << part]
        options = [self._of(inner, held) for inner in part.parts]
        failing = [option for option in options if option != [0]]
        missing = part.least - (len(options) - len(failing))
        if missing <= 0:
            return [0]
        found: list[int] = []
        ways = combinations(failing, missing)
        for chosen in islice(ways, MOST_SETS):
            found += self._together(chosen)
        if len(found) > MOST_SETS or next(ways, None) is not None:
            self.complete = False
        return sorted(found, key=_by_size)[:MOST_SETS]

    def _together(self, options: tuple[list[int], ...]) -> list[int]:
        sets = [0]
        for option in options:
            if len(sets) * len(option) > MOST_SETS:
                self.complete = False
                sets, option = sets[:_SIDE], option[:_SIDE]
            sets = sorted((one | other for one in sets for other in option), key=_by_size)
        return sets


def rescuing(part: Threshold | int, held: int) -> int:
    """Conditions any one of which makes a part hold that fails, as bits: leave-one-out of every condition at once.

    Args:
        part: The part; it fails.
        held: The conditions that the document meets, as bits.

    Example:
        >>> bin(rescuing(Threshold(2, (Threshold(1, (0, 1)), 2)), 0b100))
        '0b11'
    """
    if isinstance(part, int):
        return 1 << part
    failing = [one for one in part.parts if not (held >> one & 1 if isinstance(one, int) else one.holds(held))]
    if len(part.parts) - len(failing) + 1 < part.least:
        return 0
    return union(rescuing(one, held) for one in failing)


def critical(part: Threshold | int) -> int:
    """Conditions without any one of which a part fails although all others hold, as bits.

    Example:
        >>> bin(critical(Threshold(2, (Threshold(1, (0, 1)), 2))))
        '0b100'
    """
    if isinstance(part, int):
        return 1 << part
    return union(critical(one) for one in part.parts) if part.least == len(part.parts) else 0


def union(sets: Iterable[int]) -> int:
    """All conditions of some sets."""
    together = 0
    for one in sets:
        together |= one
    return together


def minimal(sets: list[int]) -> tuple[int, ...]:
    """Sets of which none contains another, smaller ones first."""
    kept: list[int] = []
    for one in sorted(set(sets), key=_by_size):
        if not any(other & one == other for other in kept):
            kept.append(one)
    return tuple(kept)


def conditions(
    node: Node, *, empty_or: bool, expand: Callable[[Node], Node]
) -> tuple[Threshold, tuple[Condition, ...]]:
    """A filter as a threshold over its conditions.

    Args:
        node: The filter.
        empty_or: Whether an "or" of nothing passes everything.
        expand: Turns a predicate into what the engine is asked (see `Subsumption.expand`).

    Example:
        >>> from ontoeval.predicates.reading import parse
        >>> threshold, found = conditions(
        ...     parse([{"lang": "en"}, {"not": {"kind": "a", "year": 2020}}]), empty_or=False, expand=lambda leaf: leaf
        ... )
        >>> threshold
        Threshold(least=2, parts=(0, Threshold(least=1, parts=(1, 2))))
        >>> [str(condition) for condition in found]
        ["lang = 'en'", "not (kind = 'a')", 'not (year = 2020)']
    """
    found: list[Condition] = []

    def leaf(part: Node, negated: bool) -> int:
        test = expand(part)
        found.append(Condition(part, negated, Not(test) if negated else test))
        return len(found) - 1

    def convert(part: Node, negated: bool) -> Threshold | int:
        if isinstance(part, Atom | Nested):
            return leaf(part, negated)
        if isinstance(part, Not):
            return convert(part.child, not negated)
        children = part.children_of()
        least = _least(part, empty_or)
        if negated:
            least = len(children) - least + 1
        if least > len(children):
            return leaf(part, negated)
        if least <= 0:
            return Threshold(0, ())
        return _flat(least, [convert(child, negated) for child in children])

    whole = convert(node, False)
    return (Threshold(1, (whole,)) if isinstance(whole, int) else whole), tuple(found)


def _least(part: Node, empty_or: bool) -> int:
    if isinstance(part, And):
        return len(part.children)
    least = part.least if isinstance(part, MinShould) else 1
    nothing = isinstance(part, Or | MinShould) and not part.children
    return 0 if nothing and empty_or else least


def _flat(least: int, parts: list[Threshold | int]) -> Threshold:
    """A threshold, with "all of" inside "all of" taken apart."""
    if least < len(parts) or all(isinstance(part, int) for part in parts):
        return Threshold(least, tuple(parts))
    flat: list[Threshold | int] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, Threshold) and part.least == len(part.parts) else [part])
    return Threshold(len(flat), tuple(flat))


def _by_size(one: int) -> tuple[int, int]:
    return one.bit_count(), one
