"""A document with its mentions as they stand in a file."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite

from ontoeval.findings import Finding, shorten
from ontoeval.records.batch import Problems, Row
from ontoeval.records.formats._units import Unit, length


@dataclass
class Document:
    """One document of a file.

    Attributes:
        place: File and line.
        id: Its id.
        pieces: Its texts with the offset where each begins, in the file's unit; None follows the piece before
            after one space. Empty when the file holds no text.
        mentions: Places and mentions, with start and end in the file's unit.
        relations: Relations, each with the positions of the mentions that it holds between, where it names them.
        fields: Further fields of the row.
    """

    place: str
    id: str
    pieces: list[tuple[int | None, str]] = field(default_factory=list)
    mentions: list[tuple[str, Row]] = field(default_factory=list)
    relations: list[tuple[Row, int | None, int | None]] = field(default_factory=list)
    fields: Row = field(default_factory=dict)

    def text(self, unit: Unit, *, joined: bool = False) -> str | None:
        """The text, with spaces between pieces: one when they are ``joined`` without regard to their offsets."""
        if not self.pieces:
            return None
        text = ""
        for offset, piece in self.pieces:
            one = offset is None or joined
            gap = (1 if text and piece else 0) if one else max(0, (offset or 0) - length(text, unit))
            text += " " * gap + piece
        return text

    @property
    def is_ascii(self) -> bool:
        """Whether all units count the same."""
        return all(piece.isascii() for _, piece in self.pieces)

    @property
    def has_passages(self) -> bool:
        """Whether pieces after the first say where they begin."""
        return any(offset is not None for offset, _ in self.pieces[1:])

    @property
    def surfaces(self) -> int:
        """How many mentions have a surface text."""
        return sum(mention.get("text") is not None for _, mention in self.mentions)


def whole_number(text: str) -> int | None:
    """The whole number that a text is, or None."""
    digits = text.strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 16 else None


def score_of(text: str, place: str, problems: Problems) -> float | None:
    """The finite number that the text of a score is; else None, and a problem."""
    return number_of(text, place, "score", problems)


def number_of(text: str, place: str, what: str, problems: Problems) -> float | None:
    """The finite number that a text is; else None, and a problem."""
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if isfinite(number):
        return number
    problems.add(Finding("record.type", "error", f"{place} {what}", shorten(text), "a finite number"))
    return None


def same(found: str, surface: str) -> bool:
    """Whether two texts differ in nothing but the kind of white space."""
    return found == surface or (len(found) == len(surface) and found.split() == surface.split())
