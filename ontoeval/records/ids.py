"""Ids of two sides that mean the same sample and are written in two ways."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from unicodedata import normalize

from ontoeval.findings import shorten

#: How to mend it.
ALIKE = "write the ids of both in the same way: they are compared as they are written"

_INVISIBLE = re.compile("[\\s\u00ad\u200b-\u200f\u2060\ufeff]+")
_NUMBER = re.compile(r"0*(\d+)(?:\.0+)?")
_SUFFIX = re.compile(r"\.(?:txt|ann|a1|json|jsonl|xml|html?|pdf|md|csv|tsv|conll|pubtator)", re.IGNORECASE)


@dataclass(frozen=True)
class Variants:
    """Pairs of ids that differ in one respect and nothing else.

    Attributes:
        respect: What they differ in: ``"Unicode form"``, ``"white space"``, ``"case"`` …
        pairs: The id of the one side, and that of the other.
    """

    respect: str
    pairs: list[tuple[str, str]]

    def __str__(self) -> str:
        shown = ascii if "Unicode" in self.respect else repr
        mine, theirs = (shown(shorten(name, 40)) for name in self.pairs[0])
        ids = "id differs" if len(self.pairs) == 1 else "ids differ"
        return f"{len(self.pairs)} {ids} only in {self.respect}, e.g. {mine} and {theirs}"


def variants(ids: Iterable[str], others: Iterable[str]) -> list[Variants]:
    """Ids that would be among the others if both were written alike, by what they differ in.

    Each id is in one pair at most. The ids of the one side must not be among those of the other.

    Example:
        >>> for found in variants(["a1", "07", "x"], ["A1", "7.0", "y"]):
        ...     print(found)
        1 id differs only in case, e.g. 'a1' and 'A1'
        1 id differs only in the form of a number, e.g. '07' and '7.0'
    """
    left, right = dict.fromkeys(ids), dict.fromkeys(others)
    found = []
    for respect, form in _FORMS.items():
        waiting = {form(name): name for name in left}
        pairs = [(waiting.pop(same), name) for name in right if (same := form(name)) in waiting]
        for mine, theirs in pairs:
            del left[mine], right[theirs]
        if pairs:
            found.append(Variants(respect, pairs))
    return found


def _visible(name: str) -> str:
    return _INVISIBLE.sub("", name)


def _number(name: str) -> str:
    found = _NUMBER.fullmatch(name)
    return found[1] if found else name


def _stem(name: str) -> str:
    end = name.rfind(".")
    return name[:end] if end > 0 and _SUFFIX.fullmatch(name, end) else name


def _everything(name: str) -> str:
    return _number(_stem(_visible(normalize("NFKC", name)).casefold()))


_FORMS: dict[str, Callable[[str], str]] = {
    "Unicode form": lambda name: normalize("NFC", name),
    "white space": _visible,
    "case": str.casefold,
    "the form of a number": _number,
    "a file suffix": _stem,
    "Unicode form, white space, case, the form of a number or a file suffix": _everything,
}
