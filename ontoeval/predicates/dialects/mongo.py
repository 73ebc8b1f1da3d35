"""MongoDB's query language, as MongoDB, Cosmos DB, mongomock and mingo take it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from ontoeval.predicates.dialects._build import inexpressible
from ontoeval.predicates.dialects._mongo import Reader
from ontoeval.predicates.tree import And, Atom, Interval, Nested, Node, Not, Or

PROFILE = "mongo"
FORM = "json"

_READER = Reader()
_OPS: Mapping[str, str] = {
    "eq": "$eq", "ne": "$ne", "in": "$in", "nin": "$nin", "gt": "$gt", "gte": "$gte", "lt": "$lt", "lte": "$lte",
}  # fmt: skip


def parse(native: Any, path: str) -> Node:
    """The tree of a query document.

    ``$gt`` and ``$lt`` on one field are a ``range``, ``{"$date": …}`` is a point in time (text is not), and
    ``$size: 0`` is ``is_empty``.
    """
    return _READER.filter(native, path)


def write(node: Node) -> dict[str, Any]:
    """The tree as a query document."""
    if isinstance(node, Atom):
        return {node.field: _test(node)}
    if isinstance(node, Not):
        return {"$nor": [write(node.child)]}
    if isinstance(node, Nested):
        return {node.field: {"$elemMatch": write(node.child)}}
    children = node.children_of()
    if isinstance(node, And):
        return {"$and": [write(child) for child in children]} if children else {}
    if isinstance(node, Or) and children:
        return {"$or": [write(child) for child in children]}
    raise inexpressible(node, "MongoDB")


def _test(atom: Atom) -> dict[str, Any]:
    if atom.field.startswith("$"):
        raise inexpressible(atom, "MongoDB", "a field cannot begin with $")
    if atom.op == "exists":
        return {"$exists": True}
    if atom.op == "is_null":
        return {"$eq": None}
    if atom.op == "is_empty":
        return {"$size": 0}
    if atom.op == "contains":
        return {"$all": [_value(atom, atom.values[0])]}
    if isinstance(atom.value, Interval):
        return {_OPS[op]: _value(atom, bound) for op, bound in atom.value.bounds()}
    if atom.op not in _OPS:
        raise inexpressible(atom, "MongoDB")
    if isinstance(atom.value, tuple):
        return {_OPS[atom.op]: [_value(atom, value) for value in atom.value]}
    return {_OPS[atom.op]: _value(atom, atom.value)}


def _value(atom: Atom, value: object) -> object:
    if isinstance(value, float) and value != value:
        raise inexpressible(atom, "MongoDB", "NaN is no JSON")
    return {"$date": value.isoformat()} if isinstance(value, datetime) else value
