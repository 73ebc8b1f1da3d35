"""Whether the label beside an id is one of its names: the id says one thing, and the label must say the same."""

from __future__ import annotations

from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ontoeval.ontology.naming import fold
from ontoeval.ontology.suggesting import Suggester

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology

_ALIKE = 90
_SCOPES = ("exact", "narrow", "broad", "related", "hidden")


class LabelClass(IntEnum):
    """How a label agrees with the id beside it."""

    NONE = -1
    LABEL = 0
    SYNONYM = 1
    NORMALISED = 2
    FUZZY = 3
    LABEL_OF_OTHER_TERM = 4
    LABEL_UNKNOWN = 5


class LabelVerdict(NamedTuple):
    """How a label agrees with an id.

    Attributes:
        kind: Its class; ``NORMALISED`` is equal but for case and punctuation, ``FUZZY`` nearly equal.
        detail: The scope of the synonym.
        owners: The concepts whose label or synonym it is instead.
    """

    kind: LabelClass
    detail: str = ""
    owners: tuple[str, ...] = ()


class Checksum:
    """Compares labels with ids, once per distinct pair.

    Args:
        ontology: The ontology.
    """

    def __init__(self, ontology: Ontology) -> None:
        self.ontology = ontology
        self._known: dict[tuple[str, str], LabelVerdict] = {}

    def check(self, concept: str, label: str) -> LabelVerdict:
        """How a label agrees with a concept of the ontology."""
        key = (concept, label)
        if key not in self._known:
            self._known[key] = self._checked(concept, label)
        return self._known[key]

    def _checked(self, concept: str, label: str) -> LabelVerdict:
        onto = self.ontology
        own = onto.label(concept)
        if label == own:
            return LabelVerdict(LabelClass.LABEL)
        for scope in _SCOPES:
            if label in onto.synonyms(concept, scope):
                return LabelVerdict(LabelClass.SYNONYM, scope)
        folded = fold(label)
        names = [fold(name) for name in (own, *onto.synonyms(concept)) if name]
        if folded and folded in names:
            return LabelVerdict(LabelClass.NORMALISED)
        owners = tuple(owner for owner in self._suggester.named(label) if owner != concept)
        if owners:
            return LabelVerdict(LabelClass.LABEL_OF_OTHER_TERM, "", owners)
        return LabelVerdict(LabelClass.FUZZY if _nearly(folded, names) else LabelClass.LABEL_UNKNOWN)

    @cached_property
    def _suggester(self) -> Suggester:
        return Suggester.of(self.ontology)


def _nearly(folded: str, names: list[str]) -> bool:
    from rapidfuzz import fuzz

    return any(fuzz.ratio(folded, name) >= _ALIKE for name in names)
