"""`Answers`: final answers against accepted answers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ontoeval.records.batch import Batch
from ontoeval.statistics.rows import Floats
from ontoeval.views.answers.sides import AnswerSides
from ontoeval.views.answers.texts import Language, compare
from ontoeval.views.base import Flags, Inputs, Status, View, statuses


class Answers(View):
    """``run.answer`` against ``gold.answers``, by exact match and token F1 after normalizing.

    Attributes:
        has_gold: Whether the golden set has an accepted answer, shape ``(n,)``.
        exact: Whether the answer equals an accepted one, shape ``(n,)``.
        token_f1: Highest token F1 with an accepted answer, shape ``(n,)``.
        right: Whether the answer states an accepted one: it holds its words in a row, or its token F1 is at
            least ``ENOUGH``; and it is no refusal.
    """

    bare = ("gold.answers", "run.answer")
    stage = "answer"
    language: ClassVar[Language] = "en"

    def __init__(self, status: NDArray[np.int8], exact: Flags, token_f1: Floats, right: Flags) -> None:
        self.status = status
        self.exact = exact
        self.token_f1 = token_f1
        self.right = right
        self.has_gold: Flags = status != Status.UNDEFINED

    @classmethod
    def variant(cls, parameters: Mapping[str, Any]) -> type[View]:
        """The answers compared in the language that ``language`` names."""
        return _in_language(parameters.get("language", cls.language))

    @classmethod
    def builder(cls, inputs: Inputs) -> AnswersBuilder:
        """A new builder."""
        return AnswersBuilder(cls)


@cache
def _in_language(language: Language) -> type[Answers]:
    if language == Answers.language:
        return Answers
    return type(f"Answers[{language}]", (Answers,), {"language": language, "__doc__": Answers.__doc__})


class AnswersBuilder:
    """Compiles batches into `Answers`."""

    def __init__(self, cls: type[Answers]) -> None:
        self.cls = cls
        self.sides = AnswerSides()
        self.exact: list[bool] = []
        self.token_f1: list[float] = []
        self.right: list[bool] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        language = self.cls.language
        for status, answer, accepted in self.sides.each(batch):
            exact, overlap, right = compare(answer, accepted, language) if status == Status.OK else (False, 0.0, False)
            self.exact.append(exact)
            self.token_f1.append(overlap)
            self.right.append(right)

    def build(self) -> Answers:
        """The view of all batches."""
        view = self.cls(
            statuses(self.sides.status),
            np.array(self.exact, dtype=bool),
            np.array(self.token_f1, dtype=np.float64),
            np.array(self.right, dtype=bool),
        )
        view.unmeasured = self.sides.unmeasured
        return view
