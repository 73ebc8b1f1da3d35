"""`Nuggets`: which of the facts that a good answer must hold it holds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ontoeval.records.batch import Batch
from ontoeval.records.verdicts import Nuggets as Fields
from ontoeval.views.base import Flags, Integers
from ontoeval.views.judged.base import Judged, Verdicts, each, flags, integers

#: Support of a nugget or of a claim as a number.
DEGREES = {"none": 0, "partial": 1, "full": 2}


class Nuggets(Judged):
    """Nuggets of ``gold.nuggets`` in ``run.answer``, from ``annotations.nuggets``.

    The nuggets of a sample that the system gave nothing for are there once, without support.

    Attributes:
        sample: Sample of each nugget in each repetition, shape ``(m,)``.
        vital: Whether an answer without it is wrong or useless.
        degree: 2 where the answer states it, 1 where it does in part, else 0.
    """

    stage = "answer"
    rubric = "nuggets"
    schema = Fields
    truth = "gold.nuggets"

    def __init__(self, status: NDArray[np.int8], verdicts: Verdicts, facts: Sequence[list[bool]]) -> None:
        super().__init__(status, verdicts, facts)
        sample: list[int] = []
        vital: list[bool] = []
        degree: list[int] = []
        for place, _, verdict in each(verdicts):
            ordered = sorted(verdict.verdicts, key=lambda said: said.nugget)
            sample += [place] * len(ordered)
            vital += facts[place]
            degree += [DEGREES[said.support] for said in ordered]
        for place in self.missing.tolist():
            sample += [place] * len(facts[place])
            vital += facts[place]
            degree += [0] * len(facts[place])
        self.sample: Integers = integers(sample)
        self.vital: Flags = flags(vital)
        self.degree: Integers = integers(degree)

    @classmethod
    def fact(cls, batch: Batch, position: int) -> list[bool]:
        """Whether each nugget is vital; it is unless the golden set says otherwise."""
        return [nugget.get("vital", True) for nugget in batch.column("gold.nuggets")[position] or ()]

    @classmethod
    def fault(cls, verdict: Fields, fact: list[bool]) -> str | None:
        """A verdict has one entry per nugget."""
        if len(verdict.verdicts) == len(fact):
            return None
        return f"partition: {len(verdict.verdicts)} verdicts on {len(fact)} nuggets"
