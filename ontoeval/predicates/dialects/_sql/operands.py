"""Operands of SQL comparisons: fields, with what they are cast to, and constants."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from sqlglot import exp

from ontoeval.errors import InputError
from ontoeval.findings import shorten
from ontoeval.predicates.dialects._build import point, refused

Kind = Literal["any", "text", "number", "bool", "date", "json"]

_CASTS: tuple[tuple[Kind, frozenset[Any]], ...] = (
    ("text", frozenset(exp.DataType.TEXT_TYPES)),
    ("number", frozenset(exp.DataType.NUMERIC_TYPES)),
    ("bool", frozenset({exp.DataType.Type.BOOLEAN})),
    ("date", frozenset(exp.DataType.TEMPORAL_TYPES)),
    ("json", frozenset({exp.DataType.Type.JSON, exp.DataType.Type.JSONB})),
    ("any", frozenset({exp.DataType.Type.ARRAY, exp.DataType.Type.LIST})),
)
_DATE_FUNCTIONS = ("date", "datetime", "timestamp")


@dataclass(frozen=True)
class Field:
    """A field of a document.

    Attributes:
        name: Its name; in a JSON column the path in it.
        kind: What it is cast to.
        column: The JSON column that holds it, if one does.
    """

    name: str
    kind: Kind = "any"
    column: str | None = None


@dataclass(frozen=True)
class Constant:
    """A value; a tuple is a list, and an object what JSON text said."""

    value: Any


class Operands:
    """Reads operands, and sees to it that there is one JSON column only.

    Args:
        path: Place of the filter, for messages.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.column: str | None = None

    def read(self, node: exp.Expr) -> Field | Constant:
        """A field or a constant.

        Raises:
            InputError: It is something else: a calculation, a function, a query.
        """
        node = node.unnest()
        found = self._field(node) or self._constant(node)
        if found is None:
            raise self.refused(node, "only fields are compared with values")
        return found

    def field(self, node: exp.Expr) -> Field:
        """A field.

        Raises:
            InputError: It is something else.
        """
        found = self.read(node)
        if isinstance(found, Constant):
            raise self.refused(node, "it is no field")
        return found

    def constant(self, node: exp.Expr) -> Any:
        """The value of a constant.

        Raises:
            InputError: It is something else.
        """
        found = self.read(node)
        if isinstance(found, Field):
            raise InputError(
                f"{sql(node)} is a field, not a value", where=self.path, mend="text stands in single quotes"
            )
        return found.value

    def path_of(self, base: exp.Expr, path: exp.Expr) -> Field:
        """The field at a path in a JSON column.

        Raises:
            InputError: The path is no chain of names, or another column was used before.
        """
        inner = self.field(base)
        names = _names(path)
        if names is None:
            raise self.refused(path, "paths are chains of names")
        column = inner.column or inner.name
        if self.column not in (None, column):
            raise InputError(
                f"fields of two JSON columns, {self.column} and {column}", where=self.path, expected="one JSON column"
            )
        self.column = column
        return Field(".".join([*([inner.name] if inner.column else []), *names]), "any", column)

    def value_for(self, field: Field, value: Any, node: exp.Expr) -> Any:
        """The value as it is compared with a field that is cast.

        Raises:
            InputError: The types do not go together.
        """
        if isinstance(value, tuple):
            return tuple(self.value_for(field, one, node) for one in value)
        if field.kind == "date" and isinstance(value, str):
            return point(value, self.path)
        number = isinstance(value, int | float) and not isinstance(value, bool)
        fits = {"text": isinstance(value, str), "number": number, "bool": isinstance(value, bool)}
        if not fits.get(field.kind, True):
            raise InputError(
                f"{field.name} is cast to {field.kind} and compared with {shorten(value, 40)}", where=self.path
            )
        return value

    def refused(self, node: exp.Expr, why: str) -> InputError:
        """The error of something that cannot be parsed."""
        return refused(self.path, repr(sql(node)), why)

    def _field(self, node: exp.Expr) -> Field | None:
        if isinstance(node, exp.Column):
            return Field(".".join(part.name for part in node.parts))
        if isinstance(node, exp.JSONExtract | exp.JSONExtractScalar):
            return self.path_of(node.this, node.expression)
        if isinstance(node, exp.Bracket) and len(node.expressions) == 1:
            return self.path_of(node.this, node.expressions[0])
        if isinstance(node, exp.Cast) and isinstance(
            node.this.unnest(), exp.Column | exp.JSONExtract | exp.JSONExtractScalar
        ):
            return self._cast(self.field(node.this), _cast_to(node), node)
        inside = _argument(node, _DATE_FUNCTIONS)
        if inside is not None and not isinstance(inside, exp.Literal):
            return self._cast(self.field(inside), "date", node)
        return None

    def _cast(self, field: Field, kind: Kind | None, node: exp.Expr) -> Field:
        if kind is None or kind == "json":
            raise self.refused(node, "this cast has no meaning in a filter")
        return Field(field.name, kind, field.column)

    def _constant(self, node: exp.Expr) -> Constant | None:
        if isinstance(node, exp.Literal):
            return Constant(node.this if node.is_string else _number(node.this))
        if isinstance(node, exp.Neg) and isinstance(node.this, exp.Literal) and not node.this.is_string:
            return Constant(-_number(node.this.this))
        if isinstance(node, exp.Boolean):
            return Constant(bool(node.this))
        if isinstance(node, exp.Null):
            return Constant(None)
        if isinstance(node, exp.Array):
            return Constant(tuple(self.constant(one) for one in node.expressions))
        if isinstance(node, exp.Cast):
            return self._converted(self.constant(node.this), _cast_to(node), node)
        inside = _argument(node, (*_DATE_FUNCTIONS, "json"))
        if inside is None:
            return None
        return self._converted(self.constant(inside), "json" if _argument(node, ("json",)) else "date", node)

    def _converted(self, value: Any, kind: Kind | None, node: exp.Expr) -> Constant:
        if kind == "date":
            return Constant(point(value, self.path))
        if kind == "json" and isinstance(value, str):
            return Constant(self._json(value))
        if kind == "number" and isinstance(value, str):
            try:
                return Constant(_number(value))
            except ValueError:
                raise InputError(f"cannot read {value!r} as a number", where=self.path) from None
        fits = {"text": str, "number": int | float, "bool": bool, "any": object}
        if kind is None or kind == "json" or not isinstance(value, fits[kind]):
            raise self.refused(node, "this cast has no meaning in a filter")
        return Constant(value)

    def _json(self, text: str) -> Any:
        from pydantic_core import from_json

        try:
            value = from_json(text, allow_inf_nan=False)
        except ValueError as error:
            raise InputError(f"{shorten(text, 40)!r} is no JSON ({error})", where=self.path) from None
        return tuple(value) if isinstance(value, list) else value


