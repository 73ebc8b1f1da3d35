"""What a text in a slot is: an id of the vocabulary, or exactly one kind of fault."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ontoeval.errors import ConfigError
from ontoeval.ontology.identifiers import canonical
from ontoeval.ontology.nil import NilPolicy
from ontoeval.ontology.suggesting import Suggester

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology

_CURIE = re.compile(r"([A-Za-z_][\w.\-]*):([^\s/]\S*)\Z")
_IRI = re.compile(r"(\w+:\S*[/#:])([^\s/#:]*)\Z")
_UNGROUNDED = re.compile(r"AUTO:", re.IGNORECASE)


class SlotClass(IntEnum):
    """What a slot holds; of the faults the first one in this order is its only one."""

    NIL = 0
    UNGROUNDED = 1
    MALFORMED = 2
    LABEL_INSTEAD_OF_ID = 3
    UNKNOWN_PREFIX = 4
    WRONG_PREFIX = 5
    UNKNOWN_ID = 6
    DEPRECATED = 7
    WRONG_KIND = 8
    WRONG_BRANCH = 9
    OK = 10


ABSTENTIONS = (SlotClass.NIL, SlotClass.UNGROUNDED)


class Verdict(NamedTuple):
    """What a text is.

    Attributes:
        kind: Its class.
        detail: What it is within its class: ``"normalisable"``, ``"synonym"``, ``"near_miss"``, ``"replaced"``, …
        right: The id that is meant, where that is known or likely.
        repairable: Whether the id that is meant is certain, and allowed.
        id: The concept that the text names, deprecated or not, when it is an id of the ontology.
    """

    kind: SlotClass
    detail: str = ""
    right: str | None = None
    repairable: bool = False
    id: str | None = None


class Classifier:
    """Classifies texts against an ontology, once per distinct text.

    Args:
        ontology: The ontology.
        roots: Concepts below which ids must be; by default anywhere.
        allowed: The only ids that are allowed, e.g. the enum of a schema.
        nil: Which spellings mean NIL; by default the ontology's own policy, and what looks like it (``N/A``, ``none``).

    Raises:
        ConfigError: A root is no concept, or nothing is below the roots.
    """

    def __init__(
        self,
        ontology: Ontology,
        roots: Iterable[str] = (),
        allowed: Iterable[str | None] | None = None,
        nil: NilPolicy | None = None,
    ) -> None:
        self.ontology = ontology
        self.roots = frozenset(self._root(root) for root in roots)
        self._listed = None if allowed is None else {text for text in allowed if text is not None}
        self._nil = nil or ontology.nil
        self._known: dict[str | None, Verdict] = {}
        self._nearest: dict[tuple[str, str | None], Verdict] = {}
        self._keys: dict[str, str | None] = {}
        if self.roots and not self.allowed and self._listed is None:
            raise ConfigError(f"nothing is below {', '.join(sorted(self.roots))}", where="roots")

    @cached_property
    def allowed(self) -> frozenset[str]:
        """The ids that conform."""
        onto = self.ontology
        live = frozenset(concept for concept in onto.ids if not onto.deprecated(concept))
        if self.roots:
            below: frozenset[str] = frozenset().union(*(onto.descendants(root) for root in self.roots))
            live &= below - self.roots
        return live if self._listed is None else live & self._listed

    def classify(self, text: str | None, label: str | None = None) -> Verdict:
        """What a text is; a label beside it only helps to say which id is meant."""
        found = self._known.get(text) or self._remembered(text)
        if found.kind is not SlotClass.UNKNOWN_ID or text is None:
            return found
        pair = (text, label)
        if pair not in self._nearest:
            self._nearest[pair] = self._near(text, label)
        return self._nearest[pair]

    def key(self, text: str | None) -> str | None:
        """What a text is compared by: the concept that it resolves to, else itself; None for an abstention."""
        if text is None or text in self.allowed:
            return text
        if text not in self._keys:
            found = self._known.get(text) or self._remembered(text)
            named = None if found.kind in ABSTENTIONS else self.ontology.resolve(text).id or text
            self._keys[text] = named
        return self._keys[text]

    def _remembered(self, text: str | None) -> Verdict:
        if text is None:
            found = Verdict(SlotClass.NIL, "empty")
        elif text in self.allowed:
            found = Verdict(SlotClass.OK, id=text)
        else:
            found = self._classified(text)
        self._known[text] = found
        return found

    def _root(self, text: str) -> str:
        found = self.ontology.resolve(text).id
        if found is None:
            near = self._suggester_of_all.suggest(text, k=1)
            raise ConfigError(
                f"{text!r} is no concept of {self.ontology.source}",
                where="roots",
                mend=f"did you mean {near[0]}?" if near else None,
            )
        return found

    def _classified(self, text: str) -> Verdict:
        onto = self.ontology
        stripped = text.strip()
        concept = text if text in self._ids else None
        if concept is None and text not in self._aliases:
            if _UNGROUNDED.match(stripped):
                return Verdict(SlotClass.UNGROUNDED)
            spelled = self._spelled(stripped)
            if spelled is None and (not stripped or self._nil.is_nil(text) or self._nil.looks_nil(text)):
                return Verdict(SlotClass.NIL, "token" if stripped else "empty")
            if spelled is not None:
                return self._repairable(SlotClass.MALFORMED, "normalisable", spelled)
            return self._absent(stripped)
        if _split(text)[0] not in self._allowed_prefixes:
            return Verdict(SlotClass.WRONG_PREFIX, id=concept)
        if concept is None or onto.deprecated(concept):
            return self._old(text)
        if concept in self.roots:
            return Verdict(SlotClass.WRONG_KIND, "top_node", id=concept)
        return Verdict(SlotClass.WRONG_BRANCH, id=concept)

    def _spelled(self, text: str) -> str | None:
        """The id that a text spells in another way, or None."""
        for resolved in (self.ontology.resolve(text), self.ontology.resolve(self._padded(text))):
            if resolved.status != "absent" and resolved.status != "nil":
                return resolved.via[0] if resolved.via else resolved.id
        return None

    def _padded(self, text: str) -> str:
        """An id with the zeros that its number lacks."""
        prefix, local = _split(text.replace("_", ":", 1))
        widths = self._widths.get(prefix.upper(), frozenset())
        return f"{prefix}:{local.zfill(next(iter(widths)))}" if local.isdecimal() and len(widths) == 1 else text

    def _absent(self, text: str) -> Verdict:
        """A text that is no spelling of any id."""
        if text in self._properties:
            return Verdict(SlotClass.WRONG_KIND, "property")
        named = self._suggester_of_all.named(text)
        if named:
            owners = [concept for concept in named if concept in self.allowed] or named
            exact = any((self.ontology.label(owner) or "").casefold() == text.casefold() for owner in owners)
            detail = "exact" if exact else "synonym"
            if len(owners) > 1:
                return Verdict(SlotClass.LABEL_INSTEAD_OF_ID, detail, owners[0])
            return self._repairable(SlotClass.LABEL_INSTEAD_OF_ID, detail, owners[0])
        prefix, local = _split(text)
        if not prefix:
            return Verdict(SlotClass.UNKNOWN_ID if self._ids_are_words else SlotClass.MALFORMED)
        if prefix not in self._prefixes:
            return Verdict(SlotClass.UNKNOWN_PREFIX)
        widths = self._widths.get(prefix.upper())
        if widths and not (local.isdecimal() and local.isascii() and len(local) in widths):
            return Verdict(SlotClass.MALFORMED)
        if prefix not in self._allowed_prefixes:
            return Verdict(SlotClass.WRONG_PREFIX)
        return Verdict(SlotClass.UNKNOWN_ID)

    def _near(self, text: str, label: str | None) -> Verdict:
        """An id that does not exist: what is allowed and has such a label, or is one edit away."""
        if label:
            found = self._suggester.suggest(text, label, k=1)
            near = [found[0].id] if found else []
        else:
            near = self._suggester.near_ids(text)
        return Verdict(SlotClass.UNKNOWN_ID, "near_miss", near[0]) if near else Verdict(SlotClass.UNKNOWN_ID)

    def _old(self, text: str) -> Verdict:
        """A deprecated id, or another id of a concept."""
        resolved = self.ontology.resolve(text)
        mine = text if text in self._ids else resolved.id
        if resolved.status in ("alias", "replaced"):
            detail = "merged" if resolved.status == "alias" else "replaced"
            assert resolved.id is not None
            return self._repairable(SlotClass.DEPRECATED, detail, resolved.id)._replace(id=mine)
        if resolved.candidates:
            return Verdict(SlotClass.DEPRECATED, "consider", resolved.candidates[0], id=mine)
        return Verdict(SlotClass.DEPRECATED, "none", id=mine)

    def _repairable(self, kind: SlotClass, detail: str, right: str) -> Verdict:
        """A fault whose right id is certain; what it stands for today must be allowed."""
        today = self.ontology.resolve(right)
        certain = today.status in ("live", "alias", "replaced") and today.id in self.allowed
        return Verdict(kind, detail, today.id if certain else right, certain)

    @cached_property
    def _ids(self) -> frozenset[str]:
        return frozenset(self.ontology.ids)

    @cached_property
    def _aliases(self) -> Mapping[str, tuple[str, ...]]:
        return self.ontology.aliases

    @cached_property
    def _properties(self) -> frozenset[str]:
        found = self.ontology.properties.values()
        return frozenset(name for each in found for name in (each.id, each.iri, canonical(each.iri)))

    @cached_property
    def _allowed_prefixes(self) -> frozenset[str]:
        return frozenset(_split(concept)[0] for concept in self.allowed) or self._prefixes

    @cached_property
    def _prefixes(self) -> frozenset[str]:
        return frozenset(_split(known)[0] for known in (*self._ids, *self._aliases))

    @cached_property
    def _ids_are_words(self) -> bool:
        """Whether most ids have no prefix, so that any text may be one."""
        return 2 * sum(not _split(concept)[0] for concept in self._ids) > len(self._ids)

    @cached_property
    def _widths(self) -> dict[str, frozenset[int]]:
        """By prefix in capitals, how many digits its numbers have; nothing where one is no number."""
        found: dict[str, set[int]] = {}
        other: set[str] = set()
        for concept in self._ids:
            prefix, local = _split(concept)
            if local.isdecimal():
                found.setdefault(prefix.upper(), set()).add(len(local))
            else:
                other.add(prefix.upper())
        return {prefix: frozenset(widths) for prefix, widths in found.items() if prefix not in other}

    @cached_property
    def _suggester(self) -> Suggester:
        """Suggests what is allowed."""
        return Suggester.of(self.ontology, self.allowed)

    @cached_property
    def _suggester_of_all(self) -> Suggester:
        """Knows the names of every concept that is not deprecated."""
        return Suggester.of(self.ontology)


def _split(text: str) -> tuple[str, str]:
    """The prefix of an id, or the namespace of an IRI, and the rest; the prefix is "" where there is none."""
    text = canonical(text)
    match = (_IRI if "://" in text or text.startswith("urn:") else _CURIE).match(text)
    return (match[1], match[2]) if match is not None else ("", text)
