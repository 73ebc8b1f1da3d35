"""`Statements`: what answer and reference have in common, and what only one of them says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ontoeval.records.verdicts import AnswerCorrectness
from ontoeval.views.base import Integers
from ontoeval.views.judged.base import Judged, Verdicts, each


class Statements(Judged):
    """Statements of ``run.answer`` and ``gold.answers[0]``, from ``annotations.answer_correctness``.

    Attributes:
        sample: Sample of each verdict, shape ``(r,)``.
        both: Number of statements in both texts.
        answer_only: Number of those in the answer only.
        reference_only: Number of those in the reference only.
    """

    stage = "answer"
    rubric = "answer_correctness"
    schema = AnswerCorrectness
    truth = "gold.answers"

    def __init__(self, status: NDArray[np.int8], verdicts: Verdicts, facts: Sequence[Any]) -> None:
        super().__init__(status, verdicts, facts)
        counts = [
            (sample, len(said.both), len(said.answer_only), len(said.reference_only))
            for sample, _, said in each(verdicts)
        ]
        self.sample: Integers
        self.sample, self.both, self.answer_only, self.reference_only = (
            np.array(counts, dtype=np.int64).reshape(-1, 4).T
        )
