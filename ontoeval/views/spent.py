"""`Timings` and `Costs`: what each question took, stage by stage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ontoeval.records.batch import Batch
from ontoeval.statistics.rows import Floats
from ontoeval.views.base import Inputs, Integers, Status, View, run_is_missing, statuses

#: The name of the whole among the stages.
TOTAL = "total"


def total(amounts: Mapping[str, float]) -> float:
    """The amount of the whole: what ``total`` says, else the sum of the stages."""
    return amounts[TOTAL] if TOTAL in amounts else sum(amounts.values())


class Spent(View):
    """What the run says that each question took, by stage.

    A question that failed, or that says nothing, is missing.

    Attributes:
        stages: The amount of each question by stage, each of shape ``(n,)``; NaN where the run does not say it.
    """

    field: ClassVar[str]
    #: Digits after the point that are kept, so that equal amounts are equal.
    digits: ClassVar[int]
    stage = "system"

    def __init__(self, status: NDArray[np.int8], stages: Mapping[str, Floats]) -> None:
        self.status = status
        self.stages = stages

    @classmethod
    def builder(cls, inputs: Inputs) -> SpentBuilder:
        """A new builder."""
        return SpentBuilder(cls)

    def lacking(self, parameters: Mapping[str, Any]) -> str | None:
        """Why a stage cannot be measured, or None."""
        stage = parameters.get("stage", TOTAL)
        if self.unmeasured is not None or stage in self.stages:
            return self.unmeasured
        return f"no row has {self.field}.{stage}, there are {', '.join(sorted(self.stages))}"

    def known(self, stage: str) -> tuple[Floats, Integers]:
        """The amounts of a stage, and the samples that they are of."""
        amounts = self.stages.get(stage, np.full(len(self.status), np.nan))
        sample = np.flatnonzero(~np.isnan(amounts))
        return amounts[sample], sample


class Timings(Spent):
    """Milliseconds by stage, from ``run.latency_ms``, to the microsecond."""

    field = "run.latency_ms"
    digits = 3


class Costs(Spent):
    """Money by stage, from ``run.cost``, in the currency of the run."""

    field = "run.cost"
    digits = 9


class SpentBuilder:
    """Compiles batches into `Spent`."""

    def __init__(self, cls: type[Spent]) -> None:
        self.cls = cls
        self.names: dict[str, None] = {}
        self.status: list[int] = []
        self.said: list[Mapping[str, float]] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        for lost, amounts in zip(run_is_missing(batch), batch.column(self.cls.field), strict=True):
            self.names.update(dict.fromkeys([*amounts, TOTAL] if amounts else ()))
            known = not lost and amounts
            self.status.append(Status.OK if known else Status.MISSING)
            self.said.append({**amounts, TOTAL: total(amounts)} if known else {})

    def build(self) -> Spent:
        """The view of all batches."""
        nothing = float("nan")
        stages = {
            name: np.array([amounts.get(name, nothing) for amounts in self.said]).round(self.cls.digits)
            for name in self.names
        }
        view = self.cls(statuses(self.status), stages)
        view.unmeasured = None if self.names else f"no row has {self.cls.field}"
        return view
