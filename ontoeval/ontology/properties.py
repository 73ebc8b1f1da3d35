"""Object, data and annotation properties: what may stand between whom."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

PropertyKind = Literal["object", "data", "annotation", "property"]

CHARACTERISTICS = (
    "functional", "inverse_functional", "transitive", "symmetric", "asymmetric", "reflexive", "irreflexive",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Property:
    """A property as the file states it; nothing is inherited from its parents.

    Attributes:
        id: Its name in relations: the short name (``part_of``) where the file gives one, else its id.
        iri: Its id when ``id`` is a short name, else the same.
        label: Its label, or None.
        kind: ``"object"``, ``"data"``, ``"annotation"``, or ``"property"`` when the file does not say.
        domains: What its subjects must be. All entries hold; each is a union of concept ids.
        ranges: What its objects must be, likewise; for data properties the datatypes.
        parents: Properties that it implies.
        inverses: Properties that say the same backwards.
        equivalents: Properties that say the same.
        characteristics: ``functional``, ``inverse_functional``, ``transitive``, ``symmetric``, ``asymmetric``,
            ``reflexive``, ``irreflexive``.
        deprecated: Whether it should not be used any more.
    """

    id: str
    iri: str
    label: str | None = None
    kind: PropertyKind = "property"
    domains: tuple[tuple[str, ...], ...] = ()
    ranges: tuple[tuple[str, ...], ...] = ()
    parents: tuple[str, ...] = ()
    inverses: tuple[str, ...] = ()
    equivalents: tuple[str, ...] = ()
    characteristics: frozenset[str] = frozenset()
    deprecated: bool = False


@dataclass(slots=True)
class PropertyDraft:
    """A property while a reader collects what the file says about it."""

    iri: str | None = None
    label: str | None = None
    kind: PropertyKind = "property"
    domains: dict[tuple[str, ...], None] = field(default_factory=dict)
    ranges: dict[tuple[str, ...], None] = field(default_factory=dict)
    parents: dict[str, None] = field(default_factory=dict)
    inverses: dict[str, None] = field(default_factory=dict)
    equivalents: dict[str, None] = field(default_factory=dict)
    characteristics: set[str] = field(default_factory=set)
    deprecated: bool = False

    def finish(self, name: str) -> Property:
        """The property; its tables are sorted, so that the order of a file does not matter."""
        return Property(
            id=name,
            iri=self.iri or name,
            label=self.label,
            kind=self.kind,
            domains=tuple(sorted(self.domains)),
            ranges=tuple(sorted(self.ranges)),
            parents=tuple(sorted(self.parents)),
            inverses=tuple(sorted(self.inverses)),
            equivalents=tuple(sorted(self.equivalents)),
            characteristics=frozenset(self.characteristics),
            deprecated=self.deprecated,
        )
