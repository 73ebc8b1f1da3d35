"""The filter tree: and, or, not, at least so many of, and predicates on single fields."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeAlias, get_args

from ontoeval.errors import InputError
from ontoeval.predicates.printing import operand_text

#: Nesting that a filter may have. MongoDB accepts as much, Elasticsearch less.
MAX_DEPTH = 100
#: Nesting that a filter may have in a native language, where a level takes up to four.
MOST_LEVELS = 4 * MAX_DEPTH

Scalar: TypeAlias = str | int | float | bool | datetime
Op = Literal[
    "eq", "ne", "lt", "lte", "gt", "gte", "in", "nin", "contains", "exists", "is_null", "is_empty", "range", "under"
]
Expand = Literal["down", "down_up"]

OPS: tuple[Op, ...] = get_args(Op)
ORDER_OPS = ("lt", "lte", "gt", "gte")
LIST_OPS = ("in", "nin")
BARE_OPS = ("exists", "is_null", "is_empty")
BOUNDS_EXPECTED = "one or two of gt, gte, lt, lte: {gte: 1, lt: 5}"
_SIGNS = {"eq": "=", "ne": "!=", "lt": "<", "lte": "<=", "gt": ">", "gte": ">=", "nin": "not in"}
_BARE = {"exists": "exists", "is_null": "is null", "is_empty": "is empty"}


@dataclass(frozen=True, slots=True)
class Interval:
    """The bounds of a ``range``: at most one lower and one upper bound, at least one of both.

    Raises:
        InputError: There is no bound, or there are two on one side.

    Attributes:
        gt, gte: Lower bound, exclusive or inclusive.
        lt, lte: Upper bound, exclusive or inclusive.
    """

    gt: Scalar | None = None
    gte: Scalar | None = None
    lt: Scalar | None = None
    lte: Scalar | None = None

    def __post_init__(self) -> None:
        sides = [[bound for bound in side if bound is not None] for side in ((self.gt, self.gte), (self.lt, self.lte))]
        if not any(sides) or max(map(len, sides)) > 1:
            raise InputError("no bound, or two on the same side", expected=BOUNDS_EXPECTED)

    def bounds(self) -> tuple[tuple[Literal["gt", "gte", "lt", "lte"], Scalar], ...]:
        """The given bounds, lower first."""
        named = (("gt", self.gt), ("gte", self.gte), ("lt", self.lt), ("lte", self.lte))
        return tuple((op, value) for op, value in named if value is not None)  # type: ignore[misc]


Value: TypeAlias = Scalar | tuple[Scalar, ...] | Interval | None


class Node:
    """A filter, or a part of one. Nodes are immutable, and equal when they say the same in the same order.

    Equality tells types apart: a filter for ``1`` is not one for ``true``, nor for ``1.0``.

    Attributes:
        depth: Levels of nesting, 1 for a predicate.
    """

    __slots__ = ("_hash", "_key", "depth")

    depth: int
    _key: tuple[Hashable, ...]
    _hash: int

    def _seal(self, key: tuple[Hashable, ...], children: tuple[Node, ...] = ()) -> None:
        depth = 1 + max((child.depth for child in children), default=0)
        if depth > MAX_DEPTH:
            raise too_deep("the filter")
        object.__setattr__(self, "depth", depth)
        object.__setattr__(self, "_key", key)
        object.__setattr__(self, "_hash", hash(key))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and self._hash == other._hash and self._key == other._key

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        names = [each.name for each in dataclasses.fields(self)]  # type: ignore[arg-type]
        return _made_again, (type(self), {name: getattr(self, name) for name in names})

    def children_of(self) -> tuple[Node, ...]:
        """The parts of the node, in order; none of a predicate."""
        return ()


def _made_again(kind: type[Node], values: dict[str, Any]) -> Node:
    """A copy or an unpickled node; hashes of texts differ between processes."""
    return kind(**values)


@dataclass(frozen=True, slots=True, eq=False)
class Atom(Node):
    """One predicate on one field of a document.

    Attributes:
        field: Name of the metadata field; with dots a path, as the profile of the engine has it.
        op: The operator. ``contains``: the list that the field holds has the value. ``under``: the field holds
            the concept or one of its descendants.
        value: What is asked for: a scalar for comparisons (a tuple for ``eq`` means the list as a whole), a
            tuple for ``in`` and ``nin``, an `Interval` for ``range``, a concept or a tuple of them for
            ``under``, nothing for ``exists``, ``is_null`` and ``is_empty``.
        relations: For ``under``: the relations to follow, e.g. ``("subclass", "part_of")``; empty for all that
            the hierarchy of the ontology has.
        expand: For ``under``: ``"down"`` accepts descendants, ``"down_up"`` ancestors as well (documents that
            are tagged too generally).
        path: Place of the predicate in what was parsed, for messages.
    """

    field: str
    op: Op
    value: Value = None
    relations: tuple[str, ...] = ()
    expand: Expand = "down"
    path: str = dataclasses.field(default="", kw_only=True)

    def __post_init__(self) -> None:
        key: tuple[Hashable, ...] = (self.field, self.op, typed(self.value))
        if self.op == "under":
            key += (self.relations, self.expand)
        self._seal(key)

    @property
    def values(self) -> tuple[Scalar, ...]:
        """What is asked for as a tuple: the list of ``in``, the bounds of ``range``, or the one value."""
        if isinstance(self.value, tuple):
            return self.value
        if isinstance(self.value, Interval):
            return tuple(value for _, value in self.value.bounds())
        return () if self.value is None else (self.value,)

    def text(self, limit: int | None = None) -> str:
        """The predicate in words; lists are cut after ``limit`` values."""
        if self.op in BARE_OPS:
            return f"{self.field} {_BARE[self.op]}"
        if isinstance(self.value, Interval):
            return " and ".join(f"{self.field} {_SIGNS[op]} {operand_text(v)}" for op, v in self.value.bounds())
        text = f"{self.field} {_SIGNS.get(self.op, self.op)} {operand_text(self.value, limit)}"
        if self.op != "under":
            return text
        ways = f" by {', '.join(self.relations)}" if self.relations else ""
        return f"{text}{ways}" + (" or above" if self.expand == "down_up" else "")

    def __str__(self) -> str:
        return self.text(3)


@dataclass(frozen=True, slots=True, eq=False)
class And(Node):
    """All children hold; with none it is no filter at all."""

    children: tuple[Node, ...] = ()

    def __post_init__(self) -> None:
        self._seal(("and", self.children), self.children)

    def children_of(self) -> tuple[Node, ...]:
        """The children."""
        return self.children

    def __str__(self) -> str:
        return tree_text(self, 3)


@dataclass(frozen=True, slots=True, eq=False)
class Or(Node):
    """Some child holds; engines differ on what it means without children."""

    children: tuple[Node, ...] = ()

    def __post_init__(self) -> None:
        self._seal(("or", self.children), self.children)

    def children_of(self) -> tuple[Node, ...]:
        """The children."""
        return self.children

    def __str__(self) -> str:
        return tree_text(self, 3)


@dataclass(frozen=True, slots=True, eq=False)
class Not(Node):
    """The child does not hold."""

    child: Node

    def __post_init__(self) -> None:
        self._seal(("not", self.child), (self.child,))

    def children_of(self) -> tuple[Node, ...]:
        """The child."""
        return (self.child,)

    def __str__(self) -> str:
        return tree_text(self, 3)


@dataclass(frozen=True, slots=True, eq=False)
class MinShould(Node):
    """At least ``least`` of the children hold."""

    children: tuple[Node, ...]
    least: int

    def __post_init__(self) -> None:
        self._seal(("min_should", self.least, self.children), self.children)

    def children_of(self) -> tuple[Node, ...]:
        """The children."""
        return self.children

    def __str__(self) -> str:
        return tree_text(self, 3)


@dataclass(frozen=True, slots=True, eq=False)
class Nested(Node):
    """One and the same object in the list that ``field`` holds passes the child; fields of the child are its own."""

    field: str
    child: Node

    def __post_init__(self) -> None:
        self._seal(("nested", self.field, self.child), (self.child,))

    def children_of(self) -> tuple[Node, ...]:
        """The child."""
        return (self.child,)

    def __str__(self) -> str:
        return tree_text(self, 3)


#: No filter: every document passes, in every engine.
TRUE = And()
#: Nothing passes, in every engine (an empty "or" is not that everywhere).
FALSE = Not(TRUE)


def tree_text(node: Node, limit: int | None = None) -> str:
    """A filter in one line that says all of it, or with lists cut after ``limit`` values.

    Example:
        >>> tree_text(And((Atom("lang", "eq", "en"), Not(Or((Atom("year", "lt", 2020), Atom("draft", "exists")))))))
        "lang = 'en' and not (year < 2020 or draft exists)"
    """
    if isinstance(node, Atom):
        return node.text(limit)
    if isinstance(node, Not):
        inner = tree_text(node.child, limit)
        return f"not ({inner})" if node.child.children_of() or isinstance(node.child, Atom) else f"not {inner}"
    if isinstance(node, Nested):
        return f"{node.field} has one ({tree_text(node.child, limit)})"
    parts = [_within(child, limit) for child in node.children_of()]
    if isinstance(node, MinShould):
        return f"at least {node.least} of ({', '.join(parts)})"
    if isinstance(node, Or):
        return " or ".join(parts) if parts else "any of ()"
    return " and ".join(parts) if parts else "everything"


def _within(child: Node, limit: int | None) -> str:
    text = tree_text(child, limit)
    if isinstance(child, Atom):
        several = isinstance(child.value, Interval) and len(child.value.bounds()) > 1
    else:
        several = isinstance(child, And | Or) and bool(child.children)
    return f"({text})" if several else text


def walk(node: Node) -> Iterator[Node]:
    """The node and all below it, parents first, in order."""
    stack = [node]
    while stack:
        found = stack.pop()
        yield found
        stack.extend(reversed(found.children_of()))


def typed(value: Value) -> Hashable:
    """A key that tells ``1``, ``1.0`` and ``true`` apart, which are equal in Python."""
    if isinstance(value, str) or value is None:
        return value
    if isinstance(value, tuple):
        return tuple(typed(element) for element in value)
    if isinstance(value, Interval):
        return tuple((op, typed(bound)) for op, bound in value.bounds())
    return (type(value).__name__, value if value == value else "nan")


def too_deep(where: str) -> InputError:
    """The error of a filter that is nested too deeply."""
    return InputError(
        "the filter is nested too deeply",
        where=where,
        expected=f"at most {MAX_DEPTH} levels",
        mend="flatten it: 'and' and 'or' take any number of children",
    )


def check_depth(native: object, where: str) -> None:
    """Refuse JSON-like data that is nested too deeply to be a filter, before anything recurses into it.

    Raises:
        InputError: There are more than `MOST_LEVELS` levels of lists and objects.
    """
    level: list[object] = [native]
    for _ in range(MOST_LEVELS):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list | tuple)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list | tuple)
        ]
        if not level:
            return
    raise too_deep(where)
