"""Trees as SQL conditions over columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from sqlglot import exp

from ontoeval.predicates.dialects._build import inexpressible
from ontoeval.predicates.tree import And, Atom, Interval, Node, Not, Or

_COMPARISONS: Mapping[str, type[exp.Binary]] = {
    "eq": exp.EQ, "ne": exp.NEQ, "lt": exp.LT, "lte": exp.LTE, "gt": exp.GT, "gte": exp.GTE,
}  # fmt: skip


def write(node: Node) -> str:
    """The condition; every column stands in double quotes."""
    return _condition(node).sql()


def _condition(node: Node) -> exp.Expr:
    if isinstance(node, Atom):
        return _atom(node)
    if isinstance(node, Not):
        return exp.Not(this=exp.paren(_condition(node.child), copy=False))
    if not isinstance(node, And | Or):
        raise inexpressible(node, "SQL")
    if not node.children:
        return exp.Boolean(this=isinstance(node, And))
    join: Callable[..., exp.Expr] = exp.And if isinstance(node, And) else exp.Or
    whole, *rest = (exp.paren(_condition(child), copy=False) for child in node.children)
    joined: exp.Expr = whole
    for part in rest:
        joined = join(this=joined, expression=part)
    return joined


def _atom(atom: Atom) -> exp.Expr:
    column = exp.column(*[exp.to_identifier(name, quoted=True) for name in reversed(atom.field.split("."))])
    if atom.op == "is_null":
        return exp.Is(this=column, expression=exp.Null())
    if atom.op == "exists":
        return exp.Not(this=exp.Is(this=column, expression=exp.Null()))
    if atom.op == "is_empty":
        return exp.EQ(this=exp.ArraySize(this=column), expression=exp.Literal.number(0))
    if isinstance(atom.value, Interval):
        return _range(atom, column)
    if atom.op in ("in", "nin"):
        if not atom.values:
            raise inexpressible(atom, "SQL", "a list cannot be empty")
        listed = exp.In(this=column, expressions=[_value(atom, value) for value in atom.values])
        return listed if atom.op == "in" else exp.Not(this=listed)
    if isinstance(atom.value, tuple) or atom.op == "under":
        raise inexpressible(atom, "SQL")
    value = _value(atom, atom.value)
    if atom.op == "contains":
        return exp.ArrayContains(this=column, expression=value)
    return _COMPARISONS[atom.op](this=column, expression=value)


def _range(atom: Atom, column: exp.Expr) -> exp.Expr:
    assert isinstance(atom.value, Interval)
    given = dict(atom.value.bounds())
    if set(given) == {"gte", "lte"}:
        return exp.Between(this=column, low=_value(atom, given["gte"]), high=_value(atom, given["lte"]))
    tests = [_COMPARISONS[op](this=column.copy(), expression=_value(atom, bound)) for op, bound in given.items()]
    return tests[0] if len(tests) == 1 else exp.And(this=tests[0], expression=tests[1])


def _value(atom: Atom, value: Any) -> exp.Expr:
    if isinstance(value, bool):
        return exp.Boolean(this=value)
    if isinstance(value, datetime):
        return exp.cast(exp.Literal.string(value.isoformat()), "timestamptz")
    if isinstance(value, str):
        return exp.Literal.string(value)
    if value != value or value in (float("inf"), float("-inf")):
        raise inexpressible(atom, "SQL", "this is no number")
    number = exp.Literal.number(repr(abs(value)))
    return exp.Neg(this=number) if value < 0 else number
