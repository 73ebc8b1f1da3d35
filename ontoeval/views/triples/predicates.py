"""Which predicates may be used, and what one that may not was probably meant to be."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from ontoeval.ontology.entailment import PropertyNames
from ontoeval.ontology.facts.model import namespace
from ontoeval.records.model import Offer
from ontoeval.views.triples.view import squeezed

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology

Spelling = Literal["exact", "spelling", "class_label", "near_miss", "unknown"]

_NEAR = 0.8


@dataclass(frozen=True, slots=True)
class Predicate:
    """What a text means as a predicate.

    Attributes:
        spelling: ``"exact"``: a predicate of the vocabulary, with ``_`` for spaces or not; ``"spelling"``: one but for
            case and spaces; ``"class_label"``: a concept instead; ``"near_miss"``: nearly one; ``"unknown"``.
        name: The predicate that it is or may have been meant to be, or None.
    """

    spelling: Spelling
    name: str | None = None

    @property
    def is_meant(self) -> bool:
        """Whether there is no doubt which predicate it is."""
        return self.spelling in ("exact", "spelling")


class Predicates:
    """The predicates that may be used.

    Args:
        names: Their names and labels, each with the name that stands for the predicate.
        concepts: Labels of concepts.
        kinds: Labels of the concepts that are no values, but kinds of things.
        find: A further way to find the name of a text, such as its IRI.
    """

    def __init__(
        self,
        names: dict[str, str],
        concepts: Iterable[str],
        kinds: Iterable[str],
        find: Callable[[str], str | None] | None = None,
    ) -> None:
        self._names = names
        self._concepts, self._kinds = (frozenset(map(squeezed, labels)) for labels in (concepts, kinds))
        self._find = find or names.get
        self._known: dict[str, Predicate] = {}

    @classmethod
    def of_ontology(cls, ontology: Ontology) -> Predicates | None:
        """The properties of an ontology that are no annotations; None when it has none."""
        properties = {name: prop for name, prop in ontology.properties.items() if prop.kind != "annotation"}
        if not properties:
            return None
        names = {name: name for name in properties}
        names.update({prop.label: name for name, prop in properties.items() if prop.label})
        concepts = (label for concept in ontology.ids if (label := ontology.label(concept)))
        return cls(names, concepts, _kinds_of_things(ontology), PropertyNames(properties, ontology.prefixes).find)

    @classmethod
    def of_offer(cls, offer: Offer) -> Predicates:
        """The relations that a question offered."""
        concepts = offer.get("concepts", [])
        return cls({label: label for label in offer.get("relations", ())}, concepts, concepts)

    def find(self, text: str) -> Predicate:
        """What a text means."""
        if text not in self._known:
            self._known[text] = self._look(text)
        return self._known[text]

    def is_class(self, text: str) -> bool:
        """Whether a text is merely the label of a kind of things."""
        return squeezed(text) in self._kinds

    def _look(self, text: str) -> Predicate:
        name = self._find(text) or self._find(text.replace("_", " "))
        if name is not None:
            return Predicate("exact", name)
        short = _local(text)
        if short in self._squeezed:
            return Predicate("spelling", self._squeezed[short])
        if short in self._concepts:
            return Predicate("class_label")
        near = self._nearest(short)
        return Predicate("unknown") if near is None else Predicate("near_miss", near)

    def _nearest(self, short: str) -> str | None:
        from rapidfuzz import process
        from rapidfuzz.distance import DamerauLevenshtein

        similarity = DamerauLevenshtein.normalized_similarity
        found = process.extractOne(short, list(self._squeezed), scorer=similarity, score_cutoff=_NEAR)
        return None if found is None else self._squeezed[found[0]]

    @cached_property
    def _squeezed(self) -> dict[str, str]:
        """Squeezed labels and local names that only one predicate has."""
        owners: dict[str, set[str]] = {}
        for text, name in sorted(self._names.items()):
            owners.setdefault(_local(text), set()).add(name)
        return {short: next(iter(names)) for short, names in owners.items() if len(names) == 1}


def _local(text: str) -> str:
    """A squeezed label, or the squeezed part of an IRI or a CURIE that is not its namespace."""
    return squeezed(text.removeprefix(namespace(text)))


def _kinds_of_things(ontology: Ontology) -> set[str]:
    """Labels of the concepts that are a domain or a range, or lie above one."""
    named = {
        concept
        for prop in ontology.properties.values()
        for union in (*prop.domains, *prop.ranges)
        for concept in union
        if concept in ontology
    }
    above = {other for concept in named for other in ontology.ancestors(concept)}
    return {label for concept in named | above if (label := ontology.label(concept))}
