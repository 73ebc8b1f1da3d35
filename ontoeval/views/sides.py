"""One field of gold and of the run, side by side, with the status that each sample gets from them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ontoeval.records.batch import Batch
from ontoeval.views.base import Integers, Status, run_is_missing, statuses


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


def units_by_key(
    gold: tuple[Integers, Integers], predicted: tuple[Integers, Integers], n_keys: int
) -> tuple[Integers, Integers, Integers, Integers]:
    """The (sample, key) units that things of both sides belong to.

    Args:
        gold, predicted: Sample and key of each thing.
        n_keys: How many keys there are.

    Returns:
        Sample and key of each unit; and the unit of each gold and of each predicted thing.
    """
    width = max(n_keys, 1)
    numbers = np.concatenate([sample * width + key for sample, key in (gold, predicted)])
    units, place = np.unique(numbers, return_inverse=True)
    sample, key = np.divmod(units, width)
    n = len(gold[0])
    return sample, key, place[:n], place[n:]
