"""`ContextSizes`: how long the retrieved texts are, and how long what the generator is given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ontoeval.records.batch import Batch
from ontoeval.records.model import Hits
from ontoeval.views.base import Inputs, Integers, Status, View, run_is_missing, statuses

LengthUnit = Literal["tokens", "words"]
Lengths = tuple[int | None, int | None]


class ContextSizes(View):
    """Tokens of ``run.retrieved`` and of ``run.contexts``, as ``run.tokens`` says under these two names.

    Attributes:
        before: Length of the retrieved texts, shape ``(n,)``; 0 where it is not known.
        after: Length of the contexts.
    """

    stage = "context"
    what = "run.tokens of retrieved and contexts"

    def __init__(self, status: NDArray[np.int8], before: Integers, after: Integers) -> None:
        self.status = status
        self.before = before
        self.after = after

    @classmethod
    def variant(cls, parameters: Mapping[str, Any]) -> type[View]:
        """What ``unit`` names."""
        return _UNITS[parameters.get("unit", "tokens")]

    @classmethod
    def builder(cls, inputs: Inputs) -> ContextSizesBuilder:
        """A new builder."""
        return ContextSizesBuilder(cls)

    @staticmethod
    def lengths(batch: Batch, position: int) -> Lengths:
        """Length of the retrieved texts and of the contexts of a sample; None where it is not known."""
        tokens = batch.column("run.tokens")[position] or {}
        return tokens.get("retrieved"), tokens.get("contexts")


class ContextWords(ContextSizes):
    """Words (what is between spaces) of the texts in both lists."""

    what = "texts in run.retrieved and run.contexts"

    @staticmethod
    def lengths(batch: Batch, position: int) -> Lengths:
        """Words of the retrieved texts and of the contexts; None where one of them has no text."""
        return words(batch.column("run.retrieved")[position]), words(batch.column("run.contexts")[position])


_UNITS: dict[str, type[View]] = {"tokens": ContextSizes, "words": ContextWords}


class ContextSizesBuilder:
    """Compiles batches into `ContextSizes`."""

    def __init__(self, cls: type[ContextSizes]) -> None:
        self.cls = cls
        self.any_length = False
        self.status: list[int] = []
        self.sizes: list[tuple[int, int]] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        for position, lost in enumerate(run_is_missing(batch)):
            before, after = self.cls.lengths(batch, position)
            known = before is not None and after is not None
            self.any_length |= known
            usable = known and not lost
            self.status.append(Status.OK if usable else Status.MISSING)
            self.sizes.append((before or 0, after or 0) if usable else (0, 0))

    def build(self) -> ContextSizes:
        """The view of all batches."""
        before, after = np.array(self.sizes, dtype=np.int64).reshape(-1, 2).T
        view = self.cls(statuses(self.status), before, after)
        view.unmeasured = None if self.any_length else f"no row has {self.cls.what}"
        return view


def words(hits: Hits | None) -> int | None:
    """Words of the texts of hits; None when a hit has no text."""
    if hits is None or (hits.items is None and len(hits)):
        return None
    texts = [item.get("text") for item in hits.items or ()]
    return None if None in texts else sum(len(str(text).split()) for text in texts)
