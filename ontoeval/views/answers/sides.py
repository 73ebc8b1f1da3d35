"""Answers beside the accepted ones, with the status that each sample gets from them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ontoeval.records.batch import Batch
from ontoeval.views.base import Status, run_is_missing


class Sides(NamedTuple):
    """One sample: its answer and accepted answers are there when its status is OK."""

    status: Status
    answer: str
    accepted: list[str]


class AnswerSides:
    """Reads ``run.answer`` and ``gold.answers``.

    Attributes:
        status: The status of each sample so far.
    """

    def __init__(self) -> None:
        self.status: list[int] = []
        self._any = {"gold.answers": False, "run.answer": False}

    def each(self, batch: Batch) -> Iterator[Sides]:
        """The samples of the next batch."""
        columns = (run_is_missing(batch), batch.column("gold.answers"), batch.column("run.answer"))
        for lost, accepted, answer in zip(*columns, strict=True):
            self._any["gold.answers"] |= bool(accepted)
            self._any["run.answer"] |= answer is not None
            if not accepted:
                status = Status.UNDEFINED
            elif lost or answer is None:
                status = Status.MISSING
            else:
                status = Status.OK
            self.status.append(status)
            yield Sides(status, answer, accepted)

    @property
    def unmeasured(self) -> str | None:
        """Why answers cannot be compared, or None."""
        return next((f"no row has {name}" for name, seen in self._any.items() if not seen), None)
