"""`Failures`: samples that the system gave nothing for."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ontoeval.records.batch import Batch
from ontoeval.views.base import Inputs, Status, View, statuses


class Failures(View):
    """Samples whose run row is absent or holds an error.

    Attributes:
        reasons: By sample, what happened.
    """

    stage = "system"

    def __init__(self, status: NDArray[np.int8], reasons: dict[int, str]) -> None:
        self.status = status
        self.reasons = reasons

    @classmethod
    def builder(cls, inputs: Inputs) -> FailuresBuilder:
        """A new builder."""
        return FailuresBuilder()


class FailuresBuilder:
    """Compiles batches into `Failures`."""

    def __init__(self) -> None:
        self.status: list[int] = []
        self.reasons: dict[int, str] = {}
        self.any_run = False

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        self.any_run |= any(name.startswith("run.") for name in batch.columns)
        for present, error in zip(batch.has_run, batch.column("run.error"), strict=True):
            if not present or error is not None:
                self.reasons[len(self.status)] = "no run row" if not present else error
            self.status.append(Status.OK if present and error is None else Status.MISSING)

    def build(self) -> Failures:
        """The view of all batches."""
        view = Failures(statuses(self.status), self.reasons)
        view.unmeasured = None if self.any_run else "no row has a field of a run"
        return view
