"""Words and signs of a text: found in the text as it is, so that offsets stay, and folded one by one."""

from __future__ import annotations

import re
import sys
import unicodedata
from functools import cache
from itertools import accumulate
from typing import NamedTuple

#: Scripts that write words without spaces (and Hangul, whose particles stick to words): each letter is a token.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Myanmar, Khmer
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f"  # kana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
    "\uac00-\ud7af"  # Hangul
)
_JOINERS = "\u00ad\u200c\u200d\u2060"
_INVISIBLE = "\x00-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"
_HYPHENS = "\\-_\u2010-\u2013\u2212"
_SKIN = "\U0001f3fb-\U0001f3ff"
_FLAG = "[\U0001f1e6-\U0001f1ff]"

_FOLDED = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u00ab": '"', "\u00bb": '"'}
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2212", "-")
    | dict.fromkeys(f"{_JOINERS}\ufe0e\ufe0f", None)
)

APOSTROPHES = frozenset({"'", "'s"})
"""Folded tokens that are the sign of a possessive, or an apostrophe."""


class Tokens(NamedTuple):
    """The tokens of a text in order.

    Attributes:
        words: Each as it is written.
        starts: Offset of its first code point …
        ends: … and of the one after its last.
    """

    words: list[str]
    starts: list[int]
    ends: list[int]


def tokens(text: str) -> Tokens:
    """The words and signs of a text; white space, invisible characters and hyphens inside words are between them.

    A word is a run of letters, digits and their marks; each letter of a script without spaces, each other visible
    sign, each emoji with its modifiers and the possessive ``'s`` are tokens too.
    """
    parts = _pattern().split(text)
    offsets = list(accumulate(map(len, parts)))
    return Tokens(parts[1::2], offsets[:-1:2], offsets[1::2])


def fold(token: str, *, case: bool = False) -> str:
    """A token as it is compared: in Unicode's compatible form, plain quotes, without case unless it is kept."""
    if token.isascii():
        return token if case else token.lower()
    plain = unicodedata.normalize("NFKC", token.translate(_FOLDED))
    return plain if case else unicodedata.normalize("NFKC", plain.casefold())


def has_letters(token: str) -> bool:
    """Whether a token says something without its neighbours: a letter, a digit or a symbol such as an emoji."""
    return any(
        unicodedata.category(character)[0] in "LN" or unicodedata.category(character) == "So" for character in token
    )


@cache
def _pattern() -> re.Pattern[str]:
    marks = _marks()
    letter = rf"[^\W_{_UNSPACED}]"
    after_letter = rf"(?<=[\w{marks}])"
    alternatives = (
        r"[A-Za-z0-9]++(?![^\x00-\x7f])",  # most words, fast
        rf"{letter}(?:{letter}|[{marks}]|[{_JOINERS}](?={letter}))*+",
        rf"[{_UNSPACED}][{marks}]*+",
        rf"{after_letter}['\u2019][sS](?![\w{marks}])",
        rf"{_FLAG}{{2}}",
        rf"(?!{after_letter}[{_HYPHENS}]\w)(?:[^\w\s{_INVISIBLE}]|_)[{marks}{_SKIN}]*+"
        rf"(?:\u200d[^\w\s][{marks}{_SKIN}]*+)*+",
    )
    return re.compile(f"({'|'.join(alternatives)})")


@cache
def _marks() -> str:
    """Combining marks as ranges of a character class."""
    marks = [code for code in range(0x300, sys.maxunicode) if unicodedata.category(chr(code))[0] == "M"]
    ranges: list[list[int]] = []
    for code in marks:
        if ranges and code == ranges[-1][1] + 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in ranges)
