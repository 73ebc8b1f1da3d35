"""`Nodes`: the nodes of the graph that hits hold, against the nodes that the golden set wants."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ontoeval.records.batch import Batch
from ontoeval.records.model import Hits
from ontoeval.views.base import Inputs, Integers, Status, View, run_is_missing, statuses
from ontoeval.views.coding import Coder, Codes
from ontoeval.views.concepts import Concepts
from ontoeval.views.concepts_repeats import positions
from ontoeval.views.graphs.hits import NO_NIL, Shares, best_first, list_of

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology

Credit = Literal["exact", "ancestors", "nearest"]


class Nodes(View):
    """The nodes of ``run.retrieved`` (``nodes`` and ``path`` of its hits) against ``gold.nodes`` and ``gold.paths``.

    A node counts once in each sample, where the best-ranked hit that holds it stands.

    Attributes:
        gold: Nodes that are wanted: row pointers, shape ``(n + 1,)``, and codes (see `Coder`).
        sample, code, rank: Sample, code and rank (from 0) of each retrieved node, by sample and code.
        ontology: The ontology that resolved them, or None.
    """

    field: ClassVar[str] = "run.retrieved"
    stage = "retrieval"

    def __init__(
        self,
        status: NDArray[np.int8],
        gold: tuple[Integers, Codes],
        retrieved: tuple[Integers, Codes, Integers],
        ontology: Ontology | None,
    ) -> None:
        self.status = status
        self.gold = gold
        self.sample, self.code, self.rank = retrieved
        self.ontology = ontology
        self._sets: dict[int | None, Concepts] = {}

    @classmethod
    def variant(cls, parameters: Mapping[str, Any]) -> type[View]:
        """The list that ``of`` names."""
        return list_of(_LISTS, parameters)

    @classmethod
    def builder(cls, inputs: Inputs) -> NodesBuilder:
        """A new builder."""
        return NodesBuilder(cls, inputs)

    def lacking(self, parameters: Mapping[str, Any]) -> str | None:
        """Why nodes cannot be compared in this way, or None."""
        if self.unmeasured is not None or parameters.get("credit", "exact") == "exact":
            return self.unmeasured
        if self.ontology is None:
            return "no ontology was given (--ontology)"
        return None if (self.gold[1] >= 0).any() else "no node of the golden set is in the ontology"

    def shares(self, k: int | None, credit: Credit) -> Shares:
        """Right and found nodes.

        Args:
            k: Only the first ``k`` hits; None for all.
            credit: ``"exact"``: the same node, one row per sample; ``"ancestors"``: nodes and all that is above them,
                one row per sample; ``"nearest"``: Wu-Palmer similarity with the nearest node of the other side, one row
                per node.
        """
        sets = self._at(k)
        if credit == "nearest":
            return _nearest(sets)
        every = np.arange(len(self.status))
        if credit == "ancestors":
            found = sets.overlap()
            return Shares(found.both, found.predicted, every, found.both, found.gold, every)
        both = _common(sets)
        sizes = np.diff(sets.predicted_indptr), np.diff(sets.gold_indptr)
        return Shares(both, sizes[0], every, both, sizes[1], every)

    def _at(self, k: int | None) -> Concepts:
        """The nodes of the first ``k`` hits against gold, one item per sample."""
        if k not in self._sets:
            n = len(self.status)
            kept = slice(None) if k is None else np.flatnonzero(self.rank < k)
            ends = np.concatenate([[0], np.cumsum(np.bincount(self.sample[kept], minlength=n))]).astype(np.int64)
            self._sets[k] = Concepts(self.status, np.arange(n), self.gold, (ends, self.code[kept]), self.ontology)
        return self._sets[k]


class CandidateNodes(Nodes):
    """The nodes of ``run.candidates``."""

    field: ClassVar[str] = "run.candidates"


class ContextNodes(Nodes):
    """The nodes of ``run.contexts``."""

    field: ClassVar[str] = "run.contexts"
    stage = "context"


_LISTS: dict[str, type[View]] = {"retrieved": Nodes, "candidates": CandidateNodes, "contexts": ContextNodes}


class NodesBuilder:
    """Compiles batches into `Nodes`."""

    def __init__(self, cls: type[Nodes], inputs: Inputs) -> None:
        self.cls = cls
        self.inputs = inputs
        self.any_gold = self.any_list = self.any_node = False
        self.status: list[int] = []
        self.gold: list[list[str]] = []
        self.retrieved: list[dict[str, int]] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        columns = (batch.column("gold.nodes"), batch.column("gold.paths"), batch.column(self.cls.field))
        for lost, nodes, paths, hits in zip(run_is_missing(batch), *columns, strict=True):
            wanted = None if nodes is None and paths is None else [*(nodes or ()), *_flat(paths or ())]
            ranked = {} if hits is None else _ranks(hits)
            self.any_gold |= wanted is not None
            self.any_list |= hits is not None
            self.any_node |= bool(ranked)
            missing = lost or hits is None
            self.status.append(Status.UNDEFINED if wanted is None else Status.MISSING if missing else Status.OK)
            self.gold.append(wanted or [])
            self.retrieved.append({} if wanted is None or missing else ranked)

    def build(self) -> Nodes:
        """The view of all batches."""
        coder = Coder(self.inputs.ontology, NO_NIL)
        coder.learn(_flat([*self.gold, *self.retrieved]))
        wanted, code, _ = _once(coder, self.gold, [0] * sum(map(len, self.gold)))
        ends = np.concatenate([[0], np.cumsum(np.bincount(wanted, minlength=len(self.gold)))]).astype(np.int64)
        ranks = [rank for ranked in self.retrieved for rank in ranked.values()]
        view = self.cls(statuses(self.status), (ends, code), _once(coder, self.retrieved, ranks), self.inputs.ontology)
        if not self.any_gold:
            view.unmeasured = "no row has gold.nodes or gold.paths"
        elif not self.any_list:
            view.unmeasured = f"no row has {self.cls.field}"
        elif not self.any_node:
            view.unmeasured = f"no hit of {self.cls.field} has nodes or a path"
        return view


def _flat(lists: Iterable[Iterable[str]]) -> list[str]:
    return [text for each in lists for text in each]


def _ranks(hits: Hits) -> dict[str, int]:
    """Each node with the rank of the best hit that holds it."""
    found: dict[str, int] = {}
    for rank, hit in enumerate(best_first(hits)):
        for node in [*(hit.get("nodes") or ()), *(hit.get("path") or ())]:
            found.setdefault(node, rank)
    return found


def _once(coder: Coder, rows: list[Any], ranks: list[int]) -> tuple[Integers, Codes, Integers]:
    """Sample, code and best rank of the nodes of each sample, every code once, by sample and code."""
    code = coder.codes(_flat(rows))
    sample = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    rank = np.array(ranks, dtype=np.int64)
    order = np.lexsort((rank, code, sample))
    sample, code, rank = sample[order], code[order], rank[order]
    new = np.ones(len(code), dtype=bool)
    new[1:] = (sample[1:] != sample[:-1]) | (code[1:] != code[:-1])
    return sample[new], code[new], rank[new]


def _owners(ends: Integers) -> Integers:
    return np.repeat(np.arange(len(ends) - 1), np.diff(ends))


def _common(sets: Concepts) -> Integers:
    """How many nodes both sides of each sample have, shape ``(n,)``."""
    codes = np.concatenate([sets.gold_codes, sets.predicted_codes]).astype(np.int64)
    low = int(codes.min(initial=0))
    span = int(codes.max(initial=0)) - low + 1
    gold = _owners(sets.gold_indptr) * span + sets.gold_codes - low
    retrieved = _owners(sets.predicted_indptr) * span + sets.predicted_codes - low
    both = np.intersect1d(gold, retrieved, assume_unique=True)
    return np.bincount(both // span, minlength=len(sets.status))


def _nearest(sets: Concepts) -> Shares:
    """The similarity of every node with the nearest node of the other side; 0 where that has none."""
    gold, retrieved = _owners(sets.gold_indptr), _owners(sets.predicted_indptr)
    times = np.diff(sets.predicted_indptr)[gold]
    left = np.repeat(np.arange(len(gold)), times)
    right = positions(sets.predicted_indptr[gold], times)
    value = sets.similarity(sets.gold_codes[left], sets.predicted_codes[right])
    found, correct = np.zeros(len(gold)), np.zeros(len(retrieved))
    np.maximum.at(found, left, value)
    np.maximum.at(correct, right, value)
    ones = np.ones(len(retrieved), dtype=np.int64), np.ones(len(gold), dtype=np.int64)
    return Shares(correct, ones[0], retrieved, found, ones[1], gold)
