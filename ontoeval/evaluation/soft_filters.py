"""Rankings of the same candidates without a predicate, with it as a filter, and with it as a bonus."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Unit = Literal["deviation", "score"]
Per = Literal["returned", "k"]


@dataclass(frozen=True)
class Ranked:
    """Candidates of some questions, best first within a question.

    Attributes:
        question: Question of each candidate, ascending, shape ``(m,)``.
        score: Its score.
        relevant: Whether it is relevant.
        passes: Whether it passes the predicate.
        n_relevant: Relevant documents of each question, whether candidates or not, shape ``(n,)``.
    """

    question: Integers
    score: Floats
    relevant: Flags
    passes: Flags
    n_relevant: Integers

    def deviations(self) -> Floats:
        """The standard deviation of the scores of each question, 1 where all are equal, shape ``(n,)``."""
        n = len(self.n_relevant)
        count = np.maximum(np.bincount(self.question, minlength=n), 1)
        mean = np.bincount(self.question, weights=self.score, minlength=n) / count
        spread = np.bincount(self.question, weights=(self.score - mean[self.question]) ** 2, minlength=n) / count
        return np.where(spread > 0, np.sqrt(spread), 1.0)

    def hits(self, k: int, boost: float | None, unit: Unit = "deviation") -> Integers:
        """Relevant documents among the first ``k`` of each question, shape ``(n,)``.

        Ties keep the order of the candidates.

        Args:
            k: Cut-off rank.
            boost: Bonus of a document that passes: 0 is no filter, infinity puts all that pass first and then fills
                up; None is a filter: the others are left out.
            unit: Whether the bonus is in standard deviations of the question's scores, or in scores.
        """
        kept = np.ones(len(self.question), dtype=bool)
        key = -self.score
        if boost is None:
            kept = self.passes
        elif math.isinf(boost):
            key = np.where(self.passes, -np.inf, 0.0)
        else:
            scale = self.deviations()[self.question] if unit == "deviation" else 1.0
            key = key - boost * scale * self.passes
        order = np.flatnonzero(kept)[np.lexsort((key[kept], self.question[kept]))]
        question = self.question[order]
        rank = np.arange(len(order)) - np.searchsorted(question, question)
        found: Integers = np.bincount(question[(rank < k) & self.relevant[order]], minlength=len(self.n_relevant))
        return found

    def precision(self, k: int, boost: float | None, unit: Unit = "deviation", per: Per = "returned") -> Floats:
        """Precision of the first ``k`` of each question, shape ``(n,)``; 0 where nothing is returned.

        Args:
            k: Cut-off rank.
            boost, unit: As for `hits`.
            per: What is divided by: how many are ``"returned"``, ``k`` at most, or ``"k"`` always. Per k an endless
                bonus is never worse than a filter, since it fills up behind the same documents.
        """
        kept = self.passes if boost is None else np.ones(len(self.question), dtype=bool)
        returned = np.bincount(self.question[kept], minlength=len(self.n_relevant))
        divisor = np.clip(returned, 1, k) if per == "returned" else k
        return self.hits(k, boost, unit) / divisor
