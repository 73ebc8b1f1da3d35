"""What all views of verdicts share: reading them, the status that each sample gets, and what was wrong with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ontoeval.findings import Finding, shorten
from ontoeval.records.batch import Batch
from ontoeval.records.verdicts import Fields, InvalidVerdict, parse_result
from ontoeval.views.base import Inputs, Integers, Status, View, run_is_missing, statuses
from ontoeval.views.verdicts import unjudged

Verdicts = Sequence[Sequence[Any]]


class Judged(View):
    """Verdicts in ``annotations[rubric]``, repetition by repetition.

    A sample is invalid when it has no verdict, or when one of its repetitions is no valid verdict: none of them counts
    then. It is missing when the run gave nothing to judge, and undefined without the gold that the rubric needs.

    Attributes:
        missing: Samples that the system gave nothing for, shape ``(k,)``.
    """

    #: Name of the rubric and the shape of its fields.
    rubric: ClassVar[str]
    schema: ClassVar[type[Fields]]
    #: Fields of the run that are judged, any of which will do, and the gold that a verdict needs.
    material: ClassVar[tuple[str, ...]] = ("run.answer",)
    truth: ClassVar[str | None] = None

    def __init__(self, status: NDArray[np.int8], verdicts: Verdicts, facts: Sequence[Any]) -> None:
        self.status = status
        self.missing: Integers = np.flatnonzero(status == Status.MISSING)

    @classmethod
    def builder(cls, inputs: Inputs) -> JudgedBuilder:
        """A new builder."""
        return JudgedBuilder(cls, inputs)

    @classmethod
    def parse(cls, result: Any) -> Any:
        """One stored result, checked.

        Raises:
            InvalidVerdict: It cannot be used.
        """
        return parse_result(result, cls.schema)

    @classmethod
    def fact(cls, batch: Batch, position: int) -> Any:
        """What the view must know of a sample beside its verdicts."""
        return None

    @classmethod
    def fault(cls, verdict: Any, fact: Any) -> str | None:
        """Why a verdict cannot be about this sample, or None."""
        return None

    def complete(self, values: NDArray[Any], sample: Integers) -> tuple[NDArray[Any], Integers]:
        """Values and their samples, with a 0 for each sample that the system gave nothing for."""
        zeros = np.zeros(len(self.missing), dtype=values.dtype)
        return np.concatenate([values, zeros]), np.concatenate([sample, self.missing])


class JudgedBuilder:
    """Compiles batches into a view of verdicts."""

    def __init__(self, cls: type[Judged], inputs: Inputs) -> None:
        self.cls = cls
        self.inputs = inputs
        self.any_material = self.any_verdict = self.any_truth = False
        self.status: list[int] = []
        self.verdicts: list[list[Any]] = []
        self.facts: list[Any] = []
        self.reasons: Counter[str] = Counter()
        self.first = ""

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        if "annotations" not in batch.columns:
            self._add_unjudged(batch)
            return
        material = zip(*(batch.column(name) for name in self.cls.material), strict=True)
        truth = batch.column(self.cls.truth) if self.cls.truth else [True] * len(batch)
        columns = (run_is_missing(batch), material, truth, batch.column("annotations"))
        for position, (lost, things, true, notes) in enumerate(zip(*columns, strict=True)):
            given = any(thing is not None for thing in things)
            results = (notes or {}).get(self.cls.rubric) or []
            self.any_material |= given
            self.any_verdict |= bool(results)
            self.any_truth |= bool(true)
            fact = self.cls.fact(batch, position)
            verdicts: list[Any] = []
            reason = "no verdict"
            if not true:
                status = Status.UNDEFINED
            elif lost:
                status = Status.MISSING
            else:
                verdicts, reason = self._read(results, fact)
                status = Status.OK if verdicts else Status.INVALID if given or results else Status.MISSING
            if status == Status.INVALID:
                self.reasons[reason.partition(":")[0]] += 1
                self.first = self.first or f"{batch.ids[position]}: {reason}"
            self.status.append(status)
            self.verdicts.append(verdicts)
            self.facts.append(fact)

    def _add_unjudged(self, batch: Batch) -> None:
        """Read a batch without any verdict: there are no details to look at."""
        columns = [batch.column(name) for name in self.cls.material]
        given = [any(thing is not None for thing in things) for things in zip(*columns, strict=True)]
        truth = batch.column(self.cls.truth) if self.cls.truth else [True] * len(batch)
        found = [
            Status.UNDEFINED if not true else Status.MISSING if lost or not there else Status.INVALID
            for true, lost, there in zip(truth, run_is_missing(batch), given, strict=True)
        ]
        silent = found.count(Status.INVALID)
        if silent:
            self.reasons["no verdict"] += silent
            self.first = self.first or f"{batch.ids[found.index(Status.INVALID)]}: no verdict"
        self.any_material |= any(given)
        self.any_truth |= any(truth)
        self.status += found
        self.verdicts += [[]] * len(batch)
        self.facts += [self.cls.fact(batch, position) for position in range(len(batch))]

    def _read(self, results: Sequence[Any], fact: Any) -> tuple[list[Any], str]:
        """All repetitions, or none of them and why."""
        verdicts = []
        for result in results:
            try:
                verdict = self.cls.parse(result)
                reason = self.cls.fault(verdict, fact)
            except InvalidVerdict as error:
                reason = str(error)
            if reason is not None:
                return [], reason
            verdicts.append(verdict)
        return verdicts, "no verdict"

    def build(self) -> Judged:
        """The view of all batches."""
        view = self.cls(statuses(self.status), self.verdicts, self.facts)
        rubric = self.cls.rubric
        if not self.any_material:
            view.unmeasured = f"no row has {' or '.join(self.cls.material)}"
        elif not self.any_truth:
            view.unmeasured = f"no row has {self.cls.truth}"
        elif not self.any_verdict:
            view.unmeasured = unjudged(rubric)
        elif self.reasons:
            counts = ", ".join(f"{count} {reason}" for reason, count in sorted(self.reasons.items()))
            self.inputs.findings.append(
                Finding(
                    "judge.invalid",
                    "warning",
                    f"annotations.{rubric}",
                    f"{self.reasons.total()} samples are invalid ({counts}), first {shorten(self.first, 160)}",
                    "a verdict that fits the rubric in every repetition",
                    f"ontoeval annotate RECORDS --rubric {rubric} judges what is missing",
                    self.reasons.total(),
                )
            )
        return view


def each(verdicts: Verdicts) -> Iterator[tuple[int, int, Any]]:
    """Sample, repetition and verdict, one by one."""
    for sample, repetitions in enumerate(verdicts):
        for repetition, verdict in enumerate(repetitions):
            yield sample, repetition, verdict


def integers(values: Sequence[int]) -> Integers:
    """Whole numbers as an array."""
    return np.array(values, dtype=np.int64)


def flags(values: Sequence[bool]) -> NDArray[np.bool_]:
    """Truth values as an array."""
    return np.array(values, dtype=bool)
