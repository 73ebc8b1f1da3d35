"""`Twins`: which concept of the new release is which of the old one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from ontoeval.ontology.naming import quoted
from ontoeval.ontology.ontology import Ontology


class Twins:
    """Two releases of one ontology.

    Args:
        old: The release in use.
        new: The release that may replace it.
    """

    def __init__(self, old: Ontology, new: Ontology) -> None:
        self.old = old
        self.new = new
        self._here: dict[str, str | None] = {}

    def here(self, concept: str) -> str | None:
        """The concept of the new release that an old id means, or None."""
        if concept not in self._here:
            found = self.new.resolve(concept)
            usable = found.status in ("live", "alias", "replaced")
            self._here[concept] = found.id if usable else None
        return self._here[concept]

    def mapped(self, concepts: Iterable[str]) -> set[str]:
        """Old concepts as concepts of the new release; what has none keeps its old id."""
        return {self.here(concept) or concept for concept in concepts}

    @cached_property
    def kept(self) -> frozenset[str]:
        """Concepts that are alive in both releases under one id."""
        alive = {concept for concept in self.new.ids if not self.new.deprecated(concept)}
        return frozenset(c for c in self.old.ids if c in alive and not self.old.deprecated(c))

    @cached_property
    def old_in_both(self) -> frozenset[str]:
        """Concepts that are deprecated in both releases."""
        old = {concept for concept in self.new.ids if self.new.deprecated(concept)}
        return frozenset(concept for concept in self.old.ids if concept in old and self.old.deprecated(concept))

    @cached_property
    def added(self) -> frozenset[str]:
        """Live concepts whose id the old release does not know at all."""
        known = set(self.old.ids) | self.old.aliases.keys()
        return frozenset(c for c in self.new.ids if c not in known and not self.new.deprecated(c))

    @cached_property
    def declared(self) -> frozenset[str]:
        """Added concepts that the new release declares; the others are stubs of other ontologies."""
        return frozenset(concept for concept in self.added if self.new.declared(concept))

    @cached_property
    def n_common(self) -> int:
        """How many live concepts of the old release the new one has, under any id."""
        return sum(not self.old.deprecated(c) and self.here(c) is not None for c in self.old.ids)

    def before(self, concept: str) -> str:
        """An id with its label in the old release."""
        return named(self.old, concept)

    def after(self, concept: str) -> str:
        """An id with its label in the new release; with that in the old one when it is gone, or an old id now."""
        gone = concept not in self.new or (concept in self.new.aliases and concept in self.old)
        return named(self.old if gone else self.new, concept)


def named(onto: Ontology, concept: str) -> str:
    """An id with its label."""
    label = onto.label(concept) if concept in onto else None
    return f"{concept} {quoted(label)}" if label is not None else concept
