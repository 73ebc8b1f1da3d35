"""What is wrong with a predicted filter, predicate by predicate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from ontoeval.ontology.relation import Relation
from ontoeval.predicates.tree import ORDER_OPS
from ontoeval.views.predicates.pairs import Pair
from ontoeval.views.predicates.parts import NormalValue, Part

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology
    from ontoeval.views.predicates.corpus import CorpusFacts
    from ontoeval.views.predicates.view import Predicates

#: What each error means, the ones that come from the filter as a whole last.
ERRORS: Mapping[str, str] = {
    "hallucinated attribute": "no document has the attribute",
    "extra attribute": "gold does not restrict the attribute",
    "missing attribute": "gold restricts the attribute, and the filter does not",
    "extra value": "gold asks for fewer values of the attribute",
    "missing value": "gold asks for a value of the attribute that the filter leaves out",
    "polarity": "asked for where gold excludes it, or the other way round",
    "boundary": "the right bound, with > instead of >= or the other way round",
    "wrong operator": "another operator",
    "empty list": "a list without values, which nothing passes",
    "type": "a value of another type",
    "date": "a date where gold has none, or none where gold has one",
    "unknown value": "no document holds the value, or it is no concept where gold's is one",
    "sibling": "a sibling of gold's concept",
    "ancestor": "a more general concept than gold's",
    "descendant": "a more specific concept than gold's",
    "same branch": "another concept of the same branch",
    "other branch": "a concept of another branch",
    "other value": "another value",
    "unsupported operator": "the filter has an operator that there is not",
    "parse failure": "the filter cannot be read",
}
_RELATIONS: Mapping[Relation, str] = {
    Relation.PARENT: "ancestor",
    Relation.ANCESTOR: "ancestor",
    Relation.CHILD: "descendant",
    Relation.DESCENDANT: "descendant",
    Relation.SIBLING: "sibling",
    Relation.COUSIN: "same branch",
    Relation.SAME_BRANCH: "same branch",
    Relation.UNRELATED: "other branch",
    Relation.DISJOINT: "other branch",
}


@dataclass(frozen=True, slots=True)
class PredicateError:
    """One thing that is wrong with a predicted filter.

    Attributes:
        sample: The sample.
        error: A key of `ERRORS`.
        field: The attribute, "" when the filter cannot be read.
        gold, predicted: What gold asks for and what the filter asks for, "" for nothing.
    """

    sample: int
    error: str
    field: str
    gold: str
    predicted: str


class ErrorFinder:
    """Finds what is wrong with the predicted filters of a view.

    Args:
        view: The filters.
    """

    def __init__(self, view: Predicates) -> None:
        self.view = view
        self.ontology: Ontology | None = view.ontology
        self.corpus: CorpusFacts | None = view.corpus
        self._held: dict[str, frozenset[NormalValue]] = {}
        self._relations: dict[tuple[str, str], Relation] = {}

    @cached_property
    def errors(self) -> list[PredicateError]:
        """All errors, by sample; samples without a predicted filter have none."""
        found = [
            PredicateError(sample, unreadable.error, "", str(self.view.gold[sample]), unreadable.detail)
            for sample, unreadable in self.view.unreadable.items()
        ]
        for pair in self.view.pairs:
            if self.view.predicted[pair.sample] is not None and not pair.same:
                gold, predicted = (str(part.atom) if part is not None else "" for part in (pair.gold, pair.predicted))
                found.append(PredicateError(pair.sample, self.error(pair), pair.field, gold, predicted))
        return sorted(found, key=lambda error: error.sample)

    def error(self, pair: Pair) -> str:
        """What is wrong with a pair of parts that do not say the same; a key of `ERRORS`."""
        gold, predicted = pair.gold, pair.predicted
        if predicted is None:
            return "missing value" if pair.field in self._predicted_fields(pair.sample) else "missing attribute"
        if predicted.value[0] == "nothing":
            return "empty list"
        if gold is None:
            if pair.field in self._gold_fields(pair.sample):
                return "extra value"
            known = self.corpus is None or self.corpus.knows(pair.field)
            return "extra attribute" if known else "hallucinated attribute"
        if gold.negated != predicted.negated:
            return "polarity"
        if gold.op in ORDER_OPS and gold.op[:2] == predicted.op[:2] and gold.asked == predicted.asked:
            return "boundary"
        return "wrong operator" if gold.op != predicted.op else self._value(gold, predicted)

    def _value(self, gold: Part, predicted: Part) -> str:
        mine, theirs = gold.value[0], predicted.value[0]
        if "date" in (mine, theirs) and mine != theirs:
            return "date"
        if gold.concept is not None and predicted.concept is not None:
            return _RELATIONS.get(self._relation(gold.concept, predicted.concept), "other value")
        if mine == "concept" and theirs == "text":
            return "unknown value"
        if mine != theirs and {mine, theirs} <= {"text", "number", "bool", "list"}:
            return "type"
        if gold.op == "eq" and self.corpus is not None and predicted.value not in self._values(gold.field):
            return "unknown value"
        return "other value"

    def _relation(self, gold: str, predicted: str) -> Relation:
        if (gold, predicted) not in self._relations:
            assert self.ontology is not None
            codes = self.ontology.encode([gold, predicted])
            self._relations[gold, predicted] = Relation(int(self.ontology.relations(codes[:1], codes[1:])[0]))
        return self._relations[gold, predicted]

    def _values(self, field: str) -> frozenset[NormalValue]:
        """What documents hold in a field, in normal form."""
        if field not in self._held:
            assert self.corpus is not None
            form = self.view.form
            self._held[field] = frozenset(form.value(field, value) for value in self.corpus.values(field))
        return self._held[field]

    def _gold_fields(self, sample: int) -> set[str]:
        return {part.field for part in self.view.parts[0][sample]}

    def _predicted_fields(self, sample: int) -> set[str]:
        return {part.field for part in self.view.parts[1][sample]}
