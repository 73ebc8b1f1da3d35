"""Offsets in UTF-16 units or UTF-8 bytes as offsets in code points."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from itertools import accumulate
from typing import Literal

Unit = Literal["codepoint", "utf16", "utf8"]
UNITS: tuple[Unit, ...] = ("codepoint", "utf16", "utf8")

#: How many units a character has.
_SIZES: dict[Unit, Callable[[str], int]] = {
    "codepoint": len,
    "utf16": lambda sign: 1 + (sign > "\uffff"),
    "utf8": lambda sign: 1 + (sign > "\x7f") + (sign > "\u07ff") + (sign > "\uffff"),
}


def length(text: str, unit: Unit) -> int:
    """How many units a text has."""
    if unit == "codepoint" or text.isascii():
        return len(text)
    return sum(map(_SIZES[unit], text))


class Ruler:
    """Converts the offsets of one text.

    Args:
        text: The text.
        unit: What its offsets count.
    """

    def __init__(self, text: str, unit: Unit) -> None:
        self.identical = unit == "codepoint" or text.isascii()
        self.ends = [] if self.identical else list(accumulate(map(_SIZES[unit], text), initial=0))

    def codepoint(self, offset: int) -> int:
        """The code point at an offset; inside a character the one after it, past the end just as far past it."""
        if self.identical or offset < 0:
            return offset
        if offset > self.ends[-1]:
            return len(self.ends) - 1 + offset - self.ends[-1]
        return bisect_left(self.ends, offset)
