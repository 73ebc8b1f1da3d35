"""What the dialects share: predicates from operators and values, conjunctions, refusals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from ontoeval.errors import InputError
from ontoeval.findings import shorten
from ontoeval.predicates.dates import parse_date
from ontoeval.predicates.reading import parse
from ontoeval.predicates.tree import LIST_OPS, ORDER_OPS, And, Atom, Node, Not, Or

#: What an operator is when its operands change sides.
MIRRORED: Mapping[str, str] = {"eq": "eq", "ne": "ne", "lt": "gt", "lte": "gte", "gt": "lt", "gte": "lte"}
#: Signs of comparisons in expression languages.
SIGNS: Mapping[str, str] = {
    "=": "eq", "==": "eq", "!=": "ne", "<>": "ne", "<": "lt", "<=": "lte", ">": "gt", ">=": "gte",
}  # fmt: skip


def predicate(field: Any, op: str, value: Any, path: str) -> Node:
    """A predicate; null is a value of ``eq``, ``ne``, ``in`` and ``nin``.

    Raises:
        InputError: The value does not go with the operator.
    """
    if not isinstance(field, str) or not field:
        raise InputError(f"cannot read {shorten(field)} as a field", where=path, expected="the name of a field")
    values = value if isinstance(value, list | tuple) else [value]
    if any(isinstance(one, Mapping) for one in values):
        raise InputError(
            f"cannot read {shorten(value, 60)} as a value", where=path, expected="text, numbers, true, false or dates"
        )
    if op in ("eq", "ne") and value is None:
        return _signed(Atom(field, "is_null", path=path), op == "ne")
    if op == "ne" and isinstance(value, list | tuple):
        return Not(parse({"field": field, "op": "eq", "value": value}, path))
    if op in LIST_OPS and isinstance(value, list | tuple) and any(one is None for one in value):
        kept = parse({"field": field, "op": op, "value": [one for one in value if one is not None]}, path)
        null = _signed(Atom(field, "is_null", path=path), op == "nin")
        return And((kept, null)) if op == "nin" else Or((kept, null))
    return parse({"field": field, "op": op, "value": value}, path)


def bounds(field: Any, given: Mapping[str, Any], path: str) -> Node:
    """A comparison, or a ``range`` where there are two bounds; null bounds are none.

    Raises:
        InputError: There is no bound, or two on one side, or one that nothing can be compared with.
    """
    found = {op: value for op, value in given.items() if value is not None}
    unknown = set(found) - set(ORDER_OPS)
    if unknown or not found:
        what = f"the bound {sorted(unknown)[0]!r}" if unknown else "no bound"
        raise InputError(what, where=path, expected="one or two of gt, gte, lt, lte")
    if len(found) == 1:
        ((op, value),) = found.items()
        return predicate(field, op, value, path)
    for value in found.values():
        predicate(field, "gt", value, path)
    return parse({"field": field, "op": "range", "value": found}, path)


def members(field: Any, values: Any, path: str) -> Node:
    """All of the values are in the list that the field holds.

    Raises:
        InputError: There are none, or they are no list.
    """
    if not isinstance(values, list | tuple) or not values:
        raise InputError(f"cannot read {shorten(values, 60)} as values", where=path, expected="a list with values")
    return all_of([predicate(field, "contains", value, f"{path}[{n}]") for n, value in enumerate(values)])


def all_of(parts: Sequence[Node]) -> Node:
    """The conjunction, or the part itself when there is one."""
    return parts[0] if len(parts) == 1 else And(tuple(parts))


def any_of(parts: Sequence[Node]) -> Node:
    """The disjunction, or the part itself when there is one."""
    return parts[0] if len(parts) == 1 else Or(tuple(parts))


def like(field: Any, pattern: Any, wildcards: str, path: str) -> Node:
    """Equality with a pattern that has no wildcards.

    Raises:
        InputError: It has some, or is no text.
    """
    if not isinstance(pattern, str) or any(mark in pattern for mark in wildcards):
        raise refused(path, f"the pattern {shorten(pattern, 40)!r}", "patterns are no predicates of the tree")
    return predicate(field, "eq", pattern, path)


def point(text: Any, path: str) -> datetime:
    """The point in time that a declared date names.

    Raises:
        InputError: It is no date.
    """
    date = parse_date(text, "lenient")
    if date is None:
        shown = repr(shorten(text, 40)) if isinstance(text, str) else shorten(text, 40)
        raise InputError(f"cannot read {shown} as a date", where=path, expected="ISO 8601, as 2024-01-05")
    return date


def mapping(native: Any, path: str, expected: str = "an object") -> Mapping[str, Any]:
    """The object.

    Raises:
        InputError: It is something else.
    """
    if not isinstance(native, Mapping):
        raise InputError(f"cannot read {shorten(native, 60)} as a filter", where=path, expected=expected)
    return native


def listed(native: Any, path: str, expected: str = "a list of filters") -> Sequence[Any]:
    """The list.

    Raises:
        InputError: It is something else.
    """
    if not isinstance(native, list | tuple):
        raise InputError(f"cannot read {shorten(native, 60)}", where=path, expected=expected)
    return native


def only(native: Mapping[str, Any], allowed: Iterable[str], path: str) -> None:
    """Refuse keys that have no meaning here.

    Raises:
        InputError: There is one.
    """
    known = list(allowed)
    for key in native:
        if key not in known:
            raise InputError(f"cannot read {shorten(key, 40)!r}", where=path, expected=" or ".join(known))


def refused(path: str, what: str, why: str, mend: str | None = None) -> InputError:
    """The error of something that the dialect has and the tree cannot say."""
    return InputError(f"{what} cannot be parsed: {why}", where=path, mend=mend)


def inexpressible(node: Node, dialect: str, why: str = "") -> InputError:
    """The error of a part of a tree that a dialect cannot say."""
    reason = f": {why}" if why else ""
    return InputError(f"{dialect} cannot express {shorten(str(node), 80)}{reason}")


def _signed(node: Node, negated: bool) -> Node:
    return Not(node) if negated else node
