"""Answers as JSON: `parse` is strict, and says by which repairs a lenient reader would get on."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Literal

from ontoeval.views.outputs.repairing import REPAIRS, repair

Parse = Literal["strict", "lenient"]
_TOO_LARGE = re.compile(r"\d[eE]\+?\d{3}")
_TOO_LONG = re.compile(r"\d{309}")
_MEND = {
    "truncated_recovered": "raise the token limit of the answer",
    "code_fence": "ask for JSON alone, or constrain decoding",
    "prose_wrapped": "ask for JSON alone, or constrain decoding",
}


class Unusable(str):
    """The text of an answer of which is known, before it is parsed, that it is no whole answer.

    Attributes:
        code: ``"truncated"`` or ``"unreadable"``; ``"refusal"`` is no answer at all.
        error: Why.
        expected: What was expected instead.
        mend: How to mend it.
    """

    code: str
    error: str
    expected: str
    mend: str

    def __new__(cls, text: str, code: str, error: str, expected: str = "strict JSON", mend: str = "") -> Unusable:
        """The text, and what is known about it."""
        made = super().__new__(cls, text)
        made.code, made.error, made.expected, made.mend = code, error, expected, mend
        return made


@dataclass(frozen=True, slots=True)
class Parsed:
    """One answer as JSON.

    Attributes:
        value: The value: the strict one, or the repaired one.
        strict: Whether the answer is strict JSON.
        usable: Whether the strict or the lenient reader gets a value; one recovered from a cut-off answer is none.
        repairs: What the lenient reader forgave.
        error: Why it is no strict JSON, or "".
        lenient: The repaired value where it differs from a strict one (JSON inside of a string).
    """

    value: Any
    strict: bool
    usable: bool
    repairs: tuple[str, ...] = ()
    error: str = ""
    lenient: Any = None

    @property
    def code(self) -> str:
        """The name of what is wrong: the repair that says most, ``"unreadable"``, or ""."""
        if self.strict and not self.repairs:
            return ""
        return max(self.repairs, key=list(REPAIRS).index) if self.repairs else "unreadable"

    @property
    def mend(self) -> str:
        """How to get strict JSON instead, where that is known."""
        return next((_MEND[name] for name in _MEND if name in self.repairs), "")


def parse(output: Any) -> Parsed:
    """An answer as JSON; a text is parsed, anything else is JSON already.

    Strict JSON has no NaN, no infinity, no key twice in one object, no lone surrogate, and is nested at most 200 deep.

    Args:
        output: What the system put out; not None.

    Example:
        >>> parse('{"a": 1}').strict, parse('{"a": NaN}').repairs
        (True, ('nan_infinity',))
    """
    if isinstance(output, Unusable):
        return Parsed(None, False, False, (), output.error)
    if not isinstance(output, str):
        error = _not_json(output)
        return Parsed(None if error else output, not error, not error, (), error)
    try:
        value = strict(output)
    except ValueError as error:
        found = repair(output)
        usable = not found.error and "truncated_recovered" not in found.repairs
        return Parsed(found.value, False, usable, found.repairs, found.error or str(error))
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        found = repair(output)
        if not found.error and "truncated_recovered" not in found.repairs:
            return Parsed(value, True, True, found.repairs, "", found.value)
    return Parsed(value, True, True)


def value_of(output: Any, reader: Parse = "strict") -> Any:
    """The value that a reader gets of an output, or None."""
    if output is None:
        return None
    found = parse(output)
    if reader == "strict" or not found.usable:
        return found.value if found.strict else None
    return found.value if found.lenient is None else found.lenient


def strict(text: str) -> Any:
    """The value of a strict JSON text.

    Raises:
        ValueError: It is none.
    """
    from pydantic_core import from_json

    value = from_json(text, allow_inf_nan=False, cache_strings="keys")
    if not text.lstrip().startswith(("{", "[")):
        return value
    large = _TOO_LARGE.search(text) or (len(text) > 309 and _TOO_LONG.search(text))
    json.loads(text, object_pairs_hook=_once, parse_float=_finite if large else None)
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {twice!r} is there twice in one object")
    return found


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError("a number is out of range")
    return number


def _not_json(value: Any) -> str:
    """Why a value is no JSON, or ""."""
    try:
        json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
    except RecursionError:
        return "it is nested too deeply"
    except (ValueError, TypeError) as error:
        return str(error)
    return ""
