"""Of which kind the subject or object of a triple is: as emitted, else by the ontology, else as gold says."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from ontoeval.records.model import Triple
from ontoeval.views.triples.signatures import Unions, is_datatype
from ontoeval.views.triples.view import squeezed

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology

Reading = Literal["schema", "owl"]
Kinds = frozenset[str]

NO_KINDS: Kinds = frozenset()
_LITERAL = "literal"


class Typed:
    """The kinds that triples of one sample give to their subjects and objects, by squeezed text."""

    def __init__(self, triples: Iterable[Triple] = ()) -> None:
        self._kinds: dict[str, set[str]] = {}
        for triple in triples:
            for text, kind in ((triple.get("head"), triple.get("head_type")), (triple.get("tail"), _tail_type(triple))):
                if text and kind:
                    self._kinds.setdefault(squeezed(text), set()).add(kind)

    def of(self, text: str) -> set[str]:
        """The names of its kinds."""
        return self._kinds.get(squeezed(text), set())


class Kinder:
    """Says what is known of the kind of a subject or object, and whether it fits.

    Args:
        ontology: The ontology.
    """

    def __init__(self, ontology: Ontology) -> None:
        self._ontology = ontology
        self._concepts: dict[str, str | None] = {}
        self._over: dict[str, frozenset[str]] = {}

    def kinds(self, text: str, emitted: Typed, gold: Typed) -> Kinds:
        """The concepts that are its kinds; none when nothing is known.

        They come from the emitted types; else the text itself is a concept or an individual of the ontology, by its id
        or a label that no other has; else from the types in gold.
        """
        own = {self.concept(text)} if text else set()
        for found in (map(self.concept, emitted.of(text)), own, map(self.concept, gold.of(text))):
            known = frozenset(concept for concept in found if concept is not None)
            if known:
                return known
        return NO_KINDS

    def concept(self, text: str) -> str | None:
        """The concept that a text names by an id or a label."""
        if text not in self._concepts:
            resolved = self._ontology.resolve(text).id
            self._concepts[text] = resolved or self._labels.get(squeezed(text))
        return self._concepts[text]

    def wrong(self, kinds: Kinds, unions: Unions, reading: Reading) -> bool | None:
        """Whether something of these kinds must not stand where one of each union has to.

        Args:
            kinds: Its kinds.
            unions: What is asked for; all entries hold, each is a union of concepts.
            reading: ``"schema"``: it must be of a kind that is asked for, or one below; ``"owl"``: only what is
                disjoint with all that is asked for is wrong.

        Returns:
            None when nothing is asked for or nothing is known of its kind.
        """
        if not kinds or not unions:
            return None
        if reading == "owl":
            return self.contradicts(kinds, unions)
        over = frozenset[str]().union(*map(self._above, kinds))
        return any(over.isdisjoint(self._members(union)) for union in unions)

    def contradicts(self, kinds: Kinds, unions: Unions) -> bool:
        """Whether one of its kinds is disjoint with all members of a union."""
        return any(
            all(member in self._ontology and self._ontology.disjoint(kind, member) for member in union)
            for union in unions
            for kind in kinds
        )

    def named(self, unions: Unions) -> str:
        """What is asked for, in words."""
        return " and ".join(" or ".join(self.label(member) for member in union) for union in unions)

    def label(self, concept: str) -> str:
        """The label of a concept, or its id."""
        return (self._ontology.label(concept) if concept in self._ontology else None) or concept

    def _above(self, concept: str) -> frozenset[str]:
        """A concept, its equivalents and all above them."""
        if concept not in self._over:
            ontology = self._ontology
            self._over[concept] = ontology.ancestors(concept) | ontology.equivalents(concept) | {concept}
        return self._over[concept]

    def _members(self, union: tuple[str, ...]) -> list[str]:
        return [self._ontology.resolve(member).id or member for member in union]

    @cached_property
    def _labels(self) -> dict[str, str]:
        """The concept of each squeezed label that only one concept has."""
        owners: dict[str, list[str]] = {}
        for concept in self._ontology.ids:
            label = self._ontology.label(concept)
            if label and not self._ontology.deprecated(concept):
                owners.setdefault(squeezed(label), []).append(concept)
        return {label: concepts[0] for label, concepts in owners.items() if len(concepts) == 1}


def is_literal(triple: Triple) -> bool | None:
    """Whether the object is a literal, by its emitted type; None when it has none."""
    kind = triple.get("tail_type")
    return None if not kind else kind.casefold() == _LITERAL or is_datatype(kind)


def _tail_type(triple: Triple) -> str | None:
    return None if is_literal(triple) else triple.get("tail_type")
