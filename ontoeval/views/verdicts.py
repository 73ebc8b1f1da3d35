"""`Verdicts`: what judges said of each sample, run by run, and what people said of it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ontoeval.records.batch import Batch
from ontoeval.views.base import Inputs, Status, View, statuses

Verdict = Hashable | None
_KEYS = ("verdict", "score", "value", "label")


class Verdicts(View):
    """Repeated verdicts (``annotations``) beside people's verdicts (``gold.verdicts``).

    A result is a number, a text or a boolean, or an object that holds one as ``verdict``, ``score``, ``value`` or
    ``label``; anything else, and an object with an ``error``, is no verdict.

    Attributes:
        repeated: By annotator, for each sample its verdicts in the order of the runs; None where a run gave none.
        people: By annotator, for each sample the verdict of a person, or None.
    """

    stage = "answer"

    def __init__(
        self,
        status: NDArray[np.int8],
        repeated: dict[str, list[list[Verdict]]],
        people: dict[str, list[Verdict]],
    ) -> None:
        self.status = status
        self.repeated = repeated
        self.people = people

    @classmethod
    def builder(cls, inputs: Inputs) -> VerdictsBuilder:
        """A new builder."""
        return VerdictsBuilder()


class VerdictsBuilder:
    """Compiles batches into `Verdicts`."""

    def __init__(self) -> None:
        self.n = 0
        self.repeated: dict[str, list[list[Verdict]]] = {}
        self.people: dict[str, list[Verdict]] = {}

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        columns = (batch.column("annotations"), batch.column("gold.verdicts"))
        for judged, people in zip(*columns, strict=True):
            for annotator, results in (judged or {}).items():
                mine = self.repeated.setdefault(annotator, [])
                mine += [[] for _ in range(self.n - len(mine))]
                mine.append([verdict(result) for result in results])
            for annotator, result in (people or {}).items():
                theirs = self.people.setdefault(annotator, [])
                theirs += [None] * (self.n - len(theirs))
                theirs.append(verdict(result))
            self.n += 1

    def build(self) -> Verdicts:
        """The view of all batches."""
        for mine in self.repeated.values():
            mine += [[] for _ in range(self.n - len(mine))]
        for theirs in self.people.values():
            theirs += [None] * (self.n - len(theirs))
        view = Verdicts(statuses([Status.OK] * self.n), self.repeated, self.people)
        view.unmeasured = None if self.repeated else "no row has annotations"
        return view


def unjudged(rubric: str) -> str:
    """Why nothing that needs the verdicts of a rubric can be measured, and what makes them."""
    return f"no row has annotations.{rubric}: ontoeval annotate RECORDS --rubric {rubric} makes them"


def verdict(result: Any) -> Verdict:
    """The verdict of one result, or None when it holds none."""
    if isinstance(result, dict):
        if result.get("error") is not None:
            return None
        result = next((result[key] for key in _KEYS if result.get(key) is not None), None)
    if isinstance(result, float) and result != result:
        return None
    return result if isinstance(result, str | int | float | bool) else None
