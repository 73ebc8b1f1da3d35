"""`ReturnedFilters`: documents that the system returned although its filter keeps them out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ontoeval.records.batch import Batch
from ontoeval.views.base import Inputs, Integers, Status, View, run_is_missing, statuses
from ontoeval.views.filters.logged import LoggedFilters
from ontoeval.views.filters.widening import Widening

if TYPE_CHECKING:
    from ontoeval.views.compiled import Compiled

#: Whether a negated concept keeps out itself only, or what is below it as well.
Negations = Literal["exact", "down"]


class Returned(View):
    """The documents that each sample's run returned (``run.retrieved``).

    Attributes:
        docs: Their identifiers; None where the list is null.
    """

    stage = "filter"

    def __init__(self, status: list[int], docs: list[list[str] | None]) -> None:
        self.status = statuses(status)
        self.docs = docs

    @classmethod
    def builder(cls, inputs: Inputs) -> ReturnedBuilder:
        """A new builder."""
        return ReturnedBuilder()


class ReturnedBuilder:
    """Compiles batches into `Returned`."""

    def __init__(self) -> None:
        self.status: list[int] = []
        self.docs: list[list[str] | None] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        for missing, hits in zip(run_is_missing(batch), batch.column("run.retrieved"), strict=True):
            self.status.append(Status.MISSING if missing or hits is None else Status.OK)
            self.docs.append(None if hits is None else list(dict.fromkeys(hits.documents)))

    def build(self) -> Returned:
        """The view of all batches."""
        view = Returned(self.status, self.docs)
        if all(docs is None for docs in self.docs):
            view.unmeasured = "no row has run.retrieved"
        return view


class ReturnedFilters(View):
    """The returned documents against the filter that should have kept some of them out.

    A sample without a known filter or without a returned list is missing, one whose filter cannot be read invalid.

    Attributes:
        sample, row: The returned documents that are in the corpus, by sample, shape ``(m,)``.
        n_returned: How many each sample has, shape ``(n,)``.
    """

    stage = "filter"

    def __init__(self, logged: LoggedFilters, returned: Returned, compiled: Compiled) -> None:
        self.logged = logged
        self.status = np.maximum(logged.status, returned.status)
        self.unmeasured = logged.unmeasured or returned.unmeasured
        place = {} if logged.corpus is None else logged.corpus.position
        known = np.flatnonzero(self.status == Status.OK).tolist()
        found = [(sample, place[doc]) for sample in known for doc in returned.docs[sample] or () if doc in place]
        pairs = np.array(found, dtype=np.int64).reshape(-1, 2)
        self.sample: Integers = pairs[:, 0]
        self.row: Integers = pairs[:, 1]
        self.n_returned: Integers = np.bincount(self.sample, minlength=logged.n)
        self._widening = (
            None if compiled.ontology is None else Widening(logged, compiled.ontology, compiled.settings.filters)
        )
        self._leaked: dict[Negations, Integers] = {}

    @classmethod
    def needs(cls) -> tuple[type[View], ...]:
        """The filters, and what was returned."""
        return (LoggedFilters, Returned)

    @classmethod
    def derive(cls, compiled: Compiled) -> ReturnedFilters:
        """Find the returned documents in the corpus."""
        return cls(compiled.view(LoggedFilters), compiled.view(Returned), compiled)

    def lacking(self, parameters: Mapping[str, Any]) -> str | None:
        """Also the ontology, for negations that reach down."""
        if self.unmeasured is None and parameters.get("negations") == "down" and self._widening is None:
            return "no ontology was given (--ontology)"
        return self.unmeasured

    def n_leaked(self, negations: Negations = "exact") -> Integers:
        """How many returned documents fail the filter of each sample, shape ``(n,)``."""
        if negations not in self._leaked:
            filters = [found.applied for found in self.logged.logged]
            failed = self.logged.outcomes(filters, self.sample, self.row).n_failed > 0
            if negations == "down":
                assert self._widening is not None
                wide = [self._widening.negative(found) for found in self.logged.logged]
                failed |= self.logged.outcomes(wide, self.sample, self.row).n_failed > 0
            self._leaked[negations] = np.bincount(self.sample[failed], minlength=self.logged.n)
        return self._leaked[negations]
