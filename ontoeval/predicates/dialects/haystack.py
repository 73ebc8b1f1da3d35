"""Haystack: filters of version 2 as a dictionary."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ontoeval.errors import InputError
from ontoeval.findings import shorten
from ontoeval.predicates.dialects._build import SIGNS, all_of, listed, mapping, only, predicate
from ontoeval.predicates.tree import TRUE, And, Node, Not, Or

PROFILE = "haystack"
FORM = "json"

_OPERATORS: Mapping[str, str] = {
    **{sign: SIGNS[sign] for sign in ("==", "!=", "<", "<=", ">", ">=")},
    "in": "in",
    "not in": "nin",
    "contains": "contains",
}


def parse(native: Any, path: str) -> Node:
    """The tree of a comparison or of a logical filter; ``meta.name`` is the field ``name``."""
    native = mapping(native, path, '{"field", "operator", "value"} or {"operator", "conditions"}')
    if not native:
        return TRUE
    operator = native.get("operator")
    if "field" in native:
        only(native, ("field", "operator", "value"), path)
        if not isinstance(operator, str) or operator not in _OPERATORS:
            raise _unknown(operator, _OPERATORS, path)
        field = native["field"]
        name = field.removeprefix("meta.") if isinstance(field, str) else field
        return predicate(name, _OPERATORS[operator], native.get("value"), f"{path}.value")
    only(native, ("operator", "conditions"), path)
    if operator not in ("AND", "OR", "NOT"):
        raise _unknown(operator, ("AND", "OR", "NOT"), path)
    where = f"{path}.conditions"
    parts = tuple(parse(part, f"{where}[{n}]") for n, part in enumerate(listed(native.get("conditions"), where)))
    if operator == "NOT":
        return Not(all_of(parts))
    return And(parts) if operator == "AND" else Or(parts)


def _unknown(operator: Any, allowed: Any, path: str) -> InputError:
    return InputError(f"cannot read the operator {shorten(operator, 40)!r}", where=path, expected=" or ".join(allowed))
