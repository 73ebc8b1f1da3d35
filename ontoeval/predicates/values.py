"""What a document holds, compared with what a filter asks for, under the switches of a profile."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, Literal, TypeAlias

from ontoeval.predicates.dates import parse_date
from ontoeval.predicates.profiles.switches import Profile

#: A truth value as bits: 1 can be true, 2 can be false. 0 is unknown; 3 both (a list in SPARQL).
Truth: TypeAlias = int
UNKNOWN: Final = 0
YES: Final = 1
NO: Final = 2

#: Negation of each truth value.
NEGATED: Final = (0, 2, 1, 3)

Operand = Literal["text", "int", "float", "bool", "date", "list"]
Held: TypeAlias = Any

_TRUE_WORDS = frozenset({"true", "t", "yes", "y", "1"})
_FALSE_WORDS = frozenset({"false", "f", "no", "n", "0"})
_WORD = re.compile(r"\w+")
_RANKS: Mapping[type, int] = {type(None): 0, str: 1, int: 2, float: 2, bool: 3, list: 4, dict: 5}


class Missing:
    """The value of a field that a document does not have."""

    def __repr__(self) -> str:
        return "missing"


MISSING: Final = Missing()


class Apart:
    """A key that equals nothing: the types differ, or a cast has failed."""

    def __init__(self, truth: Truth) -> None:
        self.truth = truth


DIFFERENT: Final = Apart(NO)
UNCASTABLE: Final = Apart(UNKNOWN)


def operand_kind(value: object) -> Operand:
    """The type that a value of a filter asks for."""
    if isinstance(value, str):
        return "text"
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int):
        return "int"
    if isinstance(value, float):
        return "float"
    return "date" if isinstance(value, datetime) else "list"


def operand_key(value: Any, profile: Profile) -> Any:
    """What the key of an equal held value is."""
    if isinstance(value, str):
        return _text_key(value, profile)
    return tuple(_element(element) for element in value) if isinstance(value, tuple) else value


def held_key(held: Held, kind: Operand, profile: Profile, coercion: str) -> Any:
    """What a held value is when compared with an operand of a kind; `Apart` when it equals none.

    Args:
        held: A scalar, a list as a whole, or an object; neither missing nor null.
        kind: Type of the operand.
        profile: The switches.
        coercion: The profile's, or ``"none"`` where the engine compares typed values.
    """
    if isinstance(held, list) and kind != "list" and profile.lists == "text" and coercion == profile.coercion:
        held = json_text(held)
    if kind == "text":
        if isinstance(held, str):
            return _text_key(held, profile)
        return DIFFERENT if coercion == "none" else _text_key(json_text(held), profile)
    if kind == "date":
        return parse_date(held, profile.dates) or _failed(profile)
    if kind == "list":
        return tuple(_element(element) for element in held) if isinstance(held, list) else DIFFERENT
    if coercion == "operand":
        return _cast(held, kind)
    return _number_key(held, kind, profile)


def equals(held: Held, value: Any, profile: Profile, coercion: str) -> Truth:
    """Whether a held value, neither missing nor null, equals an operand."""
    kind = operand_kind(value)
    if profile.text == "words" and kind == "text" and isinstance(held, str):
        return YES if words(value) <= words(held) else NO
    key = held_key(held, kind, profile, coercion)
    if isinstance(key, Apart):
        return key.truth
    return YES if key == operand_key(value, profile) else NO


def ordered(held: Held, op: str, value: Any, profile: Profile) -> Truth:
    """Whether a held value, neither missing nor null unless those are values, stands in an order to an operand."""
    asked, kind = order_operand(value, profile), operand_kind(value)
    key = order_key(held, kind, profile)
    if not isinstance(asked, Apart) and not isinstance(key, Apart):
        return compare(key, op, asked)
    if kind == "date" or profile.text_order == "dates":
        return NO if profile.logic == "two" else UNKNOWN
    if profile.order == "jsonb":
        return compare(_RANKS.get(type(held), 0), op, _RANKS.get(type(value), 0))
    if profile.order == "text_above":
        return compare(isinstance(held, str | list), op, isinstance(value, str))
    return UNKNOWN if profile.order == "unknown" or key is UNCASTABLE else NO


def order_operand(value: Any, profile: Profile) -> Any:
    """The key of an operand that is compared by order; `Apart` where the engine has no order for it."""
    if isinstance(value, str) and profile.text_order == "dates":
        return parse_date(value, profile.dates) or DIFFERENT
    return operand_key(value, profile) if isinstance(value, str) else value


def order_key(held: Held, kind: Operand, profile: Profile) -> Any:
    """What a held value is when its order to an operand of a kind is asked for; `Apart` where it has none."""
    if held is None:
        return DIFFERENT
    if kind == "text" and profile.text_order == "dates":
        return parse_date(held, profile.dates) or DIFFERENT
    if kind in ("int", "float"):
        key = held_key(held, "float", profile, profile.coercion)
        return DIFFERENT if isinstance(key, float) and math.isnan(key) else key
    return held_key(held, kind, profile, profile.coercion)


def compare(a: Any, op: str, b: Any) -> Truth:
    """Whether ``a op b`` for two keys of one type."""
    if op == "lt":
        passes = a < b
    elif op == "lte":
        passes = a <= b
    elif op == "gt":
        passes = a > b
    else:
        passes = a >= b
    return YES if passes else NO


def json_text(held: Held) -> str:
    """A held value as the text of its JSON; text is itself."""
    return held if isinstance(held, str) else json.dumps(held, ensure_ascii=False, separators=(",", ":"), default=repr)


def words(text: str) -> frozenset[str]:
    """The words of a text, without case."""
    return frozenset(_WORD.findall(text.casefold()))


def _text_key(text: str, profile: Profile) -> Any:
    if profile.text_dates:
        return parse_date(text, "iso") or text
    return text if profile.text == "exact" else text.casefold()


def _number_key(held: Held, kind: Operand, profile: Profile) -> Any:
    if isinstance(held, bool):
        return held if kind == "bool" or profile.bool_is_number else DIFFERENT
    if not isinstance(held, int | float) or (kind == "bool" and not profile.bool_is_number):
        return DIFFERENT
    return DIFFERENT if kind == "int" and isinstance(held, float) and not profile.int_is_float else held


def _cast(held: Held, kind: Operand) -> Any:
    if kind == "bool":
        text = json_text(held).strip().casefold()
        return True if text in _TRUE_WORDS else False if text in _FALSE_WORDS else UNCASTABLE
    if isinstance(held, bool) or not isinstance(held, str | int | float):
        return UNCASTABLE
    try:
        number = float(held)
    except (ValueError, OverflowError):
        return UNCASTABLE
    return UNCASTABLE if math.isnan(number) else held if isinstance(held, int) else number


def _failed(profile: Profile) -> Apart:
    return DIFFERENT if profile.logic == "two" else UNCASTABLE


def _element(element: Any) -> tuple[str, Any]:
    if isinstance(element, bool) or not isinstance(element, int | float):
        return (type(element).__name__, repr(element) if isinstance(element, list | dict) else element)
    return ("number", element)
