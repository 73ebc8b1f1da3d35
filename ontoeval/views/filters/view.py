"""`Filters`: which eligible gold documents the applied filter excludes, and which conditions do it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ontoeval.predicates.profiles.switches import Profile
from ontoeval.predicates.tree import Node
from ontoeval.progress import track
from ontoeval.statistics.rows import Floats
from ontoeval.views.base import Flags, Integers, Status, View
from ontoeval.views.filters.blame import Blame, blame, fails
from ontoeval.views.filters.conditions import Condition, Threshold
from ontoeval.views.filters.logged import LoggedFilters
from ontoeval.views.filters.reasons import Reason, Reasons

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology
    from ontoeval.views.compiled import Compiled


class DocState(IntEnum):
    """What becomes of a gold document before anything is ranked."""

    SURVIVES = 0
    EXCLUDED = 1
    INELIGIBLE = 2  # the user may not see it, or it fails a mandatory condition
    MISSING_FROM_INDEX = 3
    UNKNOWN = 4  # there is no corpus

    @property
    def label(self) -> str:
        """The name used in reports."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class GoldDoc:
    """One gold document and the filter of its sample.

    Attributes:
        doc: Identifier of the document.
        state: Label of its `DocState`.
        fails: Numbers of the conditions that keep it out: those in any smallest relaxation.
    """

    doc: str
    state: str
    fails: tuple[int, ...] = ()


class Filters(View):
    """The applied filters against the gold documents.

    Eligible are gold documents that are in the corpus, that ``gold.eligible`` names where it is given, and that meet
    the conditions on mandatory attributes. A sample without eligible gold is undefined; one whose filter is null is
    missing, one whose filter cannot be read invalid; an empty filter excludes nothing.

    Attributes:
        logged: The filters, the gold documents and the corpus.
        ontology: For reasons, or None.
        state: `DocState` of each gold document, in the order of ``logged.pairs``, int8.
        indptr, meets: Whether each gold document meets each condition of its filter, in the order of the conditions:
            ``meets[indptr[i]:indptr[i + 1]]``, empty for a document that is not eligible.
        n_eligible, n_surviving: Eligible gold documents of each sample, and those that pass, shape ``(n,)``.
    """

    stage = "filter"

    def __init__(
        self,
        logged: LoggedFilters,
        state: NDArray[np.int8],
        indptr: Integers,
        meets: Flags,
        ontology: Ontology | None = None,
    ) -> None:
        self.logged = logged
        self.ontology = ontology
        self.n = logged.n
        self.state = state
        self.indptr = indptr
        self.meets = meets
        sample = logged.pairs.sample
        self.n_surviving: Integers = np.bincount(sample[state == DocState.SURVIVES], minlength=self.n)
        self.n_eligible: Integers = np.bincount(sample[state <= DocState.EXCLUDED], minlength=self.n)
        self.status = np.where(self.n_eligible > 0, logged.status, np.int8(Status.UNDEFINED))
        self.any_filter = logged.any_filter
        self.any_eligible = logged.any_eligible or bool((state == DocState.INELIGIBLE).any())
        self.unmeasured = logged.unmeasured

    @classmethod
    def needs(cls) -> tuple[type[View], ...]:
        """The filters as they were logged."""
        return (LoggedFilters,)

    @classmethod
    def derive(cls, compiled: Compiled) -> Filters:
        """Try each eligible gold document with the conditions of its filter."""
        logged = compiled.view(LoggedFilters)
        pairs = logged.pairs
        n = len(pairs.sample)
        if logged.corpus is None:
            nothing = np.zeros(n + 1, dtype=np.int64)
            return cls(logged, np.full(n, DocState.UNKNOWN, dtype=np.int8), nothing, np.zeros(0, dtype=bool))
        state = np.where(pairs.allowed, np.int8(DocState.SURVIVES), np.int8(DocState.INELIGIBLE))
        state[pairs.row < 0] = DocState.MISSING_FROM_INDEX
        if compiled.settings.filters.mandatory:
            places = np.flatnonzero(state == DocState.SURVIVES)
            required = [found.required for found in logged.logged]
            failed = logged.outcomes(required, pairs.sample[places], pairs.row[places]).n_failed
            state[places[failed > 0]] = DocState.INELIGIBLE
        places = np.flatnonzero(state == DocState.SURVIVES)
        tests = [found.tests for found in logged.logged]
        tried = logged.outcomes(tests, pairs.sample[places], pairs.row[places])
        sizes = np.zeros(n, dtype=np.int64)
        sizes[places] = np.diff(tried.indptr)
        indptr = np.concatenate([[0], np.cumsum(sizes)])
        failed_any = tried.n_failed > 0
        plain = np.array([found.is_conjunction for found in logged.logged], dtype=bool)
        state[places[failed_any]] = DocState.EXCLUDED
        view = cls(logged, state, indptr, tried.passes, compiled.ontology)
        compound = places[failed_any & ~plain[pairs.sample[places]]]
        passing = [place for place in compound.tolist() if view.threshold(place).holds(view.held(place))]
        if passing:
            state[passing] = DocState.SURVIVES
            view = cls(logged, state, indptr, tried.passes, compiled.ontology)
        return view

    def surviving(self, filters: Sequence[Node], engine: Profile | None = None) -> Integers:
        """How many eligible gold documents would pass other filters, shape ``(n,)``.

        Args:
            filters: One for each sample, with every ``under`` expanded.
            engine: Whose semantics; by default those of the sample's own filter.
        """
        pairs = self.logged.pairs
        places = np.flatnonzero(self.state <= DocState.EXCLUDED)
        failed = self.logged.outcomes(filters, pairs.sample[places], pairs.row[places], engine).n_failed
        counts: Integers = np.bincount(pairs.sample[places[failed == 0]], minlength=self.n)
        return counts

    def ideal(self, k: int | None, *, surviving: bool = False) -> tuple[Integers, Integers, Floats]:
        """Sample, position and grade of the best possible ranking of eligible gold documents, down to rank ``k``.

        Args:
            k: Cut-off rank; None is all of them.
            surviving: Only those that pass the filter.
        """
        pairs = self.logged.pairs
        places = np.flatnonzero(self.state <= (DocState.SURVIVES if surviving else DocState.EXCLUDED))
        places = places[np.lexsort((-pairs.grade[places], pairs.sample[places]))]
        sample = pairs.sample[places]
        position = np.arange(len(places)) - np.searchsorted(sample, sample)
        keep = np.flatnonzero(position < (len(places) if k is None else k))
        return sample[keep], position[keep], pairs.grade[places[keep]]

    # Excluded questions

    @property
    def scored(self) -> Flags:
        """Whether each sample has eligible gold and a known filter, shape ``(n,)``."""
        known: Flags = self.status == Status.OK
        return known

    @cached_property
    def excluded(self) -> Integers:
        """Samples whose filter no eligible gold document passes."""
        return np.flatnonzero(self.scored & (self.n_surviving == 0))

    def conditions(self, sample: int) -> tuple[Condition, ...]:
        """The conditions of a sample's filter, without those on mandatory attributes."""
        return self.logged.logged[sample].conditions

    def threshold(self, place: int) -> Threshold:
        """The filter that the gold document at a place of ``logged.pairs`` is tried with."""
        return self.logged.logged[int(self.logged.pairs.sample[place])].threshold

    def held(self, place: int) -> int:
        """The conditions that the gold document at a place meets, as bits."""
        bits = self.meets[self.indptr[place] : self.indptr[place + 1]]
        return int.from_bytes(np.packbits(bits, bitorder="little").tobytes(), "little")

    @cached_property
    def starts(self) -> Integers:
        """Where the gold documents of each sample begin in ``logged.pairs``, shape ``(n + 1,)``."""
        return np.searchsorted(self.logged.pairs.sample, np.arange(self.n + 1))

    def places(self, sample: int) -> range:
        """Places of the gold documents of a sample in ``logged.pairs``."""
        return range(int(self.starts[sample]), int(self.starts[sample + 1]))

    @cached_property
    def blames(self) -> dict[int, Blame]:
        """The blame for each excluded sample."""
        sample = self.logged.pairs.sample
        lost = np.flatnonzero((self.state == DocState.EXCLUDED) & (self.scored & (self.n_surviving == 0))[sample])
        held: dict[int, set[int]] = {}
        for one, place in zip(sample[lost].tolist(), lost.tolist(), strict=True):
            held.setdefault(one, set()).add(self.held(place))
        return {one: blame(self.logged.logged[one].threshold, tuple(sorted(masks))) for one, masks in held.items()}

    @cached_property
    def reasons(self) -> Reasons:
        """Why documents fail conditions; those of excluded questions are found at once."""
        assert self.logged.corpus is not None
        found = Reasons(self.logged.corpus, self.ontology)
        found.prepare(
            (self.conditions(sample)[number], int(self.logged.pairs.row[place]), self.logged.logged[sample].profile)
            for sample in self.blames
            for place in self.places(sample)
            for number in self.fails(place)
        )
        return found

    def reason(self, place: int, number: int) -> Reason:
        """Why the gold document at a place fails a condition of its filter."""
        found = self.logged.logged[int(self.logged.pairs.sample[place])]
        return self.reasons.of(found.conditions[number], int(self.logged.pairs.row[place]), found.profile)

    def fails(self, place: int) -> tuple[int, ...]:
        """Numbers of the conditions that keep out the gold document at a place."""
        if self.state[place] != DocState.EXCLUDED:
            return ()
        return fails(self.threshold(place), self.held(place))

    def gold(self, sample: int) -> tuple[GoldDoc, ...]:
        """The gold documents of a sample with their states."""
        doc, state = self.logged.pairs.doc, self.state
        return tuple(
            GoldDoc(doc[place], DocState(state[place]).label, self.fails(place)) for place in self.places(sample)
        )


