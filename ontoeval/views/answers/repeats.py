"""`Repeats`: answers of one system to one question that was asked several times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ontoeval.records.batch import Batch
from ontoeval.views.answers.texts import is_refusal, tokens
from ontoeval.views.base import Inputs, Integers, Status, View, run_is_missing, statuses

Sameness = Literal["bytes", "meaning"]


class Repeats(View):
    """``run.answer`` and ``run.repeats``, the same when they are the same code points.

    Attributes:
        answers: How many answers each sample has, shape ``(n,)``; 0 without repeats.
        distinct: How many different ones.
        most: How often the most frequent one occurs.
        agreeing: How many pairs of answers are the same.
    """

    stage = "answer"

    def __init__(self, status: NDArray[np.int8], counts: list[list[int]]) -> None:
        self.status = status
        self.answers: Integers = np.array([sum(each) for each in counts], dtype=np.int64)
        self.distinct: Integers = np.array([len(each) for each in counts], dtype=np.int64)
        self.most: Integers = np.array([max(each, default=0) for each in counts], dtype=np.int64)
        pairs = [sum(count * (count - 1) // 2 for count in each) for each in counts]
        self.agreeing: Integers = np.array(pairs, dtype=np.int64)

    @classmethod
    def variant(cls, parameters: Mapping[str, Any]) -> type[View]:
        """The answers that count as the same by what ``same`` names."""
        return _SAME[parameters.get("same", "meaning")]

    @classmethod
    def builder(cls, inputs: Inputs) -> RepeatsBuilder:
        """A new builder."""
        return RepeatsBuilder(cls)

    @staticmethod
    def key(answer: str) -> Hashable:
        """Equal for answers that are the same."""
        return answer


class Meanings(Repeats):
    """Answers that are the same when they have the same words, or when both decline to answer."""

    @staticmethod
    def key(answer: str) -> Hashable:
        """The words of an answer, or that it declines."""
        return "refusal" if is_refusal(answer) else tokens(answer)


_SAME: dict[str, type[Repeats]] = {"bytes": Repeats, "meaning": Meanings}


class RepeatsBuilder:
    """Compiles batches into `Repeats`."""

    def __init__(self, cls: type[Repeats]) -> None:
        self.cls = cls
        self.any = False
        self.status: list[int] = []
        self.counts: list[list[int]] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        columns = (run_is_missing(batch), batch.column("run.answer"), batch.column("run.repeats"))
        for lost, answer, repeats in zip(*columns, strict=True):
            self.any |= answer is not None and repeats is not None
            there = not lost and answer is not None and repeats is not None
            answers = [answer, *repeats] if there and repeats else []
            self.status.append(Status.OK if there else Status.MISSING)
            self.counts.append(list(Counter(map(self.cls.key, answers)).values()))

    def build(self) -> Repeats:
        """The view of all batches."""
        view = self.cls(statuses(self.status), self.counts)
        if not self.any:
            view.unmeasured = "no row has run.answer and run.repeats"
        return view
