"""Filters in JSON: reading the tree, and writing it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from ontoeval.errors import InputError, closest
from ontoeval.findings import shorten
from ontoeval.predicates.dates import parse_date
from ontoeval.predicates.tree import (
    BARE_OPS,
    BOUNDS_EXPECTED,
    LIST_OPS,
    OPS,
    ORDER_OPS,
    And,
    Atom,
    Interval,
    MinShould,
    Nested,
    Node,
    Not,
    Op,
    Or,
    Scalar,
    Value,
    check_depth,
)

_FORMS = (
    "{field: value or [values]}, {field, op, value}, a list of such objects, or "
    '{"and"|"or": [...]}, {"not": ...}, {"min_should": [...], "least": n}, {"nested": field, "filter": ...}'
)
_BOUNDS = ("gt", "gte", "lt", "lte")


def parse(native: Any, path: str = "filter") -> Node:
    """A filter tree from JSON-like data.

    ``{field: value or [values]}`` is the short form of ``eq`` and ``in``, several fields and lists of objects are
    conjunctions, and an empty object or list is no filter. ``{"date": "2024-01-05"}`` as a value is a point in
    time, which text is not.

    Args:
        native: The data.
        path: Its place, for messages.

    Raises:
        InputError: It is something else; the error says at which path.

    Example:
        >>> print(parse({"lang": ["en", "de"], "year": 2020}))
        lang in ['en', 'de'] and year = 2020
        >>> print(parse({"or": [{"field": "year", "op": "gte", "value": 2020}, {"not": {"lang": "en"}}]}))
        year >= 2020 or not (lang = 'en')
    """
    check_depth(native, path)
    return _node(native, path)


def to_json(node: Node) -> Any:
    """A filter tree as JSON-ready data that `parse` reads back."""
    if isinstance(node, Atom):
        return _atom_json(node)
    if isinstance(node, Not):
        return {"not": to_json(node.child)}
    if isinstance(node, Nested):
        return {"nested": node.field, "filter": to_json(node.child)}
    children = [to_json(child) for child in node.children_of()]
    if isinstance(node, MinShould):
        return {"min_should": children, "least": node.least}
    return {"or" if isinstance(node, Or) else "and": children}


def _node(native: Any, path: str) -> Node:
    if isinstance(native, list | tuple):
        return _all(native, path)
    if not isinstance(native, Mapping):
        raise _wrong(path, native)
    keys = set(native)
    if "op" in native and ("field" in native or keys <= {"op", "value"}):
        return _predicate(native, path)
    if keys == {"not"} and isinstance(native["not"], Mapping | list):
        return Not(_node(native["not"], f"{path}.not"))
    if keys == {"and"}:
        inside = native["and"]
        return And(_children(inside, f"{path}.and")) if isinstance(inside, list) else _node(inside, f"{path}.and")
    if keys == {"or"}:
        return Or(_children(native["or"], f"{path}.or"))
    if keys == {"min_should", "least"}:
        return _min_should(native, path)
    if keys == {"nested", "filter"}:
        return _nested(native, path)
    atoms = tuple(_short(str(field), value, f"{path}.{field}") for field, value in native.items())
    return atoms[0] if len(atoms) == 1 else And(atoms)


def _all(items: Sequence[Any], path: str) -> Node:
    children = _children(items, path)
    return children[0] if len(children) == 1 else And(children)


def _children(items: Any, path: str) -> tuple[Node, ...]:
    if not isinstance(items, list | tuple):
        raise _wrong(path, items)
    return tuple(_node(item, f"{path}[{position}]") for position, item in enumerate(items))


def _min_should(native: Mapping[str, Any], path: str) -> Node:
    least = native["least"]
    if not isinstance(least, int) or isinstance(least, bool) or least < 0:
        raise InputError(f"cannot read {shorten(least)} as a number of parts", where=f"{path}.least", expected="0, 1 …")
    return MinShould(_children(native["min_should"], f"{path}.min_should"), least)


def _nested(native: Mapping[str, Any], path: str) -> Node:
    if not isinstance(native["nested"], str):
        raise InputError("no field", where=f"{path}.nested", expected="the field that holds the list of objects")
    return Nested(native["nested"], _node(native["filter"], f"{path}.filter"))


def _short(field: str, value: Any, path: str) -> Atom:
    if isinstance(value, list | tuple):
        return Atom(field, "in", _scalars(value, path), path=path)
    return Atom(field, "eq", _scalar(value, path), path=path)


def _predicate(native: Mapping[str, Any], path: str) -> Node:
    op = native["op"]
    if op not in OPS:
        near = closest(op, OPS) if isinstance(op, str) else []
        mend = f"did you mean {' or '.join(near)}?" if near else None
        raise InputError(f"operator {op!r}", where=path, expected=" or ".join(map(repr, OPS)), mend=mend)
    field = native.get("field")
    if not isinstance(field, str) or not field:
        raise InputError("no field", where=path, expected="{field, op, value}")
    unknown = set(native) - {"field", "op", "value"} - ({"relations", "expand"} if op == "under" else set())
    if unknown:
        raise InputError(
            f"unknown keys {', '.join(map(repr, sorted(unknown)))}", where=path, expected="field, op, value"
        )
    value = native.get("value")
    if op in BARE_OPS:
        return _bare(field, op, value, path)
    if op == "under":
        return _under(field, native, path)
    return Atom(field, op, _operand(op, value, path), path=path)


def _bare(field: str, op: Op, value: Any, path: str) -> Node:
    if value is not None and not isinstance(value, bool):
        raise InputError(f"cannot read {shorten(value)} as a value of {op}", where=path, expected="true, false or none")
    atom = Atom(field, op, path=path)
    return Not(atom) if value is False else atom


def _under(field: str, native: Mapping[str, Any], path: str) -> Node:
    value, relations, expand = native.get("value"), native.get("relations", ()), native.get("expand", "down")
    concepts: Value = _scalars(value, path) if isinstance(value, list | tuple) else _scalar(value, path)
    if not isinstance(relations, list | tuple) or not all(isinstance(name, str) for name in relations):
        raise InputError(f"cannot read {shorten(relations)} as relations", where=f"{path}.relations", expected="a list")
    if expand not in ("down", "down_up"):
        raise InputError(f"expand {expand!r}", where=f"{path}.expand", expected="'down' or 'down_up'")
    return Atom(field, "under", concepts, tuple(relations), expand, path=path)


def _operand(op: str, value: Any, path: str) -> Value:
    if op in LIST_OPS:
        if not isinstance(value, list | tuple):
            raise _wrong(path, value, f"a list of values for {op}")
        return _scalars(value, path)
    if op == "range":
        return _interval(value, path)
    if op == "eq" and isinstance(value, list | tuple):
        return _scalars(value, path)
    scalar = _scalar(value, path)
    if op in ORDER_OPS and isinstance(scalar, bool):
        raise _wrong(path, value, f"a number, text or date for {op}")
    return scalar


def _interval(value: Any, path: str) -> Interval:
    if not isinstance(value, Mapping) or not value or not set(value) <= set(_BOUNDS):
        raise _wrong(path, value, BOUNDS_EXPECTED)
    if {"gt", "gte"} <= set(value) or {"lt", "lte"} <= set(value):
        raise InputError("two bounds on the same side", where=path, expected=BOUNDS_EXPECTED)
    return Interval(**{bound: _scalar(value[bound], f"{path}.{bound}") for bound in value})


def _scalars(values: Sequence[Any], path: str) -> tuple[Scalar, ...]:
    return tuple(_scalar(value, f"{path}[{position}]") for position, value in enumerate(values))


def _scalar(value: Any, path: str) -> Scalar:
    if isinstance(value, str | int | float | bool):
        return value
    if isinstance(value, datetime):
        return parse_date(value, "iso") or value
    if isinstance(value, Mapping) and set(value) == {"date"}:
        date = parse_date(value["date"], "iso")
        if date is None:
            raise InputError(
                f"cannot read {shorten(value['date'])} as a date",
                where=path,
                expected="ISO 8601, as 2024-01-05T10:00:00Z",
            )
        return date
    raise _wrong(path, value)


def _wrong(path: str, value: Any, expected: str = _FORMS) -> InputError:
    return InputError(f"cannot read {shorten(value, 60)} as a filter", where=path, expected=expected)


def _atom_json(atom: Atom) -> dict[str, Any]:
    row: dict[str, Any] = {"field": atom.field, "op": atom.op}
    if atom.op in BARE_OPS:
        return row
    if isinstance(atom.value, Interval):
        row["value"] = {op: _json(value) for op, value in atom.value.bounds()}
    elif isinstance(atom.value, tuple):
        row["value"] = [_json(value) for value in atom.value]
    else:
        row["value"] = _json(atom.value)
    if atom.op == "under":
        if atom.relations:
            row["relations"] = list(atom.relations)
        if atom.expand != "down":
            row["expand"] = atom.expand
    return row


def _json(value: Scalar | None) -> Any:
    return {"date": value.isoformat()} if isinstance(value, datetime) else value
