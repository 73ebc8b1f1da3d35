"""`Judges`: who gave the verdicts in the records, and how many times each sample was judged."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ontoeval.records.batch import Batch
from ontoeval.views.base import Inputs, Status, View, statuses
from ontoeval.views.compiled import Compiled
from ontoeval.views.judged.base import Judged

_PARTS = ("judge", "model", "rubric")


class Judges(View):
    """Judges, models and rubrics of all ``annotations``.

    Attributes:
        names: ``"judge model rubric"`` as the verdicts name them, sorted.
        runs: Most repetitions of one annotator on one sample; 0 without annotations.
    """

    stage = "answer"

    def __init__(self, status: NDArray[np.int8], names: list[str], runs: int) -> None:
        self.status = status
        self.names = names
        self.runs = runs

    @classmethod
    def builder(cls, inputs: Inputs) -> JudgesBuilder:
        """A new builder."""
        return JudgesBuilder()


class JudgesBuilder:
    """Compiles batches into `Judges`."""

    def __init__(self) -> None:
        self.n = 0
        self.names: set[str] = set()
        self.runs = 0

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        self.n += len(batch)
        for notes in batch.column("annotations"):
            for results in (notes or {}).values():
                self.runs = max(self.runs, len(results))
                self.names.update(name for result in results if (name := _name(result)))

    def build(self) -> Judges:
        """The view of all batches."""
        return Judges(statuses([Status.OK] * self.n), sorted(self.names), self.runs)


def judged_by(compiled: Compiled, view: type[View]) -> list[str]:
    """Names of the judges whose verdicts a view reads; none for a view that reads none."""
    return compiled.view(Judges).names if issubclass(view, Judged) else []


def _name(result: Any) -> str:
    parts = [result.get(part) for part in _PARTS] if isinstance(result, dict) else []
    return " ".join(part for part in parts if isinstance(part, str))
