"""`Naming`: ids that name no live concept; and `Names`: whose label or synonym a text is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ontoeval.records.batch import Batch
from ontoeval.views.base import Inputs, Status, View, run_is_missing, statuses
from ontoeval.views.outputs import slot_steps, slot_values, value_of

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology


class Naming(View):
    """Ids that the system named, in ``run.mentions``, ``run.concepts`` and the slots of ``run.output``.

    Attributes:
        dead: By sample and text, the fields that hold an id which is no live concept (NIL set aside).
    """

    stage = "conformance"

    def __init__(self, status: NDArray[np.int8], dead: dict[tuple[int, str], list[str]]) -> None:
        self.status = status
        self.dead = dead

    @classmethod
    def builder(cls, inputs: Inputs) -> NamingBuilder:
        """A new builder."""
        return NamingBuilder(inputs)


class NamingBuilder:
    """Compiles batches into `Naming`."""

    def __init__(self, inputs: Inputs) -> None:
        self.ontology = inputs.ontology
        self.slots = [slot_steps(slot) for slot in inputs.settings.slots]
        self.live: dict[str, bool] = {}
        self.status: list[int] = []
        self.dead: dict[tuple[int, str], list[str]] = {}

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        columns = (
            run_is_missing(batch),
            batch.column("run.mentions"),
            batch.column("run.concepts"),
            batch.column("run.output"),
        )
        for lost, mentions, concepts, output in zip(*columns, strict=True):
            sample = len(self.status)
            self.status.append(Status.MISSING if lost else Status.OK)
            if lost or self.ontology is None:
                continue
            parsed = value_of(output) if self.slots else None
            for field, text in _named(mentions, concepts, parsed, self.slots):
                if text is not None and not self._is_live(text):
                    fields = self.dead.setdefault((sample, text), [])
                    if field not in fields:
                        fields.append(field)

    def _is_live(self, text: str) -> bool:
        if text not in self.live:
            assert self.ontology is not None
            self.live[text] = self.ontology.resolve(text).status in ("live", "nil")
        return self.live[text]

    def build(self) -> Naming:
        """The view of all batches."""
        return Naming(statuses(self.status), self.dead)


class Names:
    """Which names belong to which concepts.

    Args:
        ontology: The ontology.
    """

    def __init__(self, ontology: Ontology) -> None:
        self.ontology = ontology
        self._owners: dict[str, list[str]] | None = None

    def owners(self, name: str) -> list[str]:
        """Ids of the concepts whose label or synonym it is, without regard to case."""
        return self._all().get(fold(name), [])

    def _all(self) -> Mapping[str, list[str]]:
        if self._owners is None:
            self._owners = {}
            for concept in self.ontology.ids:
                label = self.ontology.label(concept)
                for name in (*([label] if label else []), *self.ontology.synonyms(concept)):
                    owners = self._owners.setdefault(fold(name), [])
                    if concept not in owners:
                        owners.append(concept)
        return self._owners


def fold(name: str) -> str:
    """A name as it is compared: without regard to case and runs of white space."""
    return " ".join(name.casefold().split())


def _named(mentions: Any, concepts: Any, parsed: Any, slots: list[list[str]]) -> Iterator[tuple[str, str | None]]:
    for mention in mentions or ():
        yield "run.mentions", mention.get("id")
        for text in mention.get("ids") or ():
            yield "run.mentions", text
    for text in concepts or ():
        yield "run.concepts", text
    for slot in slots:
        for text in slot_values(parsed, slot):
            yield "run.output", text
