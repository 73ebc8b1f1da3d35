"""MongoDB's query language, of which several stores take a part."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ontoeval.errors import InputError
from ontoeval.findings import shorten
from ontoeval.predicates.dialects._build import (
    all_of,
    bounds,
    listed,
    mapping,
    members,
    point,
    predicate,
    refused,
)
from ontoeval.predicates.tree import FALSE, And, Atom, Nested, Node, Not, Or

JOINS = ("$and", "$or", "$nor")
_COMPARISONS = {"$eq": "eq", "$ne": "ne", "$in": "in", "$nin": "nin"}
_BOUNDS = {"$gt": "gt", "$gte": "gte", "$lt": "lt", "$lte": "lte"}
OPERATORS = (*_COMPARISONS, *_BOUNDS, "$exists", "$not", "$elemMatch", "$all", "$size", "$contains", "$not_contains")
_REFUSED = {
    "$regex": "patterns are no predicates of the tree",
    "$where": "it is a program",
    "$expr": "it compares fields with each other",
    "$text": "full-text search is no predicate on metadata",
    "$mod": "the tree does not calculate",
    "$type": "the tree does not ask for types",
    "$jsonSchema": "the tree does not ask for types",
}
_NUMBERS = {"$numberInt": int, "$numberLong": int, "$numberDouble": float}


class Reader:
    """Reads one of the languages of the family.

    Args:
        operators: Operators on fields, of `OPERATORS`.
        joins: Operators that join filters, of `JOINS`.
        one_key: Whether an object has one key only, so that "and" must be written out.
    """

    def __init__(
        self, operators: Iterable[str] = OPERATORS, joins: Iterable[str] = JOINS, *, one_key: bool = False
    ) -> None:
        self.operators = tuple(operators)
        self.joins = tuple(joins)
        self.one_key = one_key

    def filter(self, native: Any, path: str) -> Node:
        """The tree of an object of fields and joins."""
        native = mapping(native, path, "an object of fields and of " + ", ".join(self.joins))
        if self.one_key and len(native) > 1:
            raise InputError(
                f"{len(native)} keys in one object", where=path, expected="one", mend='join them: {"$and": [...]}'
            )
        return all_of([self._entry(str(key), value, f"{path}.{key}") for key, value in native.items()])

    def _entry(self, key: str, value: Any, path: str) -> Node:
        if not key.startswith("$"):
            return self._field(key, value, path)
        if key not in self.joins:
            raise self._unknown(key, self.joins, path)
        parts = tuple(self.filter(part, f"{path}[{n}]") for n, part in enumerate(listed(value, path)))
        if key == "$nor":
            return all_of([Not(part) for part in parts])
        return And(parts) if key == "$and" else Or(parts)

    def _field(self, field: str, value: Any, path: str) -> Node:
        if not isinstance(value, Mapping) or _extended(value):
            return predicate(field, "eq", plain(value, path), path)
        if not any(str(key).startswith("$") for key in value):
            raise refused(path, f"the object {shorten(value, 40)}", "the tree does not compare objects as a whole")
        if self.one_key and len(value) > 1:
            raise InputError(
                f"{len(value)} operators in one object", where=path, expected="one", mend='join them: {"$and": [...]}'
            )
        for name in value:
            if name not in self.operators:
                raise self._unknown(name, self.operators, path)
        ordered = {_BOUNDS[name]: plain(bound, f"{path}.{name}") for name, bound in value.items() if name in _BOUNDS}
        parts = [self._test(field, name, it, f"{path}.{name}") for name, it in value.items() if name not in _BOUNDS]
        if ordered:
            null = next((op for op, bound in ordered.items() if bound is None), None)
            if null is not None:
                raise InputError("null has no order", where=f"{path}.${null}", expected="a number, text or date")
            parts.append(bounds(field, ordered, path))
        return all_of(parts)

    def _test(self, field: str, name: str, value: Any, path: str) -> Node:
        if name in _COMPARISONS:
            return predicate(field, _COMPARISONS[name], plain(value, path), path)
        if name == "$exists":
            return predicate(field, "exists", bool(value) if isinstance(value, int) else value, path)
        if name == "$not":
            return Not(self._field(field, mapping(value, path, "an object of operators"), path))
        if name == "$elemMatch":
            return self._element(field, mapping(value, path), path)
        if name == "$all":
            return members(field, plain(value, path), path) if value != [] else FALSE
        if name == "$size":
            return _size(field, value, path)
        contains = predicate(field, "contains", plain(value, path), path)
        return contains if name == "$contains" else Not(contains)

    def _element(self, field: str, native: Mapping[str, Any], path: str) -> Node:
        if any(str(key).startswith("$") and key not in self.joins for key in native):
            raise refused(path, "$elemMatch with operators", "the tree asks for elements that are objects, or by value")
        return Nested(field, self.filter(native, path))

    def _unknown(self, name: Any, allowed: Iterable[str], path: str) -> InputError:
        if name in _REFUSED:
            return refused(path, str(name), _REFUSED[name])
        return InputError(f"cannot read the operator {shorten(name, 40)!r}", where=path, expected=" or ".join(allowed))


def plain(value: Any, path: str) -> Any:
    """A value without the wrappers of extended JSON: ``{"$date": "2024-01-05"}`` is a point in time."""
    if isinstance(value, list | tuple):
        return [plain(one, f"{path}[{n}]") for n, one in enumerate(value)]
    if not isinstance(value, Mapping) or not _extended(value):
        return value
    ((kind, inside),) = value.items()
    if kind == "$date":
        return _date(inside, f"{path}.$date")
    if kind == "$oid":
        return inside
    try:
        return _NUMBERS[kind](inside)
    except (TypeError, ValueError):
        raise InputError(f"cannot read {shorten(inside)}", where=f"{path}.{kind}", expected="a number") from None


def _extended(value: Mapping[str, Any]) -> bool:
    return len(value) == 1 and next(iter(value)) in ("$date", "$oid", *_NUMBERS)


def _date(value: Any, path: str) -> Any:
    from datetime import UTC, datetime

    value = plain(value, path)
    if not isinstance(value, int) or isinstance(value, bool):
        return point(value, path)
    try:
        return datetime.fromtimestamp(value / 1000, UTC)
    except (OverflowError, ValueError, OSError):
        raise InputError(f"cannot read {value} as a date", where=path, expected="milliseconds since 1970") from None


def _size(field: str, value: Any, path: str) -> Node:
    if value != 0 or isinstance(value, bool):
        raise refused(path, f"$size {shorten(value, 20)}", "the tree tells only whether a list is empty")
    return Atom(field, "is_empty", path=path)
