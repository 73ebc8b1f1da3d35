"""LlamaIndex: MetadataFilters as a dictionary."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ontoeval.errors import InputError
from ontoeval.findings import shorten
from ontoeval.predicates.dialects._build import SIGNS, all_of, listed, mapping, members, only, predicate, refused
from ontoeval.predicates.tree import And, Node, Not, Or

PROFILE = "llamaindex"
FORM = "json"

_OPERATORS: Mapping[str, str] = {
    **{sign: SIGNS[sign] for sign in ("==", "!=", "<", "<=", ">", ">=")},
    "in": "in",
    "nin": "nin",
    "any": "in",
    "contains": "contains",
}
_TEXT = ("text_match", "text_match_insensitive")


def parse(native: Any, path: str) -> Node:
    """The tree of ``{"filters": […], "condition": …}``, or of one filter."""
    native = mapping(native, path, '{"filters": [...], "condition": "and"}')
    if "filters" not in native:
        return _filter(native, path) if native else And()
    only(native, ("filters", "condition"), path)
    condition = native.get("condition") or "and"
    parts = tuple(
        parse(part, f"{path}.filters[{n}]") for n, part in enumerate(listed(native["filters"], f"{path}.filters"))
    )
    if condition == "not":
        if len(parts) != 1:
            raise refused(
                f"{path}.condition",
                f"not with {len(parts)} filters",
                "some stores read it as none of them, some as not all of them",
                mend="put one filter into each not",
            )
        return Not(parts[0])
    if condition not in ("and", "or"):
        raise InputError(f"cannot read the condition {shorten(condition)!r}", where=path, expected="and, or, not")
    return Or(parts) if condition == "or" and len(parts) != 1 else all_of(parts)


def _filter(native: Mapping[str, Any], path: str) -> Node:
    only(native, ("key", "value", "operator"), path)
    field, value, operator = native.get("key"), native.get("value"), native.get("operator") or "=="
    if operator in _TEXT:
        raise refused(f"{path}.operator", str(operator), "each store searches text in its own way")
    if operator == "is_empty":
        return predicate(field, "is_empty", None, path)
    if operator == "all":
        return members(field, value, f"{path}.value")
    if not isinstance(operator, str) or operator not in _OPERATORS:
        raise InputError(
            f"cannot read the operator {shorten(operator, 40)!r}", where=path, expected=" or ".join(_OPERATORS)
        )
    if value is None:
        raise InputError("no value", where=f"{path}.value", expected=f"a value for {operator}")
    return predicate(field, _OPERATORS[operator], value, f"{path}.value")
