"""Milvus: boolean expressions, ``year > 2020 and m["lang"] in ["en", "de"]``."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args

from ontoeval.errors import InputError
from ontoeval.predicates.dialects._build import (
    MIRRORED,
    SIGNS,
    all_of,
    any_of,
    bounds,
    like,
    members,
    predicate,
    refused,
)
from ontoeval.predicates.dialects._grammar import at, read, unquoted
from ontoeval.predicates.tree import FALSE, TRUE, Node, Not

PROFILE = "milvus"
FORM = "text"

_GRAMMAR = r"""
start: either
?either: both | both (_OR both)+ -> any_of
?both: single | single (_AND single)+ -> all_of
?single: unary
    | field SIGN value -> compare
    | value SIGN field -> flipped
    | value SIGN field SIGN value -> between
    | call SIGN value -> counted
    | field _IN list -> within
    | field _NOT _IN list -> outside
    | field _IS _NULL -> null
    | field _IS _NOT _NULL -> not_null
    | field _LIKE STRING -> alike
?unary: "(" either ")"
    | _NOT unary -> negation
    | _EXISTS field -> exists
    | call
    | field -> flag
    | BOOL -> constant
call: NAME "(" (argument ("," argument)*)? ")"
?argument: field | value | list
field: NAME ("[" (STRING | NUMBER) "]")*
list: "[" (value ("," value)* ","?)? "]"
value: STRING | NUMBER | BOOL
_OR.2: /or\b|\|\|/i
_AND.2: /and\b|&&/i
_NOT.2: /not\b|!(?!=)/i
_IN.2: /in\b/i
_IS.2: /is\b/i
_NULL.2: /null\b/i
_LIKE.2: /like\b/i
_EXISTS.2: /exists\b/i
BOOL.2: /true\b|false\b/i
SIGN: "==" | "!=" | "<=" | ">=" | "<" | ">"
NAME: /[A-Za-z_$][A-Za-z0-9_$]*/
STRING: /"(\\.|[^"\\])*"|'(\\.|[^'\\])*'/s
NUMBER: /-?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?/
%ignore /\s+/
"""
_CONTAINS = ("json_contains", "array_contains")
_REFUSED = {
    "text_match": "it searches analysed text",
    "phrase_match": "it searches analysed text",
    "random_sample": "it draws by chance",
}


def parse(native: str, path: str) -> Node:
    """The tree of an expression; an empty one is no filter.

    ``m["lang"]`` is the field ``lang`` of the documents, ``m["a"]["b"]`` the field ``a.b``: the JSON column is not
    a part of the name, so there can be one only. As in Milvus, ``not`` binds closer than comparisons, so that they
    need parentheses under it.
    """
    return read(_GRAMMAR, native, path, _Reader(path)) if native.strip() else TRUE


class _Call:
    """A call that is no predicate by itself."""

    def __init__(self, name: str, field: str) -> None:
        self.name = name
        self.field = field


@v_args(inline=True)
class _Reader(Transformer[Token, Any]):
    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.column: str | None = None

    def start(self, node: Any) -> Node:
        return self._node(node)

    def any_of(self, *parts: Any) -> Node:
        return any_of([self._node(part) for part in parts])

    def all_of(self, *parts: Any) -> Node:
        return all_of([self._node(part) for part in parts])

    def negation(self, node: Any) -> Node:
        return Not(self._node(node))

    def compare(self, field: str, sign: Token, value: Any) -> Node:
        return predicate(field, SIGNS[sign], value, at(self.path, sign.start_pos or 0))

    def flipped(self, value: Any, sign: Token, field: str) -> Node:
        return predicate(field, MIRRORED[SIGNS[sign]], value, at(self.path, sign.start_pos or 0))

    def between(self, low: Any, left: Token, field: str, right: Token, high: Any) -> Node:
        where = at(self.path, left.start_pos or 0)
        first, second = MIRRORED[SIGNS[left]], SIGNS[right]
        if {first[0], second[0]} != {"g", "l"}:
            raise InputError(f"cannot read {left} … {right} as bounds", where=where, expected="1 < field < 2")
        return bounds(field, {first: low, second: high}, where)

    def counted(self, call: Any, sign: Token, value: Any) -> Node:
        where = at(self.path, sign.start_pos or 0)
        if not isinstance(call, _Call) or call.name != "array_length":
            raise InputError("cannot compare the result of this call", where=where, expected="array_length(field) == 0")
        empty = predicate(call.field, "is_empty", None, where)
        if (str(sign), value) in (("==", 0), ("<", 1), ("<=", 0)):
            return empty
        if (str(sign), value) in (("!=", 0), (">", 0), (">=", 1)):
            return Not(empty)
        raise refused(where, f"array_length {sign} {value}", "the tree tells only whether a list is empty")

    def within(self, field: str, values: list[Any]) -> Node:
        return predicate(field, "in", values, self.path)

    def outside(self, field: str, values: list[Any]) -> Node:
        return predicate(field, "nin", values, self.path)

    def null(self, field: str) -> Node:
        return predicate(field, "is_null", None, self.path)

    def not_null(self, field: str) -> Node:
        return Not(self.null(field))

    def exists(self, field: str) -> Node:
        return predicate(field, "exists", None, self.path)

    def alike(self, field: str, pattern: Token) -> Node:
        where = at(self.path, pattern.start_pos or 0)
        return like(field, unquoted(pattern, where), "%_", where)

    def flag(self, field: str) -> Node:
        return predicate(field, "eq", True, self.path)

    def constant(self, word: Token) -> Node:
        return TRUE if word.lower() == "true" else FALSE

    def call(self, name: Token, *arguments: Any) -> Any:
        where, function = at(self.path, name.start_pos or 0), name.lower()
        if function in _REFUSED:
            raise refused(where, function, _REFUSED[function])
        if not arguments or not isinstance(arguments[0], _Field):
            raise InputError(f"cannot read {name}", where=where, expected=f"{name}(field, …)")
        field, *rest = arguments
        if function == "array_length" and not rest:
            return _Call(function, field)
        base, _, kind = function.rpartition("_") if function.endswith(("_all", "_any")) else (function, "", "")
        if base not in _CONTAINS or len(rest) != 1:
            raise InputError(f"cannot read {name}", where=where, expected="json_contains(field, value) and the like")
        if kind == "all":
            return members(field, rest[0], where)
        if kind == "any" and isinstance(rest[0], list):
            return any_of([predicate(field, "contains", value, where) for value in rest[0]])
        return predicate(field, "contains", rest[0], where)

    def field(self, name: Token, *keys: Token) -> _Field:
        where = at(self.path, name.start_pos or 0)
        if not keys:
            return _Field(name)
        if any(key.type == "NUMBER" for key in keys):
            raise refused(where, "an element by its position", "the tree asks for any element")
        if self.column not in (None, str(name)):
            raise InputError(
                f"keys of two JSON columns, {self.column} and {name}", where=where, expected="one JSON column"
            )
        self.column = str(name)
        return _Field(".".join(unquoted(key, where) for key in keys))

    def list(self, *values: Any) -> list[Any]:
        return [*values]

    def value(self, token: Token) -> Any:
        if token.type == "BOOL":
            return token.lower() == "true"
        if token.type == "STRING":
            return unquoted(token, at(self.path, token.start_pos or 0))
        return float(token) if any(mark in token for mark in ".eE") else int(token)

    def _node(self, node: Any) -> Node:
        if isinstance(node, Node):
            return node
        raise InputError(f"{node.name} is a number", where=self.path, expected=f"{node.name}(field) == 0")


class _Field(str):
    """The name of a field, apart from text."""
