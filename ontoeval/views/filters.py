"""`Filters`: which eligible gold documents the applied filter excludes, and which predicate does it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from ontoeval.errors import InputError
from ontoeval.findings import Finding
from ontoeval.predicates.tree import Atom, parse
from ontoeval.records.batch import Batch
from ontoeval.records.corpus import Corpus
from ontoeval.views.base import Flags, Inputs, Integers, Status, View, run_is_missing, statuses


@dataclass(frozen=True, slots=True)
class GoldDoc:
    """One gold document and the filter of its sample.

    Attributes:
        doc: Identifier of the document.
        state: ``"missing_from_index"``, ``"ineligible"``, ``"excluded"`` or ``"survives"``; ``"unknown"``
            without a corpus.
        fails: Positions of the atoms that the document fails.
    """

    doc: str
    state: str
    fails: tuple[int, ...] = ()


class Filters(View):
    """The applied filter (``run.predicates``) against the gold documents.

    Eligible are gold documents that are in the corpus and, where ``gold.eligible`` is given, in it. A sample
    without eligible gold is undefined; one whose filter is null is missing; an empty filter excludes nothing.

    Attributes:
        n_eligible: Eligible gold documents of each sample, shape ``(n,)``.
        n_surviving: Those that pass the filter, shape ``(n,)``.
        atoms: The atoms of each sample's filter.
        gold: The gold documents of each sample with their state.
        any_filter, any_eligible: Whether any row has a filter, and a list of eligible documents.
    """

    stage = "filter"
    any_filter = False
    any_eligible = False

    needs_gold: ClassVar[bool] = True

    def __init__(
        self,
        status: NDArray[np.int8],
        atoms: list[tuple[Atom, ...]],
        gold: list[tuple[GoldDoc, ...]],
        docs: Corpus | None = None,
    ) -> None:
        self.docs = docs
        self.status = status
        self.n = len(status)
        self.atoms = atoms
        self.gold = gold
        self.n_eligible = _count(gold, ("excluded", "survives"))
        self.n_surviving = _count(gold, ("survives",))

    @classmethod
    def builder(cls, inputs: Inputs) -> FiltersBuilder:
        """A new builder."""
        return FiltersBuilder(cls, inputs)

    @property
    def logged(self) -> Flags:
        """Whether the filter of each sample is known, shape ``(n,)``."""
        known: Flags = self.status == Status.OK
        return known

    @cached_property
    def n_survivors(self) -> Integers:
        """How many documents of the corpus pass each sample's filter, shape ``(n,)``."""
        assert self.docs is not None
        passing: dict[Atom, frozenset[str]] = {}
        sizes: dict[frozenset[Atom], int] = {}
        for atom in {atom for atoms in self.atoms for atom in atoms}:
            passing[atom] = frozenset(name for name, row in self.docs.items() if atom.passes(row))
        for atoms in map(frozenset, self.atoms):
            if atoms not in sizes:
                sets = sorted((passing[atom] for atom in atoms), key=len)
                sizes[atoms] = len(frozenset.intersection(*sets)) if sets else len(self.docs)
        return np.array([sizes[frozenset(atoms)] for atoms in self.atoms], dtype=np.int64)


class AppliedFilters(Filters):
    """The applied filter against the whole corpus, whether the sample has gold documents or not."""

    needs_gold = False


class FiltersBuilder:
    """Compiles batches into `Filters`."""

    def __init__(self, cls: type[Filters], inputs: Inputs) -> None:
        self.cls = cls
        self.inputs = inputs
        self.any_filter = False
        self.any_eligible = False
        self.unknown: set[str] = set()
        self.status: list[int] = []
        self.atoms: list[tuple[Atom, ...]] = []
        self.gold: list[tuple[GoldDoc, ...]] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        missing = run_is_missing(batch)
        columns = (batch.column("gold.docs"), batch.column("gold.eligible"), batch.column("run.predicates"))
        for position, (gold, allowed, native) in enumerate(zip(*columns, strict=True)):
            self.any_filter |= native is not None
            self.any_eligible |= allowed is not None
            atoms = self._parse(native, f"{batch.where[position]} run.predicates")
            docs = [doc for doc, grade in gold.items() if grade > 0] if gold else []
            states = tuple(self._state(doc, allowed, atoms) for doc in docs)
            if self.cls.needs_gold and not any(state.state in ("excluded", "survives") for state in states):
                status = Status.UNDEFINED
            elif missing[position] or native is None:
                status = Status.MISSING
            else:
                status = Status.OK
            self.status.append(status)
            self.atoms.append(atoms)
            self.gold.append(states)

    def _parse(self, native: object, where: str) -> tuple[Atom, ...]:
        if native is None:
            return ()
        try:
            return parse(native, where)
        except InputError as error:
            self.inputs.problems.add(
                Finding("filter.parse", "error", error.where or where, error.message, error.expected or "")
            )
            return ()

    def _state(self, doc: str, allowed: list[str] | None, atoms: tuple[Atom, ...]) -> GoldDoc:
        docs = self.inputs.docs
        if docs is not None and doc not in docs:
            self.unknown.add(doc)
            return GoldDoc(doc, "missing_from_index")
        if allowed is not None and doc not in allowed:
            return GoldDoc(doc, "ineligible")
        if docs is None:
            return GoldDoc(doc, "unknown")
        row = docs[doc]
        fails = tuple(place for place, atom in enumerate(atoms) if not atom.passes(row))
        return GoldDoc(doc, "excluded" if fails else "survives", fails)

    def build(self) -> Filters:
        """The view of all batches."""
        view = self.cls(statuses(self.status), self.atoms, self.gold, self.inputs.docs)
        view.any_filter = self.any_filter
        view.any_eligible = self.any_eligible
        docs = self.inputs.docs
        if not self.any_filter:
            view.unmeasured = "no row has run.predicates"
        if docs is not None and self.unknown and self.cls is Filters:
            names = ", ".join(sorted(self.unknown)[:3])
            self.inputs.findings.append(
                Finding(
                    "filter.missing_from_index",
                    "warning",
                    docs.name,
                    f"{len(self.unknown)} gold documents are not in the corpus: {names}",
                    mend="they were lost before any filter: index them, or correct the golden set",
                    count=len(self.unknown),
                )
            )
        return view


def _count(gold: list[tuple[GoldDoc, ...]], states: tuple[str, ...]) -> Integers:
    return np.array([sum(doc.state in states for doc in docs) for docs in gold], dtype=np.int64)
