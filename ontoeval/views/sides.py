"""One field of gold and of the run, side by side, with the status that each sample gets from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ontoeval.records.batch import Batch
from ontoeval.views.base import Integers, Keyed, Status, View, run_is_missing, statuses


class Pair(NamedTuple):
    """What both sides say of one sample.

    Attributes:
        sample: Position of the sample.
        where: Its file and line.
        gold: Its gold; None where only the run has the sample, which is gold that holds nothing.
        predicted: What the run says; None where it says nothing.
    """

    sample: int
    where: str
    gold: Any
    predicted: Any


class Sides:
    """Reads a field of gold and of the run.

    A sample whose gold is null is undefined and not handed out; one that the run says nothing about is missing, and
    its gold counts.

    Args:
        field: The name of the field, the same on both sides.
    """

    def __init__(self, field: str) -> None:
        self.field = field
        self._codes: list[int] = []
        self._any = {"gold": False, "run": False}

    def pairs(self, batch: Batch) -> Iterator[Pair]:
        """The samples of the next batch that have something to compare."""
        golds, runs = batch.column(f"gold.{self.field}"), batch.column(f"run.{self.field}")
        missing = run_is_missing(batch)
        for position, (gold, predicted) in enumerate(zip(golds, runs, strict=True)):
            self._any["gold"] |= gold is not None
            self._any["run"] |= predicted is not None
            sample = len(self._codes)
            if gold is None and batch.has_gold[position]:
                self._codes.append(Status.UNDEFINED)
                continue
            said = None if missing[position] else predicted
            self._codes.append(Status.MISSING if said is None else Status.OK)
            yield Pair(sample, batch.where[position], gold, said)

    @property
    def status(self) -> NDArray[np.int8]:
        """The status of each sample."""
        return statuses(self._codes)

    @property
    def unmeasured(self) -> str | None:
        """Why the field cannot be measured, or None."""
        return next((f"no row has {side}.{self.field}" for side, seen in self._any.items() if not seen), None)


@dataclass(frozen=True)
class Units:
    """What the things of both sides are counted by: samples, or (sample, key) pairs.

    Attributes:
        gold, predicted: The unit of each gold and of each predicted thing.
        n: How many units there are.
    """

    gold: Integers
    predicted: Integers
    n: int

    def count(self, units: Integers) -> Integers:
        """How often each unit occurs, shape ``(n,)``."""
        return np.bincount(units, minlength=self.n)


class Sided(View):
    """A view of gold and predicted things that are paired by sample and counted by unit.

    Attributes:
        units: What they are counted by; at first their samples.
    """

    units: Units

    def by_unit(self, gold: Integers, predicted: Integers, keys: Sequence[str]) -> Keyed:
        """The view counted by (sample, key).

        Args:
            gold, predicted: Key of each thing, a position in ``keys``.
            keys: The keys.
        """
        width = max(len(keys), 1)
        numbers = np.concatenate([self.units.gold * width + gold, self.units.predicted * width + predicted])
        units, place = np.unique(numbers, return_inverse=True)
        sample, key = np.divmod(units, width)
        view = copy(self)
        view.status = self.status[sample]
        view.units = Units(place[: len(gold)], place[len(gold) :], len(units))
        return Keyed(view, sample, key, keys)
