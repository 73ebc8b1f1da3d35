"""`Confidences`: how sure the system says it is, against whether its answer is right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ontoeval.findings import Finding
from ontoeval.records.batch import Batch
from ontoeval.statistics.rows import Floats
from ontoeval.views.answers.texts import compare
from ontoeval.views.base import Flags, Inputs, Status, View, run_is_missing, statuses

Rightness = Literal["stated", "exact"]


class Confidences(View):
    """``run.confidence`` against whether ``run.answer`` states an answer in ``gold.answers``.

    Attributes:
        known: Whether there are a confidence, an answer and an accepted answer, shape ``(n,)``.
        confidence: The confidence in [0, 1]; 0 where it is not known.
        right: Whether the answer is right.
    """

    stage = "answer"

    def __init__(self, status: NDArray[np.int8], confidence: Floats, right: Flags) -> None:
        self.status = status
        self.known: Flags = status == Status.OK
        self.confidence = confidence
        self.right = right

    @classmethod
    def variant(cls, parameters: Mapping[str, Any]) -> type[View]:
        """The answers that are right by what ``right`` names."""
        return _RIGHT[parameters.get("right", "stated")]

    @classmethod
    def builder(cls, inputs: Inputs) -> ConfidencesBuilder:
        """A new builder."""
        return ConfidencesBuilder(cls, inputs)

    @staticmethod
    def is_right(answer: str, accepted: list[str]) -> bool:
        """Whether an answer states an accepted one."""
        return compare(answer, accepted)[2]


class ExactConfidences(Confidences):
    """The same; an answer is right when it equals an accepted one after normalizing."""

    @staticmethod
    def is_right(answer: str, accepted: list[str]) -> bool:
        """Whether an answer equals an accepted one."""
        return compare(answer, accepted)[0]


_RIGHT: dict[str, type[Confidences]] = {"stated": Confidences, "exact": ExactConfidences}


class ConfidencesBuilder:
    """Compiles batches into `Confidences`."""

    def __init__(self, cls: type[Confidences], inputs: Inputs) -> None:
        self.cls = cls
        self.inputs = inputs
        self.any = dict.fromkeys(("gold.answers", "run.answer", "run.confidence"), False)
        self.status: list[int] = []
        self.confidence: list[float] = []
        self.right: list[bool] = []
        self.outside = 0

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        columns = [batch.column(name) for name in self.any]
        for lost, accepted, answer, confidence in zip(run_is_missing(batch), *columns, strict=True):
            self.any["gold.answers"] |= bool(accepted)
            self.any["run.answer"] |= answer is not None
            self.any["run.confidence"] |= confidence is not None
            if not accepted:
                status = Status.UNDEFINED
            elif lost or answer is None or confidence is None:
                status = Status.MISSING
            else:
                status = Status.OK if 0 <= confidence <= 1 else Status.INVALID
                self.outside += status == Status.INVALID
            known = status == Status.OK
            self.status.append(status)
            self.confidence.append(float(confidence) if known else 0.0)
            self.right.append(known and self.cls.is_right(answer, accepted))

    def build(self) -> Confidences:
        """The view of all batches."""
        confidence, right = np.array(self.confidence, dtype=np.float64), np.array(self.right, dtype=bool)
        view = self.cls(statuses(self.status), confidence, right)
        view.unmeasured = next((f"no row has {name}" for name, seen in self.any.items() if not seen), None)
        if self.outside:
            got = f"{self.outside} samples have a confidence outside 0 to 1 and are invalid"
            self.inputs.findings.append(
                Finding("confidence.range", "warning", "run.confidence", got, "a probability", count=self.outside)
            )
        return view