def sql(node: exp.Expr) -> str:
    """A part of a filter as SQL, shortened."""
    return shorten(node.sql(), 60)


def _argument(node: exp.Expr, functions: tuple[str, ...]) -> exp.Expr | None:
    """The argument of a call of one of some functions."""
    if isinstance(node, exp.Anonymous):
        name, arguments = node.name.lower(), node.expressions
    elif isinstance(node, exp.Func):
        name = node.sql_name().lower()
        arguments = [value for value in node.args.values() if isinstance(value, exp.Expr)]
    else:
        return None
    found: exp.Expr | None = arguments[0] if name in functions and len(arguments) == 1 else None
    return found


def _cast_to(node: exp.Cast) -> Kind | None:
    target = node.to.this
    return next((kind for kind, types in _CASTS if target in types), None)


def _names(path: exp.Expr) -> list[str] | None:
    if isinstance(path, exp.Literal) and path.is_string:
        return [path.this.removeprefix("$.")]
    if not isinstance(path, exp.JSONPath):
        return None
    steps = [step for step in path.expressions if not isinstance(step, exp.JSONPathRoot)]
    if not steps or not all(isinstance(step, exp.JSONPathKey) and isinstance(step.this, str) for step in steps):
        return None
    return [step.this for step in steps]


def _number(text: str) -> int | float:
    return float(text) if any(mark in text for mark in ".eE") else int(text)
