"""Parts of gold and of predicted filters, paired one to one within each attribute."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from ontoeval.views.predicates.parts import Part

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology

#: Wrong parts on both sides of one attribute that are weighed against each other.
_MOST_PAIRS = 250_000
_CONCEPT_OPS = ("eq", "contains", "under")


@dataclass(frozen=True, slots=True)
class Pair:
    """A gold and a predicted part on one attribute, or one of them alone.

    Attributes:
        sample: The sample.
        field: The attribute.
        gold, predicted: The parts.
        common: Ancestors that the concepts of both have in common, themselves included; 0 unless operator and
            polarity agree.
        of_gold, of_predicted: Ancestors of either, itself included; 1 for a value that is no concept beside one that
            is, 0 where the attribute has no concepts at all.
    """

    sample: int
    field: str
    gold: Part | None
    predicted: Part | None
    common: int = 0
    of_gold: int = 0
    of_predicted: int = 0

    @property
    def same(self) -> bool:
        """Whether the two say the same."""
        return self.gold is not None and self.predicted is not None and self.gold.key == self.predicted.key


class Kinship:
    """How many ancestors concepts have in common, looked up many at a time.

    Args:
        ontology: The ontology, or None: then nothing is a concept.
    """

    def __init__(self, ontology: Ontology | None) -> None:
        self.ontology = ontology
        self._common: dict[tuple[str, str], int] = {}

    def learn(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Look up pairs of concepts."""
        new = sorted({pair for pair in pairs if pair not in self._common})
        if self.ontology is None or not new:
            return
        left, right = (self.ontology.encode([pair[side] for pair in new]) for side in (0, 1))
        counts, _ = self.ontology.hierarchy.common(left, right)
        self._common.update(zip(new, counts.tolist(), strict=True))

    def common(self, a: Part, b: Part) -> int:
        """Common ancestors of the values of two parts; values that are no concepts have themselves only."""
        if a.concept is None or b.concept is None:
            return int(a.value == b.value)
        return self._common.get((a.concept, b.concept), 0)


def paired(gold: Sequence[Sequence[Part]], predicted: Sequence[Sequence[Part]], kinship: Kinship) -> list[Pair]:
    """Pair the parts of each sample.

    Within an attribute parts that say the same are paired; of the others each gold part gets at most one predicted
    part, so that the weights of the pairs add up to the most: operator and polarity that agree, and values near each
    other in the ontology. Of several best pairings the one is taken that depends on the parts in their fixed order
    only. Lists of many thousand wrong values are paired in that order.

    Args:
        gold, predicted: The parts of each sample, in their order.
        kinship: Looks up what concepts have in common.
    """
    tasks = [
        _Task(sample, field, mine[field], theirs[field])
        for sample, sides in enumerate(zip(gold, predicted, strict=True))
        for mine, theirs in [_by_field(*sides)]
        for field in mine
    ]
    kinship.learn(pair for task in tasks for pair in task.kin())
    return [pair for task in tasks for pair in task.pairs(kinship)]


class _Task:
    """The parts of one sample on one attribute."""

    def __init__(self, sample: int, field: str, gold: list[Part], predicted: list[Part]) -> None:
        common = {part.key for part in gold} & {part.key for part in predicted}
        self.sample = sample
        self.field = field
        self.conceptual = any(part.concept is not None for part in (*gold, *predicted))
        self.same = [part for part in gold if part.key in common]
        self.gold = [part for part in gold if part.key not in common]
        self.predicted = [part for part in predicted if part.key not in common]
        self.weighed = len(self.gold) * len(self.predicted) <= _MOST_PAIRS

    def kin(self) -> Iterable[tuple[str, str]]:
        """The pairs of concepts whose common ancestors are needed."""
        mine, theirs = ([part.concept for part in side if part.concept] for side in (self.gold, self.predicted))
        yield from product(mine, theirs) if self.weighed else zip(mine, theirs, strict=False)
        yield from ((part.concept, part.concept) for part in (*self.same, *self.gold, *self.predicted) if part.concept)

    def pairs(self, kinship: Kinship) -> Iterable[Pair]:
        """The pairs, gold parts first, and what stays alone."""
        partner = self._partners(kinship)
        for part in self.same:
            yield self._pair(part, part, kinship)
        for place, part in enumerate(self.gold):
            yield self._pair(part, self.predicted[partner[place]] if place in partner else None, kinship)
        for place in sorted(set(range(len(self.predicted))) - set(partner.values())):
            yield self._pair(None, self.predicted[place], kinship)

    def _partners(self, kinship: Kinship) -> dict[int, int]:
        from scipy.optimize import linear_sum_assignment

        if (
            not self.weighed
            or min(len(self.gold), len(self.predicted)) == 0
            or len(self.gold) == len(self.predicted) == 1
        ):
            return {place: place for place in range(min(len(self.gold), len(self.predicted)))}
        weights = np.array([[_weight(mine, other, kinship) for other in self.predicted] for mine in self.gold])
        return dict(zip(*(side.tolist() for side in linear_sum_assignment(weights, maximize=True)), strict=True))

    def _pair(self, gold: Part | None, predicted: Part | None, kinship: Kinship) -> Pair:
        if not self.conceptual:
            return Pair(self.sample, self.field, gold, predicted)
        of_gold, of_predicted = _size(gold, kinship), _size(predicted, kinship)
        common = 0
        if gold is not None and predicted is not None and of_gold and of_predicted and _same_way(gold, predicted):
            common = kinship.common(gold, predicted)
        return Pair(self.sample, self.field, gold, predicted, common, of_gold, of_predicted)


def _by_field(gold: Sequence[Part], predicted: Sequence[Part]) -> tuple[dict[str, list[Part]], dict[str, list[Part]]]:
    fields = sorted({part.field for part in (*gold, *predicted)})
    mine: dict[str, list[Part]] = {field: [] for field in fields}
    theirs: dict[str, list[Part]] = {field: [] for field in fields}
    for side, parts in ((mine, gold), (theirs, predicted)):
        for part in parts:
            side[part.field].append(part)
    return mine, theirs


def _size(part: Part | None, kinship: Kinship) -> int:
    return kinship.common(part, part) if part is not None and part.op.partition(" ")[0] in _CONCEPT_OPS else 0


def _same_way(gold: Part, predicted: Part) -> bool:
    return gold.op == predicted.op and gold.negated == predicted.negated


def _weight(gold: Part, predicted: Part, kinship: Kinship) -> float:
    weight = 1.0 + (gold.op == predicted.op) + 0.5 * (gold.negated == predicted.negated)
    weight += 0.5 * (gold.op[:2] == predicted.op[:2])
    sizes = kinship.common(gold, gold) + kinship.common(predicted, predicted)
    return weight + 4 * kinship.common(gold, predicted) / sizes
