"""`Documents`: which documents are ranked by whom, and which are wanted by whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ontoeval.records.batch import Batch
from ontoeval.views.base import Inputs, Integers, Status, View, run_is_missing, statuses


class Documents(View):
    """Every ranked document and every gold document, as rows by (sample, document).

    Attributes:
        sample: Sample of each row.
        key: Position of the row's document in ``labels``.
        labels: Documents.
        rank: Rank of the document in the sample's list, counted from 0; -1 where it is not ranked.
        wanted: 1 where the document is gold of the sample.
    """

    bare = ("gold.docs", "run.retrieved")
    stage = "retrieval"
    field = "run.retrieved"

    def __init__(
        self,
        status: NDArray[np.int8],
        sample: Integers,
        key: Integers,
        rank: Integers,
        wanted: Integers,
        labels: list[str],
    ) -> None:
        self.status = status
        self.sample = sample
        self.key = key
        self.rank = rank
        self.wanted = wanted
        self.labels = labels

    @classmethod
    def variant(cls, parameters: Mapping[str, Any]) -> type[View]:
        """The list that ``of`` names."""
        return _LISTS[parameters.get("of", "retrieved")]

    @classmethod
    def builder(cls, inputs: Inputs) -> DocumentsBuilder:
        """A new builder."""
        return DocumentsBuilder(cls)

    def table(self, k: int | None) -> tuple[Integers, Integers, Integers]:
        """Of each row: wanted, ranked above the cut-off, and both."""
        found = ((self.rank >= 0) & (self.rank < (k or np.iinfo(np.int64).max))).astype(np.int64)
        return self.wanted, found, found * self.wanted


class CandidateDocuments(Documents):
    """The documents of ``run.candidates``."""

    field = "run.candidates"


class ContextDocuments(Documents):
    """The documents of ``run.contexts``."""

    field = "run.contexts"
    stage = "context"


_LISTS: dict[str, type[Documents]] = {
    "retrieved": Documents,
    "candidates": CandidateDocuments,
    "contexts": ContextDocuments,
}


class DocumentsBuilder:
    """Compiles batches into `Documents`."""

    def __init__(self, cls: type[Documents]) -> None:
        self.cls = cls
        self.any_gold = False
        self.any_run = False
        self.status: list[int] = []
        self.codes: dict[str, int] = {}
        self.rows: list[tuple[int, int, int, int]] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        columns = (run_is_missing(batch), batch.column("gold.docs"), batch.column(self.cls.field))
        for lost, gold, hits in zip(*columns, strict=True):
            self.any_gold |= gold is not None
            self.any_run |= hits is not None
            sample = len(self.status)
            wanted = {doc for doc, grade in gold.items() if grade > 0} if gold else set()
            missing = lost or hits is None
            self.status.append(Status.UNDEFINED if missing and not wanted else Status.MISSING if missing else Status.OK)
            ranked = {} if missing else best_ranks(hits.documents, hits.scores)
            for doc in [*ranked, *(wanted - ranked.keys())]:
                code = self.codes.setdefault(doc, len(self.codes))
                self.rows.append((sample, code, ranked.get(doc, -1), int(doc in wanted)))

    def build(self) -> Documents:
        """The view of all batches."""
        sample, key, rank, wanted = np.array(self.rows, dtype=np.int64).reshape(-1, 4).T
        view = self.cls(statuses(self.status), sample, key, rank, wanted, list(self.codes))
        if not self.any_gold:
            view.unmeasured = "no row has gold.docs"
        elif not self.any_run:
            view.unmeasured = f"no row has {self.cls.field}"
        return view


def best_ranks(docs: list[str], scores: list[float] | None) -> dict[str, int]:
    """The rank of each document's best chunk, counted from 0 over documents."""
    order = list(range(len(docs)))
    if scores is not None:
        order.sort(key=[-score for score in scores].__getitem__)
    distinct = dict.fromkeys(docs[position] for position in order)
    return {doc: rank for rank, doc in enumerate(distinct)}
