"""Operands of a filter as text."""

from __future__ import annotations

from datetime import datetime

from ontoeval.findings import shorten

_LONGEST = 40


def operand_text(value: object, limit: int | None = None) -> str:
    """An operand in words: text quoted, dates as such, lists in brackets.

    Args:
        value: A scalar, a tuple of scalars, or None.
        limit: Cut lists after so many values and long text; None for all of it.
    """
    if isinstance(value, tuple):
        shown = [operand_text(element, limit) for element in value[:limit]]
        more = ", …" if limit is not None and len(value) > limit else ""
        return f"[{', '.join(shown)}{more}]"
    text = _scalar_text(value)
    return text if limit is None else shorten(text, _LONGEST)


def _scalar_text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return f"date {value.isoformat()}"
    return "null" if value is None else repr(value)
