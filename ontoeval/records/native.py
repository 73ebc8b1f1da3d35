"""Values in Python's own types, whatever library they come from."""

from __future__ import annotations

from typing import Any

_NATIVE = {str, int, float, bool, type(None)}


def plain(value: Any) -> Any:
    """Python's own types for arrays, numpy's scalars and tuples, also inside lists and dictionaries."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, tuple):
        value = list(value)
    if isinstance(value, list):
        return value if _NATIVE.issuperset(map(type, value)) else list(map(plain, value))
    if isinstance(value, dict) and not (
        _NATIVE.issuperset(map(type, value)) and _NATIVE.issuperset(map(type, value.values()))
    ):
        return {plain(name): plain(inner) for name, inner in value.items()}
    return value
