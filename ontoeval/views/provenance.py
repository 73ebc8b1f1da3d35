"""`Provenance`: how far the citations of answers lead back to their sources."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ontoeval.records.batch import Batch
from ontoeval.views.base import Inputs, Integers, Status, View, run_is_missing, statuses

Depth = Literal["context", "document", "span"]
#: How far a citation leads: nowhere, to a context, to a document of the corpus, to a span of its text.
LEVELS: Mapping[str, int] = {"context": 1, "document": 2, "span": 3}


class Provenance(View):
    """``run.citations``, each resolved step by step; a step counts only after the ones before it.

    A citation names a context (``hit``, the id of a hit in ``run.contexts`` or of its document); the context, or the
    document that it is a part of, is in the corpus; ``span`` (``[start, end]`` in code points) lies in that document's
    text.

    Attributes:
        sample: Sample of each citation, shape ``(m,)``.
        level: How many steps of `LEVELS` it takes.
    """

    stage = "grounding"

    def __init__(self, status: NDArray[np.int8], sample: Integers, level: Integers, with_docs: bool) -> None:
        self.status = status
        self.sample = sample
        self.level = level
        self.with_docs = with_docs

    @classmethod
    def builder(cls, inputs: Inputs) -> ProvenanceBuilder:
        """A new builder."""
        return ProvenanceBuilder(inputs)

    def lacking(self, parameters: Mapping[str, Any]) -> str | None:
        """The corpus, for the steps that need it."""
        if self.unmeasured is None and not self.with_docs and parameters.get("depth") != "context":
            return "no corpus was given (--docs)"
        return self.unmeasured


class ProvenanceBuilder:
    """Compiles batches into `Provenance`."""

    def __init__(self, inputs: Inputs) -> None:
        self.docs: Mapping[str, Mapping[str, Any]] | None = inputs.docs
        self.any_citation = self.any_context = False
        self.status: list[int] = []
        self.sample: list[int] = []
        self.level: list[int] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        columns = (run_is_missing(batch), batch.column("run.citations"), batch.column("run.contexts"))
        for lost, citations, hits in zip(*columns, strict=True):
            self.any_citation |= citations is not None
            self.any_context |= hits is not None
            if lost or citations is None or hits is None:
                self.status.append(Status.MISSING)
                continue
            documents = dict(zip(hits.ids, hits.documents, strict=True)) | {doc: doc for doc in hits.documents}
            self.sample += [len(self.status)] * len(citations)
            self.level += [self._level(citation, documents) for citation in citations]
            self.status.append(Status.OK)

    def _level(self, citation: Mapping[str, Any], documents: Mapping[str, str]) -> int:
        hit = str(citation.get("hit"))
        if hit not in documents:
            return 0
        docs = self.docs if self.docs is not None else {}
        source = hit if hit in docs else documents[hit]
        if source not in docs:
            return LEVELS["context"]
        inside = _inside(citation.get("span"), docs[source].get("text"))
        return LEVELS["span"] if inside else LEVELS["document"]

    def build(self) -> Provenance:
        """The view of all batches."""
        sample, level = (np.array(values, dtype=np.int64) for values in (self.sample, self.level))
        view = Provenance(statuses(self.status), sample, level, self.docs is not None)
        if not self.any_citation:
            view.unmeasured = "no row has run.citations"
        elif not self.any_context:
            view.unmeasured = "no row has run.contexts"
        return view


def _inside(span: Any, text: Any) -> bool:
    """Whether a span is one, and lies in a text."""
    pair = isinstance(span, list | tuple) and len(span) == 2 and all(type(place) is int for place in span)
    return pair and isinstance(text, str) and 0 <= span[0] < span[1] <= len(text)
