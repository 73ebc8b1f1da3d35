"""Values of OBO tags: ids and texts without their trailing comments, modifiers and escapes."""

from __future__ import annotations

import re

from ontoeval.ontology.identifiers import canonical

_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "W": " "}
_COMMENT = re.compile(r"(?<!\\)\s!.*\Z|\A!.*\Z")
_MODIFIERS = re.compile(r"\s*(?<!\\)\{[^{}]*=[^{}]*\}\s*\Z")


def read_id(value: str) -> str:
    """An id, without trailing modifiers and comment."""
    if "!" in value or "{" in value:
        value = without_trailer(value)
    value = value.strip()
    if "\\" in value:
        value = unescape(value)
    return canonical(value)


def without_trailer(value: str) -> str:
    """A value without its trailing ``! comment`` and ``{modifiers}``."""
    if "!" in value:
        value = _COMMENT.sub("", value)
    if "{" in value:
        value = _MODIFIERS.sub("", value)
    return value.strip()


def plain_text(value: str) -> str:
    """An unquoted text, without modifiers and comment."""
    return unescape(without_trailer(value))


def unescape(text: str) -> str:
    """A text with its backslash escapes undone."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]), text)