class AppliedFilters(View):
    """The applied filters against the whole corpus, whether the sample has gold documents or not.

    Attributes:
        logged: The filters and the corpus.
        n_docs: Documents in the corpus.
    """

    stage = "filter"

    def __init__(self, logged: LoggedFilters) -> None:
        self.logged = logged
        self.status = logged.status
        self.unmeasured = logged.unmeasured
        self.n_docs = 0 if logged.corpus is None else len(logged.corpus)

    @classmethod
    def needs(cls) -> tuple[type[View], ...]:
        """The filters as they were logged."""
        return (LoggedFilters,)

    @classmethod
    def derive(cls, compiled: Compiled) -> AppliedFilters:
        """The view."""
        return cls(compiled.view(LoggedFilters))

    @property
    def known(self) -> Flags:
        """Whether the filter of each sample is known, shape ``(n,)``."""
        flags: Flags = self.status == Status.OK
        return flags

    @cached_property
    def n_survivors(self) -> Integers:
        """How many documents of the corpus pass each sample's filter, shape ``(n,)``."""
        return self.count([found.applied for found in self.logged.logged])

    def count(self, filters: Sequence[Node]) -> Integers:
        """How many documents of the corpus pass other filters, one for each sample; 0 where none is known."""
        counts = np.zeros(len(self.status), dtype=np.int64)
        samples = np.flatnonzero(self.known).tolist()
        for sample in track(samples, "counting survivors"):
            counts[sample] = self.logged.index(sample).count(filters[sample])
        return counts
