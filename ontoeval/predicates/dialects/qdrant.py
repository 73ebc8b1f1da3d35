"""Qdrant: must, should, must_not and min_should over conditions on payload keys."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from ontoeval.errors import InputError
from ontoeval.findings import shorten
from ontoeval.predicates.dialects._build import (
    all_of,
    bounds,
    inexpressible,
    listed,
    mapping,
    only,
    point,
    predicate,
    refused,
)
from ontoeval.predicates.tree import And, Atom, Interval, MinShould, Nested, Node, Not, Or, Scalar

PROFILE = "qdrant"
FORM = "json"

_CLAUSES = ("must", "should", "must_not", "min_should")
_REFUSED = {
    "geo_bounding_box": "the tree has no places",
    "geo_radius": "the tree has no places",
    "geo_polygon": "the tree has no places",
    "has_vector": "it asks for a vector, not for metadata",
}
_TEXT = "full-text search depends on the tokenizer of the index"


def parse(native: Any, path: str) -> Node:
    """The tree of a ``Filter``, or of a single condition.

    A condition on a ``range`` of texts is one of points in time, as in Qdrant. ``has_id`` is a predicate on ``id``.
    """
    return _condition(mapping(native, path), path)


def _condition(native: Mapping[str, Any], path: str) -> Node:
    given = {key: value for key, value in native.items() if value is not None}
    for key, why in _REFUSED.items():
        if key in given:
            raise refused(f"{path}.{key}", key, why)
    if not given or set(given) & set(_CLAUSES):
        return _filter(given, path)
    if "key" in given:
        return _field(given, path)
    only(given, (*_CLAUSES, "key", "is_empty", "is_null", "has_id", "nested"), path)
    if len(given) > 1:
        raise InputError("several conditions in one object", where=path, expected="one condition in each object")
    ((kind, inside),) = given.items()
    where = f"{path}.{kind}"
    if kind == "has_id":
        return predicate("id", "in", listed(inside, where, "a list of ids"), where)
    inside = mapping(inside, where)
    if kind == "nested":
        return _nested(inside, where)
    only(inside, ("key",), where)
    return predicate(inside.get("key"), kind, True, where)


def _filter(native: Mapping[str, Any], path: str) -> Node:
    only(native, _CLAUSES, path)
    parts: list[Node] = []
    if "must" in native:
        parts += _clauses(native["must"], f"{path}.must")
    if "should" in native:
        parts.append(Or(tuple(_clauses(native["should"], f"{path}.should"))))
    if "min_should" in native:
        parts.append(_min_should(mapping(native["min_should"], f"{path}.min_should"), f"{path}.min_should"))
    if "must_not" in native:
        parts += [Not(part) for part in _clauses(native["must_not"], f"{path}.must_not")]
    return all_of(parts)


def _clauses(native: Any, path: str) -> list[Node]:
    if isinstance(native, Mapping):
        return [_condition(native, path)]
    return [parse(part, f"{path}[{n}]") for n, part in enumerate(listed(native, path, "a list of conditions"))]


def _min_should(native: Mapping[str, Any], path: str) -> Node:
    only(native, ("conditions", "min_count"), path)
    least = native.get("min_count")
    if not isinstance(least, int) or isinstance(least, bool) or least < 0:
        raise InputError(f"cannot read {shorten(least)}", where=f"{path}.min_count", expected="a number of conditions")
    return MinShould(tuple(_clauses(native.get("conditions"), f"{path}.conditions")), least)


def _nested(native: Mapping[str, Any], path: str) -> Node:
    only(native, ("key", "filter"), path)
    key = native.get("key")
    if not isinstance(key, str) or not key:
        raise InputError("no key", where=path, expected="the key that holds the list of objects")
    return Nested(key.removesuffix("[]"), parse(native.get("filter"), f"{path}.filter"))


def _field(native: Mapping[str, Any], path: str) -> Node:
    kinds = ("match", "range", "datetime_range", "values_count", "is_null", "is_empty")
    only(native, ("key", *kinds), path)
    field = native["key"]
    parts = [_test(field, kind, native[kind], f"{path}.{kind}") for kind in kinds if kind in native]
    if not parts:
        raise InputError("a key without a condition", where=path, expected=" or ".join(kinds))
    return all_of(parts)


def _test(field: Any, kind: str, native: Any, path: str) -> Node:
    if kind in ("is_null", "is_empty"):
        return predicate(field, kind, native, path)
    native = mapping(native, path)
    if kind == "match":
        return _match(field, native, path)
    if kind == "values_count":
        return _count(field, native, path)
    return bounds(field, {op: _bound(value, kind, f"{path}.{op}") for op, value in native.items()}, path)


def _match(field: Any, native: Mapping[str, Any], path: str) -> Node:
    given = {key: value for key, value in native.items() if value is not None}
    if len(given) != 1:
        raise InputError(f"cannot read {shorten(native, 60)}", where=path, expected="value, any or except")
    ((how, value),) = given.items()
    where = f"{path}.{how}"
    if how in ("text", "text_any", "phrase"):
        raise refused(where, f"match.{how}", _TEXT)
    if how == "value":
        if isinstance(value, list | tuple | float):
            raise InputError(f"cannot read {shorten(value)}", where=where, expected="text, an integer, true or false")
        return predicate(field, "eq", value, where)
    if how in ("any", "except", "except_"):
        return predicate(field, "in" if how == "any" else "nin", value, where)
    raise InputError(f"cannot read match.{shorten(how, 40)}", where=path, expected="value, any or except")


def _count(field: Any, native: Mapping[str, Any], path: str) -> Node:
    given = {op: value for op, value in native.items() if value is not None}
    if given in ({"gt": 0}, {"gte": 1}):
        return Not(predicate(field, "is_empty", True, path))
    if given in ({"lt": 1}, {"lte": 0}):
        return predicate(field, "is_empty", True, path)
    raise refused(path, f"values_count {shorten(native, 40)}", "the tree tells only whether there are values")


def _bound(value: Any, kind: str, path: str) -> Any:
    """Bounds are floats or points in time, however they are written."""
    if isinstance(value, str | datetime):
        return point(value, path)
    if kind == "datetime_range" and value is not None:
        raise InputError(f"cannot read {shorten(value)} as a date", where=path, expected="text, as 2024-01-05")
    return int(value) if isinstance(value, float) and value.is_integer() else value


def write(node: Node) -> dict[str, Any]:
    """The tree as a ``Filter``."""
    written = _written(node)
    return written if not written or set(written) & set(_CLAUSES) else {"must": [written]}


def _written(node: Node) -> dict[str, Any]:
    if isinstance(node, Atom):
        return _atom(node)
    if isinstance(node, Not):
        return {"must_not": [_written(node.child)]}
    if isinstance(node, Nested):
        return {"nested": {"key": node.field, "filter": write(node.child)}}
    children = [_written(child) for child in node.children_of()]
    if isinstance(node, MinShould):
        return {"min_should": {"conditions": children, "min_count": node.least}}
    return {"must" if isinstance(node, And) else "should": children}


def _atom(atom: Atom) -> dict[str, Any]:
    key = atom.field
    if atom.op in ("is_null", "is_empty"):
        return {atom.op: {"key": key}}
    if atom.op == "exists":
        return {"must_not": [{"is_empty": {"key": key}}]}
    if atom.op in ("eq", "ne", "contains") and not isinstance(atom.value, tuple):
        equal = _equal(atom, atom.values[0])
        return {"must_not": [equal]} if atom.op == "ne" else equal
    if atom.op in ("in", "nin"):
        return _listed(atom)
    if atom.op in ("lt", "lte", "gt", "gte", "range"):
        given = atom.value.bounds() if isinstance(atom.value, Interval) else ((atom.op, atom.values[0]),)
        return {"key": key, "range": {op: _number(atom, value) for op, value in given}}
    raise inexpressible(atom, "Qdrant")


def _equal(atom: Atom, value: Scalar) -> dict[str, Any]:
    if isinstance(value, str | bool) or (isinstance(value, int) and abs(value) < 1 << 63):
        return {"key": atom.field, "match": {"value": value}}
    bound = _number(atom, value)
    return {"key": atom.field, "range": {"gte": bound, "lte": bound}}


def _listed(atom: Atom) -> dict[str, Any]:
    values = atom.values
    plain = all(isinstance(value, str) for value in values) or all(type(value) is int for value in values)
    if plain:
        return {"key": atom.field, "match": {"any" if atom.op == "in" else "except": list(values)}}
    if atom.op == "nin":
        raise inexpressible(atom, "Qdrant", "match.except takes texts or integers")
    return {"should": [_equal(atom, value) for value in values]}


def _number(atom: Atom, value: Scalar) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, str | bool) or value != value or abs(value) > 1 << 53:
        raise inexpressible(atom, "Qdrant", "ranges take numbers that are exact as floats, and dates")
    return value
