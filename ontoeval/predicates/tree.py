"""The filter tree: conjunctions of ``eq`` and ``in`` atoms, parsed from records and tried on documents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ontoeval.errors import InputError
from ontoeval.findings import shorten

Scalar = str | int | float | bool
_OPERATORS = ("eq", "in")


@dataclass(frozen=True, slots=True)
class Atom:
    """One predicate on one field of a document.

    Attributes:
        field: Name of the metadata field.
        op: ``"eq"`` (the field holds the value) or ``"in"`` (it holds one of the values).
        values: The value, or the values of ``in``.
    """

    field: str
    op: Literal["eq", "in"]
    values: tuple[Scalar, ...]

    def passes(self, doc: Mapping[str, Any]) -> bool:
        """Whether a document passes.

        A field that holds a list passes when any of its elements does; a missing or null field fails.
        Values are compared by type: ``1`` is ``1.0`` but neither ``"1"`` nor ``true``; text is
        case-sensitive.
        """
        held = doc.get(self.field)
        held_values = held if isinstance(held, list) else [held]
        return any(_same(mine, value) for mine in held_values for value in self.values)

    def __str__(self) -> str:
        shown = [shorten(repr(value), 40) for value in self.values[:3]]
        if self.op == "eq":
            return f"{self.field} = {shown[0]}"
        more = ", …" if len(self.values) > 3 else ""
        return f"{self.field} in [{', '.join(shown)}{more}]"


def parse(native: Any, path: str) -> tuple[Atom, ...]:
    """The atoms of a conjunction.

    Args:
        native: ``{field: value or [values]}``, or a list of ``{field, op, value}``, or ``{"and": [...]}``
            of such objects. An empty object or list is no filter.
        path: Place of the filter, for messages.

    Raises:
        InputError: The filter is something else; the message says where.
    """
    if isinstance(native, Mapping) and set(native) == {"and"}:
        native, path = native["and"], f"{path}.and"
    if isinstance(native, list):
        return tuple(atom for position, item in enumerate(native) for atom in _item(item, f"{path}[{position}]"))
    if not isinstance(native, Mapping):
        raise _wrong(path, native)
    if "op" in native and "field" in native:
        return _item(native, path)
    return tuple(_atom(str(field), None, value, f"{path}.{field}") for field, value in native.items())


def _item(item: Any, path: str) -> tuple[Atom, ...]:
    if not isinstance(item, Mapping):
        raise _wrong(path, item)
    if "op" not in item:
        return parse(item, path)
    op = item["op"]
    if op not in _OPERATORS:
        raise InputError(f"operator {op!r}", where=path, expected=" or ".join(map(repr, _OPERATORS)))
    if not isinstance(item.get("field"), str):
        raise InputError("no field", where=path, expected="{field, op, value}")
    return (_atom(item["field"], op, item.get("value"), path),)


def _atom(field: str, op: Literal["eq", "in"] | None, value: Any, path: str) -> Atom:
    if isinstance(value, list) and op in (None, "in"):
        for position, element in enumerate(value):
            if not isinstance(element, str | int | float | bool):
                raise _wrong(f"{path}[{position}]", element)
        return Atom(field, "in", tuple(value))
    if op in (None, "eq") and isinstance(value, str | int | float | bool):
        return Atom(field, "eq", (value,))
    raise _wrong(path, value)


def _wrong(path: str, value: Any) -> InputError:
    return InputError(
        f"cannot read {shorten(value, 60)} as a filter",
        where=path,
        expected="{field: value or [values]} or a list of {field, op, value} with op eq or in",
    )


def _same(held: Any, value: Scalar) -> bool:
    if isinstance(held, bool) or isinstance(value, bool):
        return held is value
    if isinstance(held, int | float) and isinstance(value, int | float):
        return held == value
    return isinstance(held, str) and held == value
