"""`IntentConcepts`: intents that are concepts of an ontology, so that a wrong one can be near or far."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from ontoeval.records.batch import Batch
from ontoeval.views.base import Inputs, View
from ontoeval.views.coding import Coder
from ontoeval.views.concepts import Concepts
from ontoeval.views.concepts_repeats import singles
from ontoeval.views.graphs.hits import NO_NIL
from ontoeval.views.routing.choices import ChoicesBuilder, Intents


class IntentConcepts(Concepts):
    """``run.intent`` against ``gold.intent``, one concept each."""

    bare: ClassVar[tuple[str, str] | None] = Intents.bare

    @classmethod
    def variant(cls, parameters: Mapping[str, Any]) -> type[View]:
        """This view, whatever the parameters."""
        return cls

    @classmethod
    def builder(cls, inputs: Inputs) -> IntentConceptsBuilder:
        """A new builder."""
        return IntentConceptsBuilder(inputs)


class IntentConceptsBuilder:
    """Compiles batches into `IntentConcepts`."""

    def __init__(self, inputs: Inputs) -> None:
        self.inputs = inputs
        self.labels = ChoicesBuilder(Intents)

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        self.labels.add(batch)

    def build(self) -> IntentConcepts:
        """The view of all batches."""
        coder = Coder(self.inputs.ontology, NO_NIL)
        coder.learn([*self.labels.gold, *self.labels.chosen])
        gold, chosen = coder.codes(self.labels.gold), coder.codes(self.labels.chosen)
        plain = self.labels.build()
        items = np.arange(len(plain.status))
        view = IntentConcepts(plain.status, items, singles(gold), singles(chosen), self.inputs.ontology)
        view.unmeasured = plain.unmeasured
        self.inputs.findings += coder.check_gold(gold, "gold.intent")
        return view
