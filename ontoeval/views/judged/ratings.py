"""`Ratings`: grades from 1 to 5, with the probability of each grade where the judge gave them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ontoeval.records.verdicts import Rating
from ontoeval.statistics.rows import Floats
from ontoeval.views.base import Flags, Integers, View
from ontoeval.views.judged.base import Judged, Verdicts, each, flags, integers


class Ratings(Judged):
    """Ratings in the shape of the rubric ``fluency``, of that rubric or of one's own.

    Attributes:
        sample: Sample of each rating, shape ``(r,)``.
        rating: The grade that the judge named, on a scale from 0 (grade 1) to 1 (grade 5).
        expected: The expected grade on the same scale; 0 where there are no probabilities.
        weighed: Whether there are probabilities.
    """

    stage = "answer"
    rubric = "fluency"
    schema = Rating

    def __init__(self, status: NDArray[np.int8], verdicts: Verdicts, facts: Sequence[Any]) -> None:
        super().__init__(status, verdicts, facts)
        found = [(sample, verdict) for sample, _, verdict in each(verdicts)]
        expected = [verdict.score() if verdict.probabilities else None for _, verdict in found]
        self.sample: Integers = integers([sample for sample, _ in found])
        self.rating: Floats = np.array([(verdict.rating - 1) / 4 for _, verdict in found], dtype=np.float64)
        self.expected: Floats = np.array([score or 0.0 for score in expected], dtype=np.float64)
        self.weighed: Flags = flags([score is not None for score in expected])

    @classmethod
    def variant(cls, parameters: Mapping[str, Any]) -> type[View]:
        """The ratings of the rubric that ``rubric`` names."""
        return _ratings(parameters.get("rubric", cls.rubric))

    def lacking(self, parameters: Mapping[str, Any]) -> str | None:
        """Probabilities, when they are to be used."""
        none = len(self.rating) > 0 and not self.weighed.any()
        if self.unmeasured is None and parameters.get("weights") == "probabilities" and none:
            return f"no result in annotations.{self.rubric} has probabilities: the judge must give log-probabilities"
        return self.unmeasured


@cache
def _ratings(rubric: str) -> type[Ratings]:
    if rubric == Ratings.rubric:
        return Ratings
    return type(f"Ratings[{rubric}]", (Ratings,), {"rubric": rubric, "__doc__": Ratings.__doc__})
