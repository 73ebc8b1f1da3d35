"""LangChain: StructuredQuery, its filter as a dictionary or as text, ``and(eq("a", 1), gt("b", 2))``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lark import Token, Transformer, v_args

from ontoeval.errors import InputError, closest
from ontoeval.findings import shorten
from ontoeval.predicates.dates import parse_date
from ontoeval.predicates.dialects._build import like, listed, mapping, only, point, predicate, refused
from ontoeval.predicates.dialects._grammar import at, read, unquoted
from ontoeval.predicates.tree import TRUE, And, Node, Not, Or

PROFILE = "ontoeval"
FORM = "both"

_GRAMMAR = r"""
start: call | _NO_FILTER -> nothing
call: NAME "(" (_argument ("," _argument)* ","?)? ")"
_argument: call | value
value: STRING | DATE | NUMBER | BOOL | list
list: "[" (value ("," value)* ","?)? "]"
_NO_FILTER.3: /["']?NO_FILTER["']?/
DATE.2: /\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?/
BOOL.2: /true\b|false\b/i
NAME: /[A-Za-z_]+/
STRING: /"(\\.|[^"\\])*"|'(\\.|[^'\\])*'/s
NUMBER: /[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?/
%ignore /\s+/
"""
_COMPARATORS: Mapping[str, str] = {
    "eq": "eq", "ne": "ne", "gt": "gt", "gte": "gte", "lt": "lt", "lte": "lte", "in": "in", "nin": "nin",
    "contain": "contains",
}  # fmt: skip
_OPERATORS = ("and", "or", "not")
_WRAPPED: Mapping[str, str] = {"date": "date", "datetime": "datetime"}


def parse(native: Any, path: str) -> Node:
    """The tree of a filter directive.

    As in LangChain's own parser a quoted text that is a date is a point in time in the text form; in the
    dictionary form only ``{"date": …, "type": "date"}`` is. Who applies the filter is not known, so the profile is
    ``ontoeval``.
    """
    return read(_GRAMMAR, native, path, _Reader(path)) if isinstance(native, str) else _directive(native, path)


def _directive(native: Any, path: str) -> Node:
    if native is None:
        return TRUE
    native = mapping(native, path, '{"comparator", "attribute", "value"} or {"operator", "arguments"}')
    if "comparator" in native:
        only(native, ("comparator", "attribute", "value"), path)
        value = _value(native.get("value"), f"{path}.value")
        return _comparison(native["comparator"], native.get("attribute"), value, path)
    if "operator" in native:
        only(native, ("operator", "arguments"), path)
        where = f"{path}.arguments"
        given = listed(native.get("arguments"), where, "a list of filters")
        return _operation(native["operator"], [_directive(part, f"{where}[{n}]") for n, part in enumerate(given)], path)
    only(native, ("query", "filter", "limit"), path)
    inside = native.get("filter")
    return parse(inside, f"{path}.filter") if isinstance(inside, str) else _directive(inside, f"{path}.filter")


def _value(value: Any, path: str) -> Any:
    if isinstance(value, list | tuple):
        return [_value(one, f"{path}[{n}]") for n, one in enumerate(value)]
    if not isinstance(value, Mapping):
        return value
    key = _WRAPPED.get(str(value.get("type")))
    if key is None or key not in value:
        raise InputError(
            f"cannot read {shorten(value, 60)}", where=path, expected='a value, or {"date": …, "type": "date"}'
        )
    return point(value[key], path)


def _comparison(comparator: Any, field: Any, value: Any, path: str) -> Node:
    if comparator == "like":
        return like(field, value, "%_*?", path)
    if not isinstance(comparator, str) or comparator not in _COMPARATORS:
        raise _unknown("comparator", comparator, (*_COMPARATORS, "like"), path)
    return predicate(field, _COMPARATORS[comparator], value, path)


def _operation(operator: Any, parts: list[Node], path: str) -> Node:
    if operator not in _OPERATORS:
        raise _unknown("operator", operator, _OPERATORS, path)
    if operator == "not":
        if len(parts) != 1:
            raise refused(path, f"not with {len(parts)} arguments", "stores read it differently", mend="one argument")
        return Not(parts[0])
    return Or(tuple(parts)) if operator == "or" else And(tuple(parts))


def _unknown(what: str, name: Any, known: tuple[str, ...], path: str) -> InputError:
    near = closest(name.lower(), known) if isinstance(name, str) else []
    mend = f"did you mean {' or '.join(near)}?" if near else None
    return InputError(
        f"cannot read the {what} {shorten(name, 40)!r}", where=path, expected=" or ".join(known), mend=mend
    )


@v_args(inline=True)
class _Reader(Transformer[Token, Any]):
    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path

    def start(self, node: Node) -> Node:
        return node

    def nothing(self) -> Node:
        return TRUE

    def call(self, name: Token, *arguments: Any) -> Node:
        where, word = at(self.path, name.start_pos or 0), name.lower()
        if word in _OPERATORS:
            self._check(arguments, _is_node, "filters", where)
            return _operation(word, [*arguments], where)
        self._check(arguments, lambda value: not _is_node(value), "an attribute and a value", where)
        if word not in _COMPARATORS and word != "like":
            raise _unknown("function", str(name), (*_COMPARATORS, "like", *_OPERATORS), where)
        if len(arguments) != 2:
            raise InputError(f"{len(arguments)} arguments", where=where, expected=f'{word}("attribute", value)')
        field, value = arguments
        return _comparison(word, field.text if isinstance(field, _Text) else field, _dated(value), where)

    def list(self, *values: Any) -> list[Any]:
        return [*values]

    def value(self, token: Any) -> Any:
        if isinstance(token, list):
            return token
        where = at(self.path, token.start_pos or 0)
        if token.type == "STRING":
            return _Text(unquoted(token, where))
        if token.type == "DATE":
            return point(str(token), where)
        if token.type == "BOOL":
            return token.lower() == "true"
        return float(token) if any(mark in token for mark in ".eE") else int(token)

    def _check(self, arguments: tuple[Any, ...], test: Callable[[Any], bool], expected: str, where: str) -> None:
        for argument in arguments:
            if not test(argument):
                raise InputError("an argument of the wrong kind", where=where, expected=expected)


class _Text:
    """Quoted text, of which the place decides whether it may be a date."""

    def __init__(self, text: str) -> None:
        self.text = text


def _dated(value: Any) -> Any:
    if isinstance(value, list):
        return [_dated(one) for one in value]
    if not isinstance(value, _Text):
        return value
    return parse_date(value.text, "iso") or value.text


def _is_node(value: Any) -> bool:
    return isinstance(value, Node)
