"""`Citations`: claims of answers, what they cite, and how far that supports them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ontoeval.records.batch import Batch
from ontoeval.records.verdicts import Citations as Fields
from ontoeval.views.base import Flags, Integers
from ontoeval.views.judged.base import Judged, Verdicts, each, flags, integers
from ontoeval.views.judged.nuggets import DEGREES


class Citations(Judged):
    """Claims of ``run.answer`` with their ``run.citations``, from ``annotations.citations``.

    Attributes:
        sample: Sample of each claim in each repetition, shape ``(m,)``.
        checkable: Whether the claim is one that should be cited.
        cited: Whether it cites anything.
        best: The best support among its citations: 2 full, 1 partial, 0 none.
        pair_sample: Sample of each pair of a claim and a citation of it, shape ``(p,)``.
        degree: How far the citation supports the claim: 2 full, 1 partial, 0 none.
    """

    stage = "grounding"
    rubric = "citations"
    schema = Fields
    material = ("run.citations",)

    def __init__(self, status: NDArray[np.int8], verdicts: Verdicts, facts: Sequence[int | None]) -> None:
        super().__init__(status, verdicts, facts)
        sample: list[int] = []
        checkable: list[bool] = []
        cited: list[bool] = []
        best: list[int] = []
        pairs: list[tuple[int, int]] = []
        for place, _, verdict in each(verdicts):
            degrees: dict[int, list[int]] = {claim.id: [0] for claim in verdict.claims}
            for said in verdict.verdicts:
                degrees[said.claim].append(DEGREES[said.support])
                pairs.append((place, DEGREES[said.support]))
            sample += [place] * len(verdict.claims)
            checkable += [claim.checkable for claim in verdict.claims]
            cited += [bool(claim.citations) for claim in verdict.claims]
            best += [max(degrees[claim.id]) for claim in verdict.claims]
        self.sample: Integers = integers(sample)
        self.checkable: Flags = flags(checkable)
        self.cited: Flags = flags(cited)
        self.best: Integers = integers(best)
        self.pair_sample: Integers
        self.pair_sample, self.degree = np.array(pairs, dtype=np.int64).reshape(-1, 2).T

    @classmethod
    def fact(cls, batch: Batch, position: int) -> int | None:
        """The number of citations."""
        citations = batch.column("run.citations")[position]
        return None if citations is None else len(citations)

    @classmethod
    def fault(cls, verdict: Fields, fact: int | None) -> str | None:
        """A claim cites only what the run lists."""
        cited = [citation for claim in verdict.claims for citation in claim.citations]
        wrong = [] if fact is None else [citation for citation in cited if not 0 <= citation < fact]
        return f"partition: citation {wrong[0]}, which does not exist" if wrong else None
