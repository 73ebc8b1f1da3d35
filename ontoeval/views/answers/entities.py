"""`Entities`: the things that answers name, and whether the contexts name them too."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ontoeval.findings import Finding
from ontoeval.records.batch import Batch
from ontoeval.views.base import Flags, Inputs, Integers, Status, View, run_is_missing, statuses
from ontoeval.views.verdicts import unjudged

#: How the contexts can name an entity; ``"unnamed"`` is one that could not be looked for.
HOW = ("label", "synonym", "descendant", "literal", "absent", "unnamed")


class Entities(View):
    """Verdicts in ``annotations.entity_grounding``: ``{"text": …, "id": …, "how": …}`` for each entity of an answer.

    ``how`` is ``"label"``, ``"synonym"`` or ``"descendant"`` (a concept, by its names or those of one below),
    ``"literal"`` (anything else, by its words), ``"absent"``, or ``"unnamed"``.

    Attributes:
        sample: Sample of each entity, shape ``(m,)``.
        text: The entity as the answer writes it.
        concept: Its concept, or None.
        checked: Whether it could be looked for.
        found: Whether the contexts name it, or a concept below.
        found_itself: Whether they name it by a name of its own.
    """

    stage = "grounding"

    def __init__(
        self,
        status: NDArray[np.int8],
        sample: Integers,
        text: list[str],
        concept: list[str | None],
        how: list[str],
    ) -> None:
        self.status = status
        self.sample = sample
        self.text = text
        self.concept = concept
        self.checked: Flags = np.array([each != "unnamed" for each in how], dtype=bool)
        self.found: Flags = np.array([each not in ("absent", "unnamed") for each in how], dtype=bool)
        self.found_itself: Flags = self.found & np.array([each != "descendant" for each in how], dtype=bool)

    @classmethod
    def builder(cls, inputs: Inputs) -> EntitiesBuilder:
        """A new builder."""
        return EntitiesBuilder(inputs)


class EntitiesBuilder:
    """Compiles batches into `Entities`."""

    def __init__(self, inputs: Inputs) -> None:
        self.inputs = inputs
        self.any_answer = self.any_verdict = False
        self.status: list[int] = []
        self.sample: list[int] = []
        self.text: list[str] = []
        self.concept: list[str | None] = []
        self.how: list[str] = []
        self.invalid: list[str] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        columns = (run_is_missing(batch), batch.column("run.answer"), batch.column("annotations"))
        for position, (lost, answer, notes) in enumerate(zip(*columns, strict=True)):
            self.any_answer |= answer is not None
            entities = (notes or {}).get("entity_grounding")
            self.any_verdict |= entities is not None
            if lost or answer is None:
                status = Status.MISSING
            elif entities is None or not all(map(_fits, entities)):
                status = Status.INVALID
                self.invalid.append(batch.ids[position])
            else:
                status = Status.OK
                self.sample += [len(self.status)] * len(entities)
                self.text += [str(entity.get("text") or entity.get("id")) for entity in entities]
                self.concept += [entity.get("id") for entity in entities]
                self.how += [entity["how"] for entity in entities]
            self.status.append(status)

    def build(self) -> Entities:
        """The view of all batches."""
        sample = np.array(self.sample, dtype=np.int64)
        view = Entities(statuses(self.status), sample, self.text, self.concept, self.how)
        if not self.any_answer:
            view.unmeasured = "no row has run.answer"
        elif not self.any_verdict:
            view.unmeasured = unjudged("entity_grounding")
        elif self.invalid:
            got = f"{len(self.invalid)} samples are invalid, first {self.invalid[0]}"
            expected = f"a list of {{text, id, how}}, how one of {', '.join(HOW)}"
            self.inputs.findings.append(
                Finding("entities.invalid", "warning", "annotations.entity_grounding", got, expected)
            )
        return view


def _fits(entity: object) -> bool:
    return isinstance(entity, dict) and entity.get("how") in HOW and bool(entity.get("text") or entity.get("id"))
