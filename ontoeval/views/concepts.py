"""`Concepts`: predicted concepts against gold concepts, as sets of ontology codes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ontoeval.ontology.relation import Relation
from ontoeval.records.batch import Batch
from ontoeval.views.base import Inputs, Integers, Status, View, run_is_missing, statuses
from ontoeval.views.coding import NIL, Coder, Codes
from ontoeval.views.links import Links

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology
    from ontoeval.views.compiled import Compiled

Items = Literal["auto", "concepts", "mentions"]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Pairs:
    """One gold and one predicted concept each.

    Attributes:
        sample: Sample of each pair.
        gold, predicted: Codes (see `Coder`); NIL where one side has no partner.
        relation: `Relation` of the predicted to the gold concept.
    """

    sample: Integers
    gold: Codes
    predicted: Codes
    relation: NDArray[np.int8]

    @property
    def wrong(self) -> NDArray[np.bool_]:
        """Pairs of two different concepts: a concept was predicted, and it is not the right one."""
        both = (self.gold != NIL) & (self.predicted != NIL)
        different: NDArray[np.bool_] = self.relation > Relation.EQUIVALENT
        wrong: NDArray[np.bool_] = both & different
        return wrong


class Concepts(View):
    """Predicted against gold concepts.

    An item is what is compared as one: the set of concepts of a sample (``items="concepts"``), or the two
    mentions of one span (``items="mentions"``; a mention without partner is an item of its own). ``"auto"``
    takes the samples' concepts where the golden set has any, else the mentions.

    Attributes:
        item_sample: Sample of each item.
        gold_indptr, gold_codes: Gold concepts of each item as rows.
        predicted_indptr, predicted_codes: Predicted concepts of each item.
        ontology: The ontology that resolved them.
        source: ``"concepts"`` or ``"mentions"``.
    """

    bare: ClassVar[tuple[str, str] | None] = ("gold.concepts", "run.concepts")
    stage = "query understanding"
    source: str = "concepts"

    def __init__(
        self,
        status: NDArray[np.int8],
        item_sample: Integers,
        gold: tuple[Integers, Codes],
        predicted: tuple[Integers, Codes],
        ontology: Ontology | None,
    ) -> None:
        self.status = status
        self.item_sample = item_sample
        self.gold_indptr, self.gold_codes = gold
        self.predicted_indptr, self.predicted_codes = predicted
        self.ontology = ontology

    @classmethod
    def variant(cls, parameters: Mapping[str, Any]) -> type[View]:
        """The view that ``items`` names."""
        return _SOURCES[parameters.get("items", "auto")]

    @classmethod
    def needs(cls) -> tuple[type[View], ...]:
        """The sets, and the mentions in case there are none."""
        return (ConceptSets, ConceptMentions)

    @classmethod
    def derive(cls, compiled: Compiled) -> View:
        """The samples' concepts where the golden set has any, else the mentions."""
        sets = compiled.view(ConceptSets)
        return sets if sets.any_gold else compiled.view(ConceptMentions)

    @cached_property
    def overlap(self) -> tuple[Integers, Integers, Integers]:
        """Per item: concepts in both ancestor sets, in the predicted one, in the gold one (each with itself)."""
        assert self.ontology is not None
        return self.ontology.hierarchy.set_overlap(
            self.gold_indptr, self.gold_codes, self.predicted_indptr, self.predicted_codes
        )

    @cached_property
    def pairs(self) -> Pairs:
        """The concepts of each item paired one to one.

        Within an item the best pairs come first: by Wu-Palmer similarity, then by relation, then by id. What
        stays alone is paired with NIL.
        """
        gold_size, predicted_size = np.diff(self.gold_indptr), np.diff(self.predicted_indptr)
        simple = np.flatnonzero((gold_size <= 1) & (predicted_size <= 1) & (gold_size + predicted_size > 0))
        gold = np.full(len(simple), NIL, dtype=np.int32)
        predicted = np.full(len(simple), NIL, dtype=np.int32)
        has_gold, has_predicted = gold_size[simple] == 1, predicted_size[simple] == 1
        gold[has_gold] = self.gold_codes[self.gold_indptr[simple[has_gold]]]
        predicted[has_predicted] = self.predicted_codes[self.predicted_indptr[simple[has_predicted]]]
        item, more_gold, more_predicted = [simple], [gold], [predicted]
        for place in np.flatnonzero((gold_size > 1) | (predicted_size > 1)).tolist():
            left, right = self._match(place)
            item.append(np.full(len(left), place, dtype=np.int64))
            more_gold.append(left)
            more_predicted.append(right)
        gold, predicted = np.concatenate(more_gold), np.concatenate(more_predicted)
        return Pairs(self.item_sample[np.concatenate(item)], gold, predicted, self._relations(gold, predicted))

    def similarity(self, gold: Codes, predicted: Codes) -> Floats:
        """Wu-Palmer similarity of pairs; 1 for one and the same id outside the ontology, 0 for NIL."""
        assert self.ontology is not None
        value = self.ontology.similarities(gold, predicted, ["wu_palmer"])["wu_palmer"]
        return np.where((gold == predicted) & (gold < NIL), 1.0, value)

    def _relations(self, gold: Codes, predicted: Codes) -> NDArray[np.int8]:
        assert self.ontology is not None
        relation = self.ontology.relations(gold, predicted)
        relation[(gold == predicted) & (gold < NIL)] = Relation.EXACT
        return relation

    def _match(self, item: int) -> tuple[Codes, Codes]:
        gold = np.unique(self.gold_codes[self.gold_indptr[item] : self.gold_indptr[item + 1]])
        predicted = np.unique(self.predicted_codes[self.predicted_indptr[item] : self.predicted_indptr[item + 1]])
        left, right = np.repeat(gold, len(predicted)), np.tile(predicted, len(gold))
        order = np.lexsort((right, left, self._relations(left, right), -self.similarity(left, right)))
        free_gold, free_predicted = set(gold.tolist()), set(predicted.tolist())
        matched: list[tuple[int, int]] = []
        for place in order.tolist():
            pair = int(left[place]), int(right[place])
            if pair[0] in free_gold and pair[1] in free_predicted:
                free_gold.discard(pair[0])
                free_predicted.discard(pair[1])
                matched.append(pair)
        matched += [(code, NIL) for code in sorted(free_gold)] + [(NIL, code) for code in sorted(free_predicted)]
        both = np.array(matched, dtype=np.int32).reshape(-1, 2)
        return both[:, 0], both[:, 1]


