"""`Relations`: predicted relations between concepts, or between spans, against gold relations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ontoeval.findings import Finding, shorten
from ontoeval.ontology.entailment import PropertyNames
from ontoeval.records.batch import Batch
from ontoeval.records.model import Triple
from ontoeval.views.base import Inputs, Integers, Keyed
from ontoeval.views.coding import Coder
from ontoeval.views.relation_matching import Credit, TripleSide, match
from ontoeval.views.sides import Sided, Sides, Units

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology

RelationLevel = Literal["strict", "boundary", "document"]


@dataclass(frozen=True)
class RelationCounts:
    """Counts of relations by unit (sample, or sample and relation), shape ``(n_units,)``.

    Attributes:
        correct: Pairs of a gold and a predicted relation.
        spurious: Predicted only.
        missed: In gold only.
    """

    correct: Integers
    spurious: Integers
    missed: Integers


class Relations(Sided):
    """Predicted relations (``run.relations``) against ``gold.relations``.

    Ids of arguments and of relations are resolved on both sides before they are compared.

    Attributes:
        gold, predicted: The relations of each side.
        names: The relations; ``relation`` of a side is a position in it.
        ontology: The ontology whose properties say what implies what, or None.
    """

    keys: ClassVar[tuple[str, ...]] = ("relation",)
    bare: ClassVar[tuple[str, str] | None] = ("gold.relations", "run.relations")
    stage = "query understanding"

    def __init__(
        self,
        status: NDArray[np.int8],
        gold: TripleSide,
        predicted: TripleSide,
        names: Sequence[str],
        ontology: Ontology | None,
    ) -> None:
        self.status = status
        self.gold = gold
        self.predicted = predicted
        self.names = list(names)
        self.ontology = ontology
        self.units = Units(gold.sample, predicted.sample, len(status))
        self._memo: dict[tuple[str, str, bool], tuple[Integers, Integers, Integers]] = {}

    @classmethod
    def builder(cls, inputs: Inputs) -> RelationsBuilder:
        """A new builder."""
        return RelationsBuilder(inputs)

    def lacking(self, parameters: Mapping[str, Any]) -> str | None:
        """Why relations cannot be compared in this way, or None."""
        if self.unmeasured is not None:
            return self.unmeasured
        if parameters.get("credit", "exact") != "exact" and self.ontology is None:
            return "no ontology was given (--ontology)"
        by_span = parameters.get("level", "document") != "document"
        if by_span and len(self.gold) and not self.gold.has_spans.any():
            return "no relation in gold.relations has head_span and tail_span"
        return None

    def counts(self, level: RelationLevel, credit: Credit, *, directed: bool) -> RelationCounts:
        """Correct, spurious and missed relations by unit.

        Args:
            level: ``"document"``: the concepts of both arguments are right, and relations without them are set aside;
                ``"boundary"``: their spans are right; ``"strict"``: spans are right, and of type and concept what gold
                says.
            credit: What counts as the same relation, see `match`.
            directed: Whether it matters which argument is the head.
        """
        memo = (level, credit, directed)
        if memo not in self._memo:
            properties = self.ontology.properties if self.ontology is not None and credit != "exact" else {}
            self._memo[memo] = match(
                self.gold, self.predicted, self.names, properties, level=level, credit=credit, directed=directed
            )
        gold, predicted, pairs = self._memo[memo]
        units = self.units
        theirs = units.predicted.copy()
        theirs[pairs[:, 1]] = units.gold[pairs[:, 0]]
        correct = units.count(units.gold[pairs[:, 0]])
        spurious, missed = units.count(theirs[predicted]) - correct, units.count(units.gold[gold]) - correct
        return RelationCounts(correct, spurious, missed)

    def keyed(self, key: str) -> Keyed:
        """The view by (sample, relation): a right prediction counts for the relation that gold has."""
        return self.by_unit(self.gold.relation, self.predicted.relation, self.names)


class RelationsBuilder:
    """Compiles batches into `Relations`."""

    def __init__(self, inputs: Inputs) -> None:
        self.inputs = inputs
        self.sides = Sides("relations")
        self.gold: list[tuple[int, Triple]] = []
        self.predicted: list[tuple[int, Triple]] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        for sample, _, gold, predicted in self.sides.pairs(batch):
            self.gold += [(sample, triple) for triple in gold or ()]
            self.predicted += [(sample, triple) for triple in predicted or ()]

    def build(self) -> Relations:
        """The view of all batches."""
        both = [triple for side in (self.gold, self.predicted) for _, triple in side]
        coder = Coder(self.inputs.ontology)
        coder.learn(argument for triple in both for argument in _arguments(triple))
        resolved = self._relations({triple["relation"] for triple in both})
        names = sorted(set(resolved.values()))
        position = {name: place for place, name in enumerate(names)}
        number = {text: position[name] for text, name in resolved.items()}
        kinds = sorted({kind for triple in both for kind in _types(triple) if kind})
        place = {kind: position for position, kind in enumerate(kinds)}
        gold, predicted = (_side(side, coder, number, place) for side in (self.gold, self.predicted))
        view = Relations(self.sides.status, gold, predicted, names, self.inputs.ontology)
        view.unmeasured = self.sides.unmeasured
        self._report(gold, "gold.relations")
        self._report(predicted, "run.relations")
        return view

    def _relations(self, texts: set[str]) -> dict[str, str]:
        """The name of the property that each text means, or the text itself."""
        ontology = self.inputs.ontology
        if ontology is None or not ontology.properties:
            return {text: text.strip() for text in texts}
        properties = PropertyNames(ontology.properties, ontology.prefixes)
        found = {text: properties.find(text) for text in sorted(texts)}
        unknown = [text for text, name in found.items() if name is None]
        if unknown:
            shown = ", ".join(shorten(text, 40) for text in unknown[:3])
            got = f"{len(unknown)} relations are not properties of the ontology: {shown}"
            mend = "they can match nothing but themselves"
            self.inputs.findings.append(
                Finding("relation.unknown", "warning", "relations", got, mend=mend, count=len(unknown))
            )
        return {text: name or text.strip() for text, name in found.items()}

    def _report(self, side: TripleSide, where: str) -> None:
        repeats = len(side) - len(np.unique(side.rows, axis=0))
        if repeats:
            got = f"{repeats} relations are given twice and count once"
            self.inputs.findings.append(Finding("relation.repeat", "warning", where, got, count=repeats))


def _arguments(triple: Triple) -> tuple[str | None, str | None]:
    return triple.get("head"), triple.get("tail")


def _types(triple: Triple) -> tuple[str | None, str | None]:
    return triple.get("head_type"), triple.get("tail_type")


def _side(
    triples: Sequence[tuple[int, Triple]], coder: Coder, number: Mapping[str, int], kinds: Mapping[str, int]
) -> TripleSide:
    arguments = [argument for _, triple in triples for argument in _arguments(triple)]
    spans = [[*(triple.get("head_span") or (-1, -1)), *(triple.get("tail_span") or (-1, -1))] for _, triple in triples]
    types = [[kinds.get(kind or "", -1) for kind in _types(triple)] for _, triple in triples]
    bounds = np.array(spans, dtype=np.int64).reshape(-1, 2, 2)
    side = TripleSide(
        sample=np.array([sample for sample, _ in triples], dtype=np.int64),
        relation=np.array([number[triple["relation"]] for _, triple in triples], dtype=np.int64),
        code=coder.codes(arguments).astype(np.int64).reshape(-1, 2),
        start=bounds[:, :, 0],
        end=bounds[:, :, 1],
        kind=np.array(types, dtype=np.int64).reshape(-1, 2),
    )
    return side.take(np.lexsort(side.rows.T[::-1]))
