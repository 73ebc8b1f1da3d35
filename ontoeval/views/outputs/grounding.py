"""`Grounding`: which of the concepts in outputs the source text mentions, as an annotator found out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ontoeval.records.batch import Batch
from ontoeval.views.base import Flags, Inputs, Integers, Status, View, run_is_missing, statuses

#: How a text can mention a concept, as ``annotations.grounding`` says.
ITSELF = ("label", "synonym")
UNCHECKED = "unnamed"


class Grounding(View):
    """Verdicts in ``annotations.grounding``: a list of ``{"id": …, "how": …}`` for the concepts of an output.

    ``how`` is ``"label"``, ``"synonym"``, ``"descendant"``, ``"absent"``, or ``"unnamed"`` (could not be checked).

    Attributes:
        sample: Sample of each verdict, shape ``(m,)``.
        concepts: The concept of each.
        checked: Whether the text could be asked.
        found: Whether the text mentions the concept or one below.
        found_itself: Whether it mentions the concept by a name of its own.
    """

    stage = "grounding"

    def __init__(self, status: NDArray[np.int8], sample: Integers, concepts: list[str], how: list[str]) -> None:
        self.status = status
        self.sample = sample
        self.concepts = concepts
        self.checked: Flags = np.array([each != UNCHECKED for each in how], dtype=bool)
        self.found: Flags = np.array([each in (*ITSELF, "descendant") for each in how], dtype=bool)
        self.found_itself: Flags = np.array([each in ITSELF for each in how], dtype=bool)

    @classmethod
    def builder(cls, inputs: Inputs) -> GroundingBuilder:
        """A new builder."""
        return GroundingBuilder()


class GroundingBuilder:
    """Compiles batches into `Grounding`."""

    def __init__(self) -> None:
        self.any_output = self.any_verdict = False
        self.status: list[int] = []
        self.sample: list[int] = []
        self.concepts: list[str] = []
        self.how: list[str] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        columns = (run_is_missing(batch), batch.column("run.output"), batch.column("annotations"))
        for lost, output, notes in zip(*columns, strict=True):
            self.any_output |= output is not None
            missing = lost or output is None
            verdicts = (notes or {}).get("grounding")
            self.any_verdict |= verdicts is not None
            if not missing and verdicts:
                self.sample += [len(self.status)] * len(verdicts)
                self.concepts += [str(verdict["id"]) for verdict in verdicts]
                self.how += [str(verdict["how"]) for verdict in verdicts]
            self.status.append(Status.MISSING if missing else Status.OK)

    def build(self) -> Grounding:
        """The view of all batches."""
        view = Grounding(statuses(self.status), np.array(self.sample, dtype=np.int64), self.concepts, self.how)
        if not self.any_output:
            view.unmeasured = "no row has run.output"
        elif not self.any_verdict:
            view.unmeasured = "no row has annotations.grounding: ontoeval audit outputs --text makes them"
        return view
