"""Finds out what the offsets of a file count, by how many surface texts are where they should be."""

from __future__ import annotations

from typing import Literal, NamedTuple, cast, get_args

from ontoeval.errors import BadParameter
from ontoeval.findings import Finding
from ontoeval.records.formats._documents import Document, same
from ontoeval.records.formats._units import UNITS, Ruler, Unit

Offsets = Literal["auto", "codepoint", "utf16", "utf8"]
Ends = Literal["auto", "exclusive", "inclusive"]

#: So many surface texts that tell schemes apart are enough to know a file's scheme.
ENOUGH = 2000

_NAMES = {"codepoint": "code points", "utf16": "UTF-16 units", "utf8": "UTF-8 bytes"}


class Scheme(NamedTuple):
    """How offsets are to be read.

    Attributes:
        unit: What they count.
        added: What must be added to ends: 1 when they are inclusive.
    """

    unit: Unit
    added: int

    def __str__(self) -> str:
        return f"{_NAMES[self.unit]}, {'inclusive' if self.added else 'exclusive'} ends"


class Evidence:
    """How many surface texts each scheme finds; the one with most is the file's, code points among equals.

    Args:
        offsets: What offsets count, or ``"auto"``.
        ends: ``"exclusive"``, ``"inclusive"`` or ``"auto"``.

    Raises:
        BadParameter: ``offsets`` or ``ends`` is none of these.
    """

    def __init__(self, offsets: str, ends: str) -> None:
        for option, value, allowed in (("offsets", offsets, get_args(Offsets)), ("ends", ends, get_args(Ends))):
            if value not in allowed:
                raise BadParameter(f"{option}={value!r}", expected=" or ".join(map(repr, allowed)))
        units = UNITS if offsets == "auto" else (cast(Unit, offsets),)
        added = (0, 1) if ends == "auto" else (int(ends == "inclusive"),)
        self.found = {Scheme(unit, number): 0 for number in added for unit in units}
        self.first = next(iter(self.found))
        self.compared = 0
        self.converted: dict[Scheme, int] = {}

    @property
    def settled(self) -> bool:
        """Whether nothing more needs to be looked at."""
        return len(self.found) == 1 or self.compared >= ENOUGH

    def look(self, document: Document) -> None:
        """Count the surface texts that each scheme finds in a document."""
        several_ends = len({scheme.added for scheme in self.found}) > 1
        if self.settled or not document.pieces or (document.is_ascii and not several_ends):
            return
        self.compared += document.surfaces
        for scheme in self.found:
            alike = Scheme(self.first.unit, scheme.added) if document.is_ascii else scheme
            self.found[scheme] += max(matches(document, alike, joined=joined) for joined in layouts(document))

    def scheme(self) -> Scheme:
        """The scheme with most surface texts so far."""
        return max(self.found, key=lambda scheme: self.found[scheme])

    def note(self, document: Document, scheme: Scheme) -> None:
        """Count a document that the scheme converts."""
        if scheme.added != self.first.added or (scheme.unit != self.first.unit and not document.is_ascii):
            self.converted[scheme] = self.converted.get(scheme, 0) + 1

    def findings(self, where: str) -> list[Finding]:
        """What was converted, and on what evidence."""
        return [
            Finding(
                "offset.converted",
                "info",
                where,
                f"offsets of {count} documents count {scheme}, and were converted: {self.found[scheme]} of "
                f"{self.compared} surface texts are found so, {self.found[self.first]} with {self.first}",
                mend=f'if this is wrong, say offsets="{self.first.unit}", ends="exclusive"',
                count=count,
            )
            for scheme, count in self.converted.items()
        ]


def layouts(document: Document) -> tuple[bool, ...]:
    """Ways to join the pieces of a document: where they say, and (where that makes a difference) by one space."""
    return (False, True) if document.has_passages else (False,)


def matches(document: Document, scheme: Scheme, *, joined: bool) -> int:
    """How many surface texts are where a scheme says."""
    text = document.text(scheme.unit, joined=joined)
    if text is None:
        return 0
    ruler = Ruler(text, scheme.unit)
    count = 0
    for _, mention in document.mentions:
        start, end = ruler.codepoint(mention["start"]), ruler.codepoint(mention["end"] + scheme.added)
        surface = mention.get("text")
        count += surface is not None and end <= len(text) and same(text[start:end], surface)
    return count
