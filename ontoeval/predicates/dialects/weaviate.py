"""Weaviate: ``where`` of GraphQL and of the clients, with operator, operands, path and valueText."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lark import Token, Transformer, v_args

from ontoeval.errors import InputError
from ontoeval.findings import shorten
from ontoeval.predicates.dialects._build import like, listed, mapping, members, only, point, predicate, refused
from ontoeval.predicates.dialects._grammar import at, read, unquoted
from ontoeval.predicates.tree import TRUE, And, Node, Not, Or

PROFILE = "weaviate"
FORM = "both"

_GRAMMAR = r"""
start: object | _WHERE ":" object
?item: object | list | scalar
object: "{" (pair ","?)* "}"
pair: (NAME | STRING) ":" item
list: "[" (item ","?)* "]"
scalar: STRING | NUMBER | NAME
_WHERE.2: /where\b/
NAME: /[A-Za-z_][A-Za-z0-9_]*/
STRING: /"(\\.|[^"\\])*"/s
NUMBER: /-?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?/
%ignore /\s+/
"""
_OPERATORS: Mapping[str, str] = {
    "equal": "eq",
    "notequal": "ne",
    "greaterthan": "gt",
    "greaterthanequal": "gte",
    "lessthan": "lt",
    "lessthanequal": "lte",
    "containsany": "in",
    "containsnone": "nin",
}
_NAMES = "And, Or, Not, Equal, NotEqual, GreaterThan, LessThanEqual, ContainsAny, ContainsAll, IsNull …"
_TYPES: Mapping[str, tuple[type, ...]] = {
    "text": (str,),
    "string": (str,),
    "int": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "date": (str,),
}
_LISTS = ("containsany", "containsall", "containsnone")


def parse(native: Any, path: str) -> Node:
    """The tree of a ``where`` filter: GraphQL text, ``{"path", "operator", "valueText"}``, or a dumped v4 filter.

    ``valueDate`` is a point in time. A v4 filter names its field as ``target`` and has an untyped ``value``. Paths
    through references are refused, since they lead to other objects.
    """
    if isinstance(native, str):
        native = read(_GRAMMAR, native, path, _Reader(path))
    native = mapping(native, path, '{"path", "operator", "valueText"} or {"operator", "operands"}')
    if set(native) == {"where"}:
        return parse(native["where"], f"{path}.where")
    return _filter(native, path) if native else TRUE


def _filter(native: Mapping[str, Any], path: str) -> Node:
    given = {key: value for key, value in native.items() if value is not None}
    operator = str(given.get("operator")).removeprefix("OPERATOR_").replace("_", "").lower()
    if operator in ("and", "or", "not"):
        return _joined(operator, given, path)
    field, where = _target(given, path), f"{path}.operator"
    key, value = _value(given, operator in _LISTS, path)
    if operator == "isnull":
        null = predicate(field, "is_null", None, path)
        if not isinstance(value, bool):
            raise InputError(f"cannot read {shorten(value)}", where=f"{path}.{key}", expected="true or false")
        return null if value else Not(null)
    if operator == "like":
        return like(field, value, "*?", f"{path}.{key}")
    if operator == "containsall":
        return members(field, value, f"{path}.{key}")
    if operator == "withingeorange":
        raise refused(where, "WithinGeoRange", "the tree has no places")
    if operator not in _OPERATORS:
        raise InputError(f"cannot read the operator {shorten(given.get('operator'))!r}", where=where, expected=_NAMES)
    return predicate(field, _OPERATORS[operator], value, f"{path}.{key}")


def _joined(operator: str, given: Mapping[str, Any], path: str) -> Node:
    key = "filters" if "filters" in given else "operands"
    only(given, ("operator", key), path)
    where = f"{path}.{key}"
    parts = [
        _filter(mapping(part, f"{where}[{n}]"), f"{where}[{n}]")
        for n, part in enumerate(listed(given.get(key), where, "a list of filters"))
    ]
    if operator == "not":
        if len(parts) != 1:
            raise InputError(f"Not with {len(parts)} operands", where=where, expected="one operand")
        return Not(parts[0])
    return And(tuple(parts)) if operator == "and" else Or(tuple(parts))


def _target(given: Mapping[str, Any], path: str) -> str:
    name = "path" if "path" in given else "target"
    target = given.get(name)
    if isinstance(target, Mapping) and set(target) == {"property"}:
        target = target["property"]
    if isinstance(target, list | tuple) and len(target) > 1:
        raise refused(f"{path}.{name}", f"the path {shorten(target, 40)}", "it leads to another object")
    field = target[0] if isinstance(target, list | tuple) and target else target
    if not isinstance(field, str) or not field:
        raise InputError(f"cannot read {shorten(target)} as a path", where=f"{path}.{name}", expected='["field"]')
    if field.startswith("len("):
        raise refused(f"{path}.{name}", field, "the tree does not count")
    return "id" if field == "_id" else field


def _value(given: Mapping[str, Any], several: bool, path: str) -> tuple[str, Any]:
    keys = [key for key in given if key not in ("path", "target", "operator")]
    if len(keys) != 1 or not keys[0].startswith("value"):
        what = ", ".join(keys) or "no value"
        raise InputError(what, where=path, expected="one of valueText, valueInt, valueNumber, valueBoolean, valueDate")
    key, value = keys[0], given[keys[0]]
    kind = key.removeprefix("value").removesuffix("Array").lower()
    where = f"{path}.{key}"
    if isinstance(value, Mapping) and set(value) == {"values"}:
        value = value["values"]
    if kind == "georange":
        raise refused(where, key, "the tree has no places")
    if kind and kind not in _TYPES:
        raise InputError(f"cannot read {shorten(key, 40)}", where=path, expected="valueText, valueInt, valueDate …")
    if several:
        values = listed(value, where, "a list of values")
        return key, [_typed(kind, one, f"{where}[{n}]") for n, one in enumerate(values)]
    return key, _typed(kind, value, where)


def _typed(kind: str, value: Any, path: str) -> Any:
    if not kind:
        return value
    if not isinstance(value, _TYPES[kind]) or (isinstance(value, bool) and kind != "boolean"):
        raise InputError(f"{shorten(value, 40)} is no value of this type", where=path, expected=kind)
    return point(value, path) if kind == "date" else value


@v_args(inline=True)
class _Reader(Transformer[Token, Any]):
    """GraphQL input objects as dictionaries."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path

    def start(self, native: Any) -> Any:
        return native

    def object(self, *pairs: tuple[str, Any]) -> dict[str, Any]:
        return dict(pairs)

    def pair(self, name: Token, value: Any) -> tuple[str, Any]:
        return (self._text(name), value)

    def list(self, *items: Any) -> list[Any]:
        return [*items]

    def scalar(self, token: Token) -> Any:
        if token.type == "NUMBER":
            return float(token) if any(mark in token for mark in ".eE") else int(token)
        constants = {"true": True, "false": False, "null": None}
        return constants[token] if token.type == "NAME" and token in constants else self._text(token)

    def _text(self, token: Token) -> str:
        return unquoted(token, at(self.path, token.start_pos or 0)) if token.type == "STRING" else str(token)