class ConceptSets(Concepts):
    """The concepts of whole samples: ``run.concepts`` against ``gold.concepts``."""

    any_gold = False

    @classmethod
    def builder(cls, inputs: Inputs) -> ConceptsBuilder:
        """A new builder."""
        return ConceptsBuilder(inputs)


class ConceptMentions(Concepts):
    """The concepts of mentions with the same span."""

    source = "mentions"

    @classmethod
    def needs(cls) -> tuple[type[View], ...]:
        """The links."""
        return (Links,)

    @classmethod
    def derive(cls, compiled: Compiled) -> View:
        """Pair the mentions of equal spans; the others stay alone."""
        links = compiled.view(Links)
        pairs = links.same_span()
        lone_gold = np.setdiff1d(np.arange(len(links.gold)), pairs[:, 0])
        lone_predicted = np.setdiff1d(np.arange(len(links.predicted)), pairs[:, 1])
        none_gold = np.full(len(lone_predicted), NIL, dtype=np.int32)
        none_predicted = np.full(len(lone_gold), NIL, dtype=np.int32)
        gold = np.concatenate([links.gold.code[pairs[:, 0]], links.gold.code[lone_gold], none_gold])
        predicted = np.concatenate(
            [links.predicted.code[pairs[:, 1]], none_predicted, links.predicted.code[lone_predicted]]
        )
        sample = np.concatenate(
            [
                links.gold.sample[pairs[:, 0]],
                links.gold.sample[lone_gold],
                links.predicted.sample[lone_predicted],
            ]
        )
        view = cls(links.status, sample, _singles(gold), _singles(predicted), compiled.ontology)
        view.unmeasured = links.unmeasured
        return view


_SOURCES: dict[str, type[Concepts]] = {
    "auto": Concepts,
    "concepts": ConceptSets,
    "mentions": ConceptMentions,
}


class ConceptsBuilder:
    """Compiles batches into `ConceptSets`."""

    def __init__(self, inputs: Inputs) -> None:
        self.inputs = inputs
        self.coder = Coder(inputs.ontology)
        self.status: list[int] = []
        self.any_gold = False
        self.any_run = False
        self.gold: list[Sequence[str | None]] = []
        self.predicted: list[Sequence[str | None]] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        missing = run_is_missing(batch)
        columns = (batch.column("gold.concepts"), batch.column("run.concepts"))
        for position, (gold, predicted) in enumerate(zip(*columns, strict=True)):
            self.any_gold |= gold is not None
            self.any_run |= predicted is not None
            lost = missing[position] or predicted is None
            if gold is None:
                self.status.append(Status.UNDEFINED)
            else:
                self.status.append(Status.MISSING if lost else Status.OK)
            self.gold.append(gold or ())
            self.predicted.append(() if gold is None or lost else predicted)

    def build(self) -> ConceptSets:
        """The view of all batches."""
        self.coder.learn(text for side in (self.gold, self.predicted) for row in side for text in row)
        gold, predicted = self._rows(self.gold), self._rows(self.predicted)
        view = ConceptSets(statuses(self.status), np.arange(len(self.status)), gold, predicted, self.inputs.ontology)
        view.any_gold = self.any_gold
        if not self.any_gold:
            view.unmeasured = "no row has gold.concepts"
        elif not self.any_run:
            view.unmeasured = "no row has run.concepts"
        self.inputs.findings += self.coder.check_gold(gold[1], "gold.concepts")
        return view

    def _rows(self, rows: list[Sequence[str | None]]) -> tuple[Integers, Codes]:
        codes = self.coder.codes([text for row in rows for text in row])
        owner = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
        kept = codes != NIL
        lengths = np.bincount(owner[kept], minlength=len(rows))
        return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64), codes[kept]


def _singles(codes: Codes) -> tuple[Integers, Codes]:
    """Rows of at most one concept: NIL is none."""
    kept = codes != NIL
    return np.concatenate([[0], np.cumsum(kept)]).astype(np.int64), codes[kept]
