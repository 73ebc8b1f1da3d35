"""`Pairs`: which of two answers a judge prefers, in both orders."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ontoeval.records.batch import Batch
from ontoeval.records.verdicts import Preference
from ontoeval.statistics.rows import Floats
from ontoeval.views.base import Integers
from ontoeval.views.judged.base import Judged, Verdicts, each, integers

_SIDES = {"answer": 1, "tie": 0, "other": -1}
_SLOTS = {"first": 1, "tie": 0, "second": -1}


class Pairs(Judged):
    """``run.answer`` against ``run.other_answer``, from ``annotations.preference``.

    Attributes:
        sample: Sample of each verdict, shape ``(r,)``.
        score: 1 where the answer wins in both orders, 0 where it loses in both, else 0.5.
        side: Who wins with the answer shown first, and with the other one first: 1 the answer, -1 the other one, 0
            nobody, shape ``(r, 2)``.
        slot: Which place wins in each order: 1 the first, -1 the second, 0 none, shape ``(r, 2)``.
        longer: Words of the answer less words of the other one, by sample, shape ``(n,)``; 0 where one is not known.
    """

    stage = "answer"
    rubric = "preference"
    schema = Preference

    def __init__(self, status: NDArray[np.int8], verdicts: Verdicts, facts: Sequence[int]) -> None:
        super().__init__(status, verdicts, facts)
        found = [(sample, verdict) for sample, _, verdict in each(verdicts)]
        orders = [{order.first: order for order in verdict.orders} for _, verdict in found]
        both = [(by_first["answer"], by_first["other"]) for by_first in orders]
        self.sample: Integers = integers([sample for sample, _ in found])
        self.score: Floats = np.array([verdict.score() for _, verdict in found], dtype=np.float64)
        sides = [[_SIDES[order.prefers] for order in pair] for pair in both]
        slots = [[_SLOTS[order.winner] for order in pair] for pair in both]
        self.side: Integers = np.array(sides, dtype=np.int64).reshape(-1, 2)
        self.slot: Integers = np.array(slots, dtype=np.int64).reshape(-1, 2)
        self.longer: Integers = integers(facts)

    @classmethod
    def fact(cls, batch: Batch, position: int) -> int:
        """How many words longer the answer is."""
        texts = (batch.column("run.answer")[position], batch.column("run.other_answer")[position])
        if texts[0] is None or texts[1] is None:
            return 0
        return len(texts[0].split()) - len(texts[1].split())
