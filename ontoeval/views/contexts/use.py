"""`ContextUse`: which of the contexts that the generator was given its answer uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ontoeval.findings import Finding
from ontoeval.records.batch import Batch
from ontoeval.records.verdicts import ContextsUsed
from ontoeval.views.base import Inputs, Integers, Status, View, run_is_missing, statuses
from ontoeval.views.contexts.verdicts import means, miscount, n_contexts
from ontoeval.views.judged.base import Judged, Verdicts

Evidence = Literal["cited", "judged"]
_HALF = 0.5


class ContextUse(View):
    """Which contexts in ``run.contexts`` are cited in ``run.citations`` (by id, or by their document's id).

    Attributes:
        placed: How many contexts each sample has, shape ``(n,)``.
        used: How many of them the answer uses.
    """

    stage = "answer"

    def __init__(self, status: NDArray[np.int8], placed: Integers, used: Integers) -> None:
        self.status = status
        self.placed = placed
        self.used = used

    @classmethod
    def variant(cls, parameters: Mapping[str, Any]) -> type[View]:
        """The evidence that ``by`` names."""
        return _EVIDENCE[parameters.get("by", "cited")]

    @classmethod
    def builder(cls, inputs: Inputs) -> ContextUseBuilder:
        """A new builder."""
        return ContextUseBuilder(inputs)


class JudgedUse(Judged):
    """Which contexts the answer uses, from ``annotations.context_use``: its mean verdict is above one half."""

    stage = "answer"
    rubric = "context_use"
    schema = ContextsUsed
    material = ("run.contexts",)

    def __init__(self, status: NDArray[np.int8], verdicts: Verdicts, facts: Sequence[Any]) -> None:
        super().__init__(status, verdicts, facts)
        found = [means([verdict.useful for verdict in repetitions]) > _HALF for repetitions in verdicts]
        self.placed: Integers = np.array([len(each) for each in found], dtype=np.int64)
        self.used: Integers = np.array([each.sum() for each in found], dtype=np.int64)

    @classmethod
    def fact(cls, batch: Batch, position: int) -> int | None:
        """The number of contexts."""
        return n_contexts(batch, position)

    @classmethod
    def fault(cls, verdict: ContextsUsed, fact: int | None) -> str | None:
        """A verdict has one entry per context."""
        return miscount(len(verdict.verdicts), fact)


_EVIDENCE: dict[str, type[View]] = {"cited": ContextUse, "judged": JudgedUse}


class ContextUseBuilder:
    """Compiles batches into `ContextUse`."""

    def __init__(self, inputs: Inputs) -> None:
        self.inputs = inputs
        self.any_context = self.any_citation = False
        self.status: list[int] = []
        self.placed: list[int] = []
        self.used: list[int] = []
        self.stray = 0

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        columns = (run_is_missing(batch), batch.column("run.contexts"), batch.column("run.citations"))
        for lost, hits, citations in zip(*columns, strict=True):
            self.any_context |= hits is not None
            self.any_citation |= citations is not None
            placed = used = 0
            status = Status.MISSING
            if not lost and hits is not None and citations is not None:
                status = Status.OK
                cited = {str(citation.get("hit")) for citation in citations}
                names = list(zip(hits.ids, hits.documents, strict=True))
                placed, used = len(names), sum(name in cited or doc in cited for name, doc in names)
                self.stray += bool(cited - {*hits.ids, *hits.documents})
            self.status.append(status)
            self.placed.append(placed)
            self.used.append(used)

    def build(self) -> ContextUse:
        """The view of all batches."""
        placed, used = (np.array(counts, dtype=np.int64) for counts in (self.placed, self.used))
        view = ContextUse(statuses(self.status), placed, used)
        if not self.any_context:
            view.unmeasured = "no row has run.contexts"
        elif not self.any_citation:
            view.unmeasured = "no row has run.citations"
        if self.stray:
            got = f"{self.stray} answers cite something that was not among their contexts"
            self.inputs.findings.append(Finding("context.stray", "warning", "run.citations", got, count=self.stray))
        return view
