"""`Concepts`: predicted concepts against gold concepts, as sets of ontology codes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ontoeval.ontology.information import InformationContent
from ontoeval.ontology.relation import Relation
from ontoeval.ontology.setbased import Convention, Overlap
from ontoeval.ontology.similarity import Depth
from ontoeval.records.batch import Batch
from ontoeval.views.base import Inputs, Integers, Status, View, left_over, run_is_missing, statuses
from ontoeval.views.coding import NIL, Coder, Codes
from ontoeval.views.concepts_repeats import Sets, distinct_items, distinct_pairs, positions, singles
from ontoeval.views.links import Links

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology
    from ontoeval.views.compiled import Compiled

Items = Literal["auto", "concepts", "mentions"]
Weight = Literal["count", "ic"]
Floats = NDArray[np.float64]
_PAIRS_AT_ONCE = 1_000_000


@dataclass(frozen=True)
class Pairs:
    """One gold and one predicted concept each.

    Attributes:
        sample: Sample of each pair.
        item: Item of each pair.
        gold, predicted: Codes (see `Coder`); NIL where one side has no partner.
        relation: `Relation` of the predicted to the gold concept.
    """

    sample: Integers
    item: Integers
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
        self._overlaps: dict[tuple[str, str], Overlap] = {}

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

    def overlap(self, convention: Convention = "handbook", weight: Weight = "count") -> Overlap:
        """Per item: the nodes that both ancestor sets hold, that the predicted one and that the gold one holds.

        Args:
            convention: Which nodes count.
            weight: Each node counts 1 (``"count"``), or its information content (``"ic"``, Resnik's).
        """
        key = convention, weight
        if key not in self._overlaps:
            assert self.ontology is not None
            gold, predicted, place = self._distinct_items
            found = self.ontology.set_overlap(gold, predicted, convention, "resnik" if weight == "ic" else None)
            self._overlaps[key] = found.at(place)
        return self._overlaps[key]

    @cached_property
    def lca_overlap(self) -> Overlap:
        """Per item the same for the paths to the lowest common ancestors."""
        assert self.ontology is not None
        gold, predicted, place = self._distinct_items
        return self.ontology.lca_overlap(gold, predicted).at(place)

    @cached_property
    def _distinct_items(self) -> tuple[Sets, Sets, Integers]:
        return distinct_items((self.gold_indptr, self.gold_codes), (self.predicted_indptr, self.predicted_codes))

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
        item, left, right = self._matched(np.flatnonzero((gold_size > 1) | (predicted_size > 1)))
        item = np.concatenate([simple, item])
        gold, predicted = np.concatenate([gold, left]), np.concatenate([predicted, right])
        return Pairs(self.item_sample[item], item, gold, predicted, self._relations(gold, predicted))

    def similarity(
        self,
        gold: Codes,
        predicted: Codes,
        name: str = "wu_palmer",
        *,
        ic: InformationContent = "resnik",
        depth: Depth = "max",
    ) -> Floats:
        """Similarity of pairs; 1 for one and the same id outside the ontology, 0 for NIL."""
        assert self.ontology is not None
        left, right, place = self._once(gold, predicted)
        value = self.ontology.similarities(left, right, [name], ic=ic, depth=depth)[name]
        value[(left == right) & (left < NIL)] = 1.0
        return value[place]

    def distance(self, gold: Codes, predicted: Codes, through: str = "ancestor") -> Floats:
        """Edges between the concepts of pairs; 0 for one and the same id outside the ontology, infinite for NIL."""
        assert self.ontology is not None
        left, right, place = self._once(gold, predicted)
        value = self.ontology.distances(left, right, through=through)
        value[(left == right) & (left < NIL)] = 0.0
        return value[place]

    def _once(self, gold: Codes, predicted: Codes) -> tuple[Codes, Codes, Integers]:
        """The distinct pairs of two columns, and the place of each; those of ``pairs`` are remembered."""
        if "pairs" in self.__dict__ and gold is self.pairs.gold and predicted is self.pairs.predicted:
            return self._distinct_pairs
        return distinct_pairs(gold, predicted)

    @cached_property
    def _distinct_pairs(self) -> tuple[Codes, Codes, Integers]:
        return distinct_pairs(self.pairs.gold, self.pairs.predicted)

    def assigned(self, most: int) -> tuple[Integers, Integers]:
        """Per item the lowest cost of assigning gold to predicted concepts one to one, and the larger number of them.

        Args:
            most: What a pair of concepts costs at most, in edges through a common ancestor, and one alone always.
        """
        from scipy.optimize import linear_sum_assignment

        gold, predicted = self.distinct()
        n_gold, n_predicted = np.diff(gold[0]), np.diff(predicted[0])
        size = np.maximum(n_gold, n_predicted)
        cost = most * size
        for some in _portions(np.flatnonzero((n_gold > 0) & (n_predicted > 0)), n_gold, n_predicted):
            _, left, right = cross(some, gold, predicted)
            edges = np.minimum(self.distance(left, right), most).astype(np.int64)
            ends = np.cumsum(n_gold[some] * n_predicted[some])
            single = np.flatnonzero((n_gold[some] == 1) & (n_predicted[some] == 1))
            cost[some[single]] = edges[ends[single] - 1]
            for place in np.flatnonzero((n_gold[some] > 1) | (n_predicted[some] > 1)).tolist():
                item = some[place]
                start = ends[place] - n_gold[item] * n_predicted[item]
                table = edges[start : ends[place]].reshape(n_gold[item], n_predicted[item])
                alone = size[item] - min(table.shape)
                cost[item] = table[linear_sum_assignment(table)].sum() + most * alone
        return cost, size

    def distinct(self) -> tuple[tuple[Integers, Codes], tuple[Integers, Codes]]:
        """Gold and predicted concepts of each item as rows, each concept once, in order of code."""
        return _distinct(self.gold_indptr, self.gold_codes), _distinct(self.predicted_indptr, self.predicted_codes)

    def _relations(self, gold: Codes, predicted: Codes) -> NDArray[np.int8]:
        assert self.ontology is not None
        left, right, place = self._once(gold, predicted)
        relation = self.ontology.relations(left, right)
        relation[(left == right) & (left < NIL)] = Relation.EXACT
        return relation[place]

    def _matched(self, items: Integers) -> tuple[Integers, Codes, Codes]:
        """Pairs of items with several concepts: item, gold and predicted concept of each pair."""
        if not len(items):
            none = np.zeros(0, np.int32)
            return np.zeros(0, np.int64), none, none
        (gold_ends, gold), (predicted_ends, predicted) = self.distinct()
        found: list[tuple[int, int, int]] = []
        for some in _portions(items, np.diff(gold_ends), np.diff(predicted_ends)):
            owner, left, right = cross(some, (gold_ends, gold), (predicted_ends, predicted))
            order = np.lexsort((right, left, self._relations(left, right), -self.similarity(left, right), owner))
            used: set[tuple[int, int, int]] = set()
            for item, g, p in zip(owner[order].tolist(), left[order].tolist(), right[order].tolist(), strict=True):
                if (item, 0, g) not in used and (item, 1, p) not in used:
                    used |= {(item, 0, g), (item, 1, p)}
                    found.append((item, g, p))
            for item in some.tolist():
                mine = gold[gold_ends[item] : gold_ends[item + 1]].tolist()
                theirs = predicted[predicted_ends[item] : predicted_ends[item + 1]].tolist()
                found += [(item, code, NIL) for code in mine if (item, 0, code) not in used]
                found += [(item, NIL, code) for code in theirs if (item, 1, code) not in used]
        pairs = np.array(found, dtype=np.int64).reshape(-1, 3)
        return pairs[:, 0], pairs[:, 1].astype(np.int32), pairs[:, 2].astype(np.int32)


def cross(
    items: Integers, gold: tuple[Integers, Codes], predicted: tuple[Integers, Codes]
) -> tuple[Integers, Codes, Codes]:
    """Every gold with every predicted concept of each item: item, gold and predicted concept, by item and gold."""
    n_gold, n_predicted = np.diff(gold[0])[items], np.diff(predicted[0])[items]
    left_item = np.repeat(items, n_gold)
    left = gold[1][positions(gold[0][items], n_gold)]
    times = np.repeat(n_predicted, n_gold)
    owner = np.repeat(left_item, times)
    right = predicted[1][positions(predicted[0][left_item], times)]
    return owner, np.repeat(left, times), right


def _distinct(indptr: Integers, codes: Codes) -> tuple[Integers, Codes]:
    owner = np.repeat(np.arange(len(indptr) - 1), np.diff(indptr))
    order = np.lexsort((codes, owner))
    owner, codes = owner[order], codes[order]
    new = np.ones(len(codes), bool)
    new[1:] = (owner[1:] != owner[:-1]) | (codes[1:] != codes[:-1])
    counts = np.bincount(owner[new], minlength=len(indptr) - 1)
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.int64), codes[new]


def _portions(items: Integers, gold_size: Integers, predicted_size: Integers) -> Iterator[Integers]:
    """Items in portions of about a million pairs each."""
    cells = np.cumsum(gold_size[items] * predicted_size[items])
    portion = cells // _PAIRS_AT_ONCE
    yield from np.split(items, np.flatnonzero(np.diff(portion)) + 1)


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
        lone_gold = left_over(len(links.gold), pairs[:, 0])
        lone_predicted = left_over(len(links.predicted), pairs[:, 1])
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
        view = cls(links.status, sample, singles(gold), singles(predicted), compiled.ontology)
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
        self.coder = Coder(inputs.ontology, inputs.settings.nil)
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
