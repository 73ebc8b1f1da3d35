"""`Abstentions`: refusals against what can be answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ontoeval.records.batch import Batch
from ontoeval.records.verdicts import Abstention, InvalidVerdict, parse_result
from ontoeval.views.answers.texts import is_refusal
from ontoeval.views.base import Flags, Inputs, Status, View, run_is_missing, statuses
from ontoeval.views.verdicts import unjudged

Detector = Literal["phrases", "judge"]


class Abstentions(View):
    """Whether the system refused to answer, against whether the question can be answered.

    By default a refusal is an empty answer, or a short one with a refusing phrase (English, German, French, Spanish,
    Italian, Polish, Russian).

    Attributes:
        refused: Whether the system refused, shape ``(n,)``.
        has_gold: Whether the golden set says whether the question can be answered, shape ``(n,)``.
        wrong: The answers of the samples that were refused or answered against the golden set, by sample.
        answerable: Whether the golden set says that there is an answer, shape ``(n,)``.
    """

    stage = "answer"

    def __init__(self, status: NDArray[np.int8], refused: Flags, answerable: Flags) -> None:
        self.status = status
        self.refused = refused
        self.answerable = answerable
        self.has_gold: Flags = status != Status.UNDEFINED
        self.wrong: dict[int, str] = {}

    @classmethod
    def variant(cls, parameters: Mapping[str, Any]) -> type[View]:
        """The refusals that ``by`` names."""
        return _DETECTORS[parameters.get("by", "phrases")]

    @classmethod
    def builder(cls, inputs: Inputs) -> AbstentionsBuilder:
        """A new builder."""
        return AbstentionsBuilder(cls)

    @classmethod
    def refuses(cls, answer: str, notes: Mapping[str, Any]) -> bool | None:
        """Whether an answer refuses; None when that cannot be told."""
        return is_refusal(answer)

    @classmethod
    def silent(cls, notes: Mapping[str, Any]) -> bool:
        """Whether a sample lacks what refusals are told by."""
        return False


class JudgedAbstentions(Abstentions):
    """The same by the verdicts in ``annotations.abstention``: more than half of the repetitions see a refusal.

    A sample with an invalid repetition, or without a verdict, is invalid.
    """

    @classmethod
    def refuses(cls, answer: str, notes: Mapping[str, Any]) -> bool | None:
        """What most repetitions say; None when one of them is no verdict."""
        try:
            verdicts = [parse_result(result, Abstention) for result in notes.get("abstention") or ()]
        except InvalidVerdict:
            return None
        said = [isinstance(verdict, Abstention) and verdict.refused for verdict in verdicts]
        return 2 * sum(said) > len(said) if said else None

    @classmethod
    def silent(cls, notes: Mapping[str, Any]) -> bool:
        """Whether nobody judged a sample."""
        return not notes.get("abstention")


_DETECTORS: dict[str, type[Abstentions]] = {"phrases": Abstentions, "judge": JudgedAbstentions}


class AbstentionsBuilder:
    """Compiles batches into `Abstentions`."""

    def __init__(self, cls: type[Abstentions]) -> None:
        self.cls = cls
        self.any_gold = self.any_run = self.any_evidence = False
        self.status: list[int] = []
        self.wrong: dict[int, str] = {}
        self.refused: list[bool] = []
        self.answerable: list[bool] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        columns = ("gold.answerable", "run.answer", "annotations")
        for lost, *values in zip(run_is_missing(batch), *map(batch.column, columns), strict=True):
            answerable, answer, notes = values
            self.any_gold |= answerable is not None
            self.any_run |= answer is not None
            self.any_evidence |= not self.cls.silent(notes or {})
            missing = lost or answer is None
            refused = False if missing else self.cls.refuses(answer, notes or {})
            if answerable is None:
                self.status.append(Status.UNDEFINED)
            elif missing:
                self.status.append(Status.MISSING)
            else:
                self.status.append(Status.INVALID if refused is None else Status.OK)
            if not missing and answerable is not None and refused == answerable:
                self.wrong[len(self.refused)] = answer
            self.refused.append(bool(refused))
            self.answerable.append(bool(answerable))

    def build(self) -> Abstentions:
        """The view of all batches."""
        view = self.cls(
            statuses(self.status), np.array(self.refused, dtype=bool), np.array(self.answerable, dtype=bool)
        )
        view.wrong = self.wrong
        if not self.any_gold:
            view.unmeasured = "no row has gold.answerable"
        elif not self.any_run:
            view.unmeasured = "no row has run.answer"
        elif not self.any_evidence:
            view.unmeasured = unjudged("abstention")
        return view
