"""`Overlaps`: how far answers use the words of accepted answers, in the same order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ontoeval.errors import MissingExtra
from ontoeval.findings import Finding
from ontoeval.records.batch import Batch
from ontoeval.statistics.rows import Floats
from ontoeval.views.answers.sides import AnswerSides
from ontoeval.views.answers.texts import tokens
from ontoeval.views.base import Flags, Inputs, Integers, Status, View, statuses


class Overlaps(View):
    """``run.answer`` against ``gold.answers`` by the longest common subsequence of words.

    Attributes:
        known: Whether there are an answer and an accepted one, shape ``(n,)``.
        has_gold: Whether there is an accepted answer.
        found: What `overlap` gives for each sample, shape ``(n, w)``; 0 where it is not known.
    """

    stage = "answer"
    width = 1

    def __init__(self, status: NDArray[np.int8], found: Floats) -> None:
        self.status = status
        self.known: Flags = status == Status.OK
        self.has_gold: Flags = status != Status.UNDEFINED
        self.found = found

    @classmethod
    def builder(cls, inputs: Inputs) -> OverlapsBuilder:
        """A new builder."""
        return OverlapsBuilder(cls, inputs)

    @classmethod
    def overlap(cls, answer: str, accepted: Sequence[str]) -> Sequence[float]:
        """The highest F1 of the longest common subsequence of words with an accepted answer (ROUGE-L)."""
        from rapidfuzz.distance import LCSseq

        mine = tokens(answer, "none")
        best = 0.0
        for text in accepted:
            wanted = tokens(text, "none")
            size = len(mine) + len(wanted)
            best = max(best, 2 * LCSseq.similarity(mine, wanted) / size if size else 1.0)
        return [best]


class BleuCounts(Overlaps):
    """The same by sacrebleu's counts: lengths of answer and reference, and n-grams in common and in all, n to 4."""

    width = 10

    @classmethod
    def overlap(cls, answer: str, accepted: Sequence[str]) -> Sequence[float]:
        """Length of the answer, length of the nearest reference, n-grams in common, n-grams of the answer."""
        found = _bleu().corpus_score([answer], [[text] for text in accepted])
        return [found.sys_len, found.ref_len, *found.counts, *found.totals]

    @property
    def counts(self) -> dict[str, Integers]:
        """The counts by name, each of shape ``(n,)``."""
        names = ["answer", "reference", *(f"common_{n}" for n in range(1, 5)), *(f"all_{n}" for n in range(1, 5))]
        return dict(zip(names, self.found.T.astype(np.int64), strict=True))


def _bleu() -> Any:
    try:
        from sacrebleu.metrics.bleu import BLEU
    except ImportError:
        raise MissingExtra("sacrebleu", "text", "the metric bleu") from None
    return BLEU(effective_order=True)


class OverlapsBuilder:
    """Compiles batches into `Overlaps`."""

    def __init__(self, cls: type[Overlaps], inputs: Inputs) -> None:
        self.cls = cls
        self.inputs = inputs
        self.sides = AnswerSides()
        self.found: list[Sequence[float]] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        nothing = [0.0] * self.cls.width
        for status, answer, accepted in self.sides.each(batch):
            self.found.append(self.cls.overlap(answer, accepted) if status == Status.OK else nothing)

    def build(self) -> Overlaps:
        """The view of all batches."""
        found = np.array(self.found, dtype=np.float64).reshape(-1, self.cls.width)
        view = self.cls(statuses(self.sides.status), found)
        view.unmeasured = self.sides.unmeasured
        if view.unmeasured is None:
            self.inputs.findings.append(_MISLEADS)
        return view


_MISLEADS = Finding(
    "answer.overlap",
    "warning",
    "run.answer",
    "bleu and rouge_l compare words, not what they say: 'two weeks' against '14 days' has 0",
    mend="judge answers: ontoeval annotate RECORDS --rubric answer_correctness",
)
