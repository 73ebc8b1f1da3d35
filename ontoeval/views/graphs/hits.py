"""The nodes and paths that the hits of a run hold, best hit first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ontoeval.ontology.nil import NilPolicy
from ontoeval.records.model import Hits
from ontoeval.statistics.rows import Floats
from ontoeval.views.base import Integers, View

#: No spelling of a node means that there is none.
NO_NIL = NilPolicy(tokens=frozenset(), pattern="")


@dataclass(frozen=True)
class Shares:
    """What is right of what was retrieved, and what is found of what gold has; each with the sample of its rows.

    Attributes:
        right, retrieved: Numerators and denominators of precision.
        retrieved_sample: The sample of each.
        found, wanted: Numerators and denominators of recall.
        wanted_sample: The sample of each.
    """

    right: Integers | Floats
    retrieved: Integers | Floats
    retrieved_sample: Integers
    found: Integers | Floats
    wanted: Integers | Floats
    wanted_sample: Integers

    @property
    def both(self) -> tuple[Floats, Floats, Floats, Floats]:
        """The four columns over the rows of precision, and after them those of recall."""
        before, after = np.zeros(len(self.found)), np.zeros(len(self.right))
        return (
            np.concatenate([self.right, before]),
            np.concatenate([self.retrieved, before]),
            np.concatenate([after, self.found]),
            np.concatenate([after, self.wanted]),
        )

    @property
    def samples(self) -> Integers:
        """The sample of each row of ``both``."""
        return np.concatenate([self.retrieved_sample, self.wanted_sample])


def best_first(hits: Hits) -> list[Mapping[str, Any]]:
    """The hits as they were written, by falling score; equal scores, and hits without one, stay as given."""
    items: Sequence[Mapping[str, Any]] = hits.items or ()
    if hits.scores is None:
        return list(items)
    order = sorted(range(len(items)), key=[-score for score in hits.scores].__getitem__)
    return [items[position] for position in order]


def list_of(lists: Mapping[str, type[View]], parameters: Mapping[str, Any]) -> type[View]:
    """The view of the list that the parameter ``of`` names."""
    return lists[parameters.get("of", "retrieved")]
