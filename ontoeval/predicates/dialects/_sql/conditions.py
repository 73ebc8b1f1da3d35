"""SQL conditions as trees."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from ontoeval.errors import InputError
from ontoeval.findings import shorten
from ontoeval.predicates.dialects._build import (
    MIRRORED,
    all_of,
    any_of,
    bounds,
    like,
    members,
    predicate,
    refused,
)
from ontoeval.predicates.dialects._sql.operands import Constant, Field, Operands, sql
from ontoeval.predicates.tree import FALSE, TRUE, And, Nested, Node, Not

_OPS: Mapping[type[exp.Expr], str] = {
    exp.EQ: "eq", exp.NEQ: "ne", exp.LT: "lt", exp.LTE: "lte", exp.GT: "gt", exp.GTE: "gte",
}  # fmt: skip
_LENGTHS = ("json_array_length", "array_length", "cardinality", "jsonb_array_length")


def parse(native: str, path: str, dialect: Any) -> Node:
    """The tree of a WHERE condition in a dialect of sqlglot; empty text is no filter.

    Raises:
        InputError: It is no condition, or asks for something that the tree cannot say.
    """
    if not native.strip():
        return TRUE
    try:
        condition = sqlglot.parse_one(native, dialect=dialect, into=exp.Condition)
    except SqlglotError as error:
        raise _unreadable(native, error, path) from None
    return _Conditions(path).node(condition)


def _unreadable(native: str, error: SqlglotError, path: str) -> InputError:
    details = [one for one in getattr(error, "errors", []) if one.get("col")]
    place = f"{path}, line {details[0]['line']}, column {details[0]['col']}" if details else path
    near = shorten(details[0]["highlight"] or "the end", 40) if details else shorten(native, 40)
    return InputError(f"cannot read {near!r}", where=place, expected="a condition, as it stands after WHERE")


class _Conditions:
    """Reads conditions; each kind of node of sqlglot has one method."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.operands = Operands(path)
        self._kinds: tuple[tuple[type[exp.Expr], Callable[[Any], Node]], ...] = (
            (exp.Paren, lambda node: self.node(node.this)),
            (exp.And, lambda node: all_of([self.node(part) for part in node.flatten()])),
            (exp.Or, lambda node: any_of([self.node(part) for part in node.flatten()])),
            (exp.Not, lambda node: Not(self.node(node.this))),
            (exp.Boolean, lambda node: TRUE if node.this else FALSE),
            (exp.In, self._in),
            (exp.Between, self._between),
            (exp.Is, self._is),
            (exp.Like, self._like),
            (exp.ArrayContains, self._member),
            (exp.ArrayContainsAll, self._members),
            (exp.ArrayOverlaps, self._overlap),
            (exp.JSONBContainsTopKey, self._top_key),
            (exp.Exists, self._exists),
            (exp.Anonymous, self._call),
            *((kind, self._comparison) for kind in _OPS),
        )

    def node(self, node: exp.Expr) -> Node:
        """The tree of a condition."""
        for kind, read in self._kinds:
            if isinstance(node, kind):
                return read(node)
        if isinstance(node, exp.Column | exp.JSONExtract | exp.JSONExtractScalar | exp.Cast):
            field = self.operands.field(node)
            return predicate(field.name, "eq", True, self.path)
        raise self.operands.refused(node, "the tree has no such condition")

    def _comparison(self, node: exp.Binary) -> Node:
        op = _OPS[type(node)]
        left, right = node.this.unnest(), node.expression.unnest()
        if isinstance(right, exp.Any | exp.All) or _is_call(right, ("any", "all")):
            return self._quantified(op, left, right)
        if _is_length(left):
            return self._length(op, left, right)
        first, second = self.operands.read(left), self.operands.read(right)
        if isinstance(first, Constant) and isinstance(second, Field):
            op, first, second = MIRRORED[op], second, first
        if not isinstance(first, Field) or not isinstance(second, Constant):
            raise self.operands.refused(node, "it compares no field with a value; text stands in single quotes")
        value = self.operands.value_for(first, second.value, node)
        if value is None:
            raise refused(self.path, repr(sql(node)), "nothing is equal to NULL", mend="write IS NULL or IS NOT NULL")
        return predicate(first.name, op, value, self.path)

    def _quantified(self, op: str, left: exp.Expr, right: exp.Expr) -> Node:
        every = isinstance(right, exp.All) or _is_call(right, ("all",))
        if (op, every) not in (("eq", False), ("ne", True)):
            raise self.operands.refused(right, "only = ANY and <> ALL are known")
        values = right.expressions[0] if isinstance(right, exp.Anonymous) else right.this
        return self._listed(left, "nin" if every else "in", self.operands.constant(values), right)

    def _length(self, op: str, left: exp.Expr, right: exp.Expr) -> Node:
        arguments = left.expressions if isinstance(left, exp.Anonymous) else [left.this]
        field = self.operands.field(arguments[0])
        if len(arguments) == 2:
            field = self.operands.path_of(arguments[0], arguments[1])
        empty = predicate(field.name, "is_empty", None, self.path)
        asked = (op, self.operands.constant(right))
        if asked in (("eq", 0), ("lt", 1), ("lte", 0)):
            return empty
        if asked in (("ne", 0), ("gt", 0), ("gte", 1)):
            return Not(empty)
        raise self.operands.refused(left, "the tree tells only whether a list is empty")

    def _in(self, node: exp.In) -> Node:
        if any(node.args.get(name) is not None for name in ("query", "unnest", "field")):
            raise self.operands.refused(node, "the values must stand in the filter")
        found = self._listed(node.this, "in", tuple(self.operands.constant(one) for one in node.expressions), node)
        return Not(found) if node.args.get("negate") else found

    def _listed(self, field: exp.Expr, op: str, values: Any, node: exp.Expr) -> Node:
        found = self.operands.field(field)
        if not isinstance(values, tuple):
            raise self.operands.refused(node, "it needs a list of values")
        if None in values:
            raise refused(self.path, "NULL in a list", "nothing is equal to NULL", mend="write OR field IS NULL")
        return predicate(found.name, op, self.operands.value_for(found, values, node), self.path)

    def _between(self, node: exp.Between) -> Node:
        field = self.operands.field(node.this)
        low, high = (
            self.operands.value_for(field, self.operands.constant(node.args[side]), node) for side in ("low", "high")
        )
        if low is None or high is None:
            raise self.operands.refused(node, "NULL is no bound")
        found = bounds(field.name, {"gte": low, "lte": high}, self.path)
        return Not(found) if node.args.get("negate") else found

    def _is(self, node: exp.Is) -> Node:
        value = node.expression.unnest()
        if isinstance(node.this, exp.JSONType) and isinstance(value, exp.Null):
            field = self.operands.path_of(node.this.this, node.this.expression)
            found: Node = Not(predicate(field.name, "exists", None, self.path))
        elif isinstance(value, exp.Null):
            found = predicate(self.operands.field(node.this).name, "is_null", None, self.path)
        else:
            raise self.operands.refused(
                node,
                "IS is known with NULL only",
            )
        return Not(found) if node.args.get("negate") else found

    def _like(self, node: exp.Like) -> Node:
        field = self.operands.field(node.this)
        found = like(field.name, self.operands.constant(node.expression), "%_", self.path)
        return Not(found) if node.args.get("negate") else found

    def _member(self, node: exp.ArrayContains) -> Node:
        field = self.operands.field(node.this)
        return predicate(field.name, "contains", self.operands.constant(node.expression), self.path)

    def _members(self, node: exp.ArrayContainsAll) -> Node:
        field, value = self.operands.field(node.this), self.operands.constant(node.expression)
        if isinstance(value, str):
            value = self.operands.constant(exp.cast(node.expression, "json"))
        if isinstance(value, Mapping):
            return self._object(value, node)
        return members(field.name, value, self.path)

    def _overlap(self, node: exp.ArrayOverlaps) -> Node:
        field, values = self.operands.field(node.this), self.operands.constant(node.expression)
        if not isinstance(values, tuple) or not values:
            raise self.operands.refused(node, "it needs a list of values")
        return any_of([predicate(field.name, "contains", value, self.path) for value in values])

    def _object(self, content: Mapping[str, Any], node: exp.Expr, prefix: str = "") -> Node:
        """``column @> '{…}'``: the document has all of this in it."""
        parts: list[Node] = []
        for name, value in content.items():
            field = prefix + name
            if isinstance(value, Mapping):
                parts.append(self._object(value, node, f"{field}."))
            elif not isinstance(value, list):
                parts.append(predicate(field, "eq", value, self.path))
            elif any(isinstance(one, Mapping | list) for one in value):
                parts += [self._element(field, one, node) for one in value]
            else:
                parts.append(members(field, value, self.path))
        if not parts:
            raise self.operands.refused(node, "it asks for an empty object")
        return all_of(parts)

    def _element(self, field: str, content: Any, node: exp.Expr) -> Node:
        if not isinstance(content, Mapping) or any(isinstance(value, Mapping | list) for value in content.values()):
            raise self.operands.refused(node, "its elements are no flat objects")
        inside = self._object(content, node)
        return Nested(field, inside if isinstance(inside, And) else And((inside,)))

    def _top_key(self, node: exp.JSONBContainsTopKey) -> Node:
        field, key = self.operands.field(node.this), self.operands.constant(node.expression)
        if field.column is None:
            found = self.operands.path_of(node.this, node.expression)
            return predicate(found.name, "exists", None, self.path)
        return predicate(field.name, "contains", key, self.path)

    def _exists(self, node: exp.Exists) -> Node:
        """``exists(select 1 from json_each(column, '$.f') where value = 'x')``."""
        query = node.this
        table = query.find(exp.Table) if isinstance(query, exp.Select) else None
        call = table.this if table is not None else None
        where = query.args.get("where") if isinstance(query, exp.Select) else None
        if call is None or where is None or not _is_call(call, ("json_each",)) or len(call.expressions) != 2:
            raise self.operands.refused(node, "it is a query")
        test, field = where.this, self.operands.path_of(*call.expressions)
        if not isinstance(test, exp.EQ) or test.this.name.lower() != "value" or not isinstance(test.this, exp.Column):
            raise self.operands.refused(node, "it is a query")
        return predicate(field.name, "contains", self.operands.constant(test.expression), self.path)

    def _call(self, node: exp.Anonymous) -> Node:
        arguments = node.expressions
        if _is_call(node, ("json_exists",)) and len(arguments) == 2:
            return predicate(self.operands.path_of(*arguments).name, "exists", None, self.path)
        if _is_call(node, ("array_has_any",)) and len(arguments) == 2:
            return self._overlap(exp.ArrayOverlaps(this=arguments[0], expression=arguments[1]))
        if _is_call(node, ("json_contains",)) and len(arguments) == 2:
            return self._json_contains(node)
        raise self.operands.refused(node, "the tree has no such condition")

    def _json_contains(self, node: exp.Anonymous) -> Node:
        field, text = self.operands.field(node.expressions[0]), node.expressions[1]
        value = self.operands.constant(exp.cast(text, "json"))
        if isinstance(value, tuple):
            return members(field.name, value, self.path)
        return predicate(field.name, "contains", value, self.path)


def _is_call(node: Any, names: tuple[str, ...]) -> bool:
    return isinstance(node, exp.Anonymous) and node.name.lower() in names


def _is_length(node: exp.Expr) -> bool:
    return isinstance(node, exp.ArraySize) or _is_call(node, _LENGTHS)
