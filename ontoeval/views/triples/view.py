"""`Triples`: triples that the system put out, as texts, against the triples that the text states."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ontoeval.records.batch import Batch
from ontoeval.records.model import Triple
from ontoeval.views.base import Inputs, Integers, View
from ontoeval.views.sides import Sides

Key = tuple[str, str, str]

_GAPS = re.compile(r"[\s_]+")


class Triples(View):
    """``run.triples`` against ``gold.triples``; each triple of a sample counts once.

    Two triples are the same when subject, relation and object are, one by one, without regard to case, white space and
    underscores. No id is resolved: for concepts there are `Relations`.

    Attributes:
        correct: Triples of both sides, shape ``(n,)``.
        spurious: Of the run only.
        missed: Of gold only.
    """

    bare: ClassVar[tuple[str, str] | None] = ("gold.triples", "run.triples")
    stage = "conformance"

    def __init__(self, status: NDArray[np.int8], correct: Integers, spurious: Integers, missed: Integers) -> None:
        self.status = status
        self.correct = correct
        self.spurious = spurious
        self.missed = missed

    @classmethod
    def variant(cls, parameters: Mapping[str, Any]) -> type[View]:
        """The view that ``convention`` names."""
        from ontoeval.views.triples.text2kgbench import Text2kgbench

        return Text2kgbench if parameters.get("convention") == "text2kgbench" else cls

    @classmethod
    def builder(cls, inputs: Inputs) -> TriplesBuilder:
        """A new builder."""
        return TriplesBuilder()


class TriplesBuilder:
    """Compiles batches into `Triples`."""

    def __init__(self) -> None:
        self.sides = Sides("triples")
        self.counts: dict[int, tuple[int, int, int]] = {}

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        for sample, _, gold, predicted in self.sides.pairs(batch):
            wanted, found = keys(gold or ()), keys(predicted or ())
            both = len(wanted & found)
            self.counts[sample] = both, len(found) - both, len(wanted) - both

    def build(self) -> Triples:
        """The view of all batches."""
        status = self.sides.status
        table = np.zeros((len(status), 3), dtype=np.int64)
        for sample, row in self.counts.items():
            table[sample] = row
        view = Triples(status, *(np.ascontiguousarray(column) for column in table.T))
        view.unmeasured = self.sides.unmeasured
        return view


def squeezed(text: str) -> str:
    """A text without case, white space and underscores.

    Example:
        >>> squeezed("Production_Company "), squeezed("Bleach : Hell Verse")
        ('productioncompany', 'bleach:hellverse')
    """
    return _GAPS.sub("", text).casefold()


def key(triple: Triple) -> Key:
    """Subject, relation and object as they are compared."""
    head, tail = triple.get("head") or "", triple.get("tail") or ""
    return squeezed(head), squeezed(triple["relation"]), squeezed(tail)


def keys(triples: Iterable[Triple]) -> set[Key]:
    """The distinct triples."""
    return {key(triple) for triple in triples}
