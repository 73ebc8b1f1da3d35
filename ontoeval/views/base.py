"""What every view is: a status per sample, a stage, and a builder that reads batches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from ontoeval.findings import Finding
from ontoeval.ontology.nil import NilPolicy
from ontoeval.records.batch import Batch, Problems
from ontoeval.records.corpus import Corpus
from ontoeval.views.filter_rules import FilterRules

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology
    from ontoeval.views.compiled import Compiled

Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]


class Status(IntEnum):
    """What a sample is for one aspect."""

    OK = 0
    MISSING = 1  # the system gave nothing where it should have
    UNDEFINED = 2  # there is no truth to compare with
    INVALID = 3  # a judge or a parser failed


@dataclass(frozen=True)
class Settings:
    """What a view may need beside samples, corpus and ontology.

    Attributes:
        schema: JSON Schema of the outputs.
        slots: Where outputs hold concept ids, e.g. ``"annotations[*].id"``.
        labels: Where outputs hold the labels of these ids, one path for each slot, ``""`` for none.
        roots: Concepts below which the ids in outputs must be.
        duplicates: What to do with a document that a ranking holds twice: ``"error"`` or keep the
            ``"first"`` (counted).
        nil: Which spellings mean NIL, and what happens to gold ids that the ontology does not hold; None for the
            ontology's own policy.
        filters: How logged filters are read.
    """

    schema: Mapping[str, Any] | None = None
    slots: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    roots: tuple[str, ...] = ()
    duplicates: str = "error"
    nil: NilPolicy | None = None
    filters: FilterRules = field(default_factory=FilterRules)


@dataclass
class Inputs:
    """What builders of views get beside batches; they report to ``problems`` and ``findings``."""

    ontology: Ontology | None
    docs: Corpus | None
    settings: Settings
    problems: Problems = field(default_factory=Problems)
    findings: list[Finding] = field(default_factory=list)


class Builder(Protocol):
    """Reads batches and makes a view of them."""

    def add(self, batch: Batch) -> None:
        """Read the next batch."""

    def build(self) -> View:
        """The view of all batches."""


@dataclass(frozen=True)
class Keyed:
    """A view whose units are (sample, key) pairs.

    Attributes:
        view: The view by unit; a metric cannot tell it from one by sample.
        sample: The sample of each unit.
        key: Position of each unit's key in ``labels``.
        labels: The keys.
    """

    view: View
    sample: Integers
    key: Integers
    labels: Sequence[str]


class View:
    """One aspect of the samples in arrays.

    Attributes:
        status: `Status` of each sample, shape ``(n,)``.
        stage: The stage of the pipeline that this aspect shows.
        unmeasured: Why the aspect cannot be measured at all, or None.
    """

    #: Keys that ``average="macro:KEY"`` can use.
    keys: ClassVar[tuple[str, ...]] = ()
    #: Where bare values given from Python go: golden set's field, run's field.
    bare: ClassVar[tuple[str, str] | None] = None
    stage: str = ""
    unmeasured: str | None = None
    status: NDArray[np.int8]

    @classmethod
    def variant(cls, parameters: Mapping[str, Any]) -> type[View]:
        """The view class that a metric with these parameters reads."""
        return cls

    @classmethod
    def builder(cls, inputs: Inputs) -> Builder | None:
        """A new builder, or None for a view that is derived from other views."""
        return None

    @classmethod
    def needs(cls) -> tuple[type[View], ...]:
        """The views that this one is derived from."""
        return ()

    @classmethod
    def derive(cls, compiled: Compiled) -> View:
        """The view, made of other views."""
        raise NotImplementedError

    def lacking(self, parameters: Mapping[str, Any]) -> str | None:
        """Why a metric with these parameters cannot be measured at all, or None."""
        return self.unmeasured

    def keyed(self, key: str) -> Keyed:
        """The view by (sample, key)."""
        raise NotImplementedError


def run_is_missing(batch: Batch) -> list[bool]:
    """Whether each sample's run row is absent or holds an error."""
    errors = batch.column("run.error")
    return [not run or error is not None for run, error in zip(batch.has_run, errors, strict=True)]


def left_over(n: int, taken: Integers) -> Integers:
    """The positions from 0 to ``n - 1`` that are not taken, in their order."""
    free = np.ones(n, dtype=bool)
    free[taken] = False
    return np.flatnonzero(free)


def statuses(values: Sequence[int]) -> NDArray[np.int8]:
    """Statuses as an array."""
    return np.array(values, dtype=np.int8)
