"""What the corpus says about the filters of an extractor: its attributes and values, and which documents pass."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ontoeval.predicates.profiles import ONTOEVAL
from ontoeval.predicates.profiles.switches import Profile
from ontoeval.predicates.subsumption import Subsumption, spellings_of
from ontoeval.predicates.transform import map_atoms
from ontoeval.predicates.tree import Atom, Node, Or, walk
from ontoeval.views.base import Flags, Integers
from ontoeval.views.filters.corpus import IndexedCorpus

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology


@dataclass(frozen=True)
class Denotations:
    """Sizes of the sets of documents that pass the gold and the predicted filters, shape ``(n,)``.

    Attributes:
        gold: Documents that pass the gold filter.
        predicted: Documents that pass the predicted one; 0 where there is none to try.
        both: Documents that pass both.
        known: Whether both filters could be tried.
    """

    gold: Integers
    predicted: Integers
    both: Integers
    known: Flags

    @property
    def kind(self) -> list[str | None]:
        """How each predicted set lies to gold's: ``"equal"``, ``"over"``, ``"under"``, ``"crossing"``, ``"disjoint"``.

        ``"over"``: too strict, a proper part of gold's set (an empty set too); ``"under"``: too lax, gold's set and
        more; ``"crossing"``: some documents in common, and each has others; None where it is not known.
        """
        columns = (self.gold.tolist(), self.predicted.tolist(), self.both.tolist(), self.known.tolist())
        return [_kind(*row[:3]) if row[3] else None for row in zip(*columns, strict=True)]


class CorpusFacts:
    """A corpus as filters see it.

    Args:
        corpus: The documents.
        ontology: For ``under``, or None.
        profile: Whose semantics.
    """

    def __init__(self, corpus: IndexedCorpus, ontology: Ontology | None, profile: Profile = ONTOEVAL) -> None:
        self.corpus = corpus
        self.ontology = ontology
        self.index = corpus.index(profile)
        self._whole: dict[str, bool] = {}
        self._subsumptions: dict[str, Subsumption] = {}

    def knows(self, field: str) -> bool:
        """Whether any document has the attribute."""
        return self.corpus.knows(field, self.index.profile)

    def values(self, field: str) -> list[Any]:
        """The different values that documents hold in a field, those of lists one by one."""
        return self.corpus.values(field)

    def fractional(self, field: str) -> bool:
        """Whether some document holds a number in the field that is not whole."""
        if field not in self._whole:
            numbers = (value for value in self.values(field) if isinstance(value, float))
            self._whole[field] = all(value.is_integer() for value in numbers)
        return not self._whole[field]

    def denotations(self, gold: Sequence[Node | None], predicted: Sequence[Node | None]) -> Denotations:
        """Try the filters of both sides on every document."""
        known = np.array([a is not None and b is not None for a, b in zip(gold, predicted, strict=True)], dtype=bool)
        sizes = np.zeros((3, len(gold)), dtype=np.int64)
        expanded = self.expanded(node for node in (*gold, *predicted) if node is not None)
        for place, (mine, theirs) in enumerate(zip(gold, predicted, strict=True)):
            left = None if mine is None else self.index.bits(expanded[mine])
            right = None if theirs is None else self.index.bits(expanded[theirs])
            both = None if left is None or right is None else left & right
            sizes[:, place] = [0 if words is None else np.bitwise_count(words).sum() for words in (left, right, both)]
        return Denotations(sizes[0], sizes[1], sizes[2], known)

    def expanded(self, nodes: Iterable[Node]) -> dict[Node, Node]:
        """The filters with every ``under`` turned into the ids that it accepts.

        A concept that the ontology does not hold has no descendants: only documents with that very text pass.
        """
        distinct = dict.fromkeys(nodes)
        asked = {part for node in distinct for part in walk(node) if isinstance(part, Atom) and part.op == "under"}
        change = {atom: self._accepted(atom) for atom in asked}
        return {node: map_atoms(node, change) if change else node for node in distinct}

    def _accepted(self, atom: Atom) -> Node:
        outside = tuple(value for value in atom.values if not self._is_concept(value))
        inside = tuple(value for value in atom.values if self._is_concept(value))
        literal = Atom(atom.field, "in", outside, path=atom.path)
        if not inside:
            return literal
        known = Atom(atom.field, "under", inside, atom.relations, atom.expand, path=atom.path)
        found = self._subsumption(atom.field).expand(known)
        return Or((found, literal)) if outside else found

    def _is_concept(self, value: Any) -> bool:
        return self.ontology is not None and self.ontology.resolve(value).id is not None

    def _subsumption(self, field: str) -> Subsumption:
        if field not in self._subsumptions:
            assert self.ontology is not None
            spellings = spellings_of(self.values(field), self.ontology)
            self._subsumptions[field] = Subsumption(self.ontology, spellings)
        return self._subsumptions[field]


def _kind(gold: int, predicted: int, both: int) -> str:
    if gold == predicted == both:
        return "equal"
    if both == predicted:
        return "over"
    if both == gold:
        return "under"
    return "crossing" if both else "disjoint"
