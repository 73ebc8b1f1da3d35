"""`Choices`: one label per question that the system chose, against the one of the golden set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ontoeval.records.batch import Batch
from ontoeval.views.base import Flags, Inputs, Integers, Keyed, Status, View, run_is_missing, statuses

Choice = Literal["route", "intent"]
_NONE = -1


class Choices(View):
    """The pipeline that was called (``run.route``) against ``gold.route``, one label each.

    Attributes:
        gold, chosen: Position of each sample's label in ``labels``; -1 where there is none.
        labels: The labels of both sides, sorted.
    """

    keys: ClassVar[tuple[str, ...]] = ("label",)
    bare: ClassVar[tuple[str, str] | None] = ("gold.route", "run.route")
    name: ClassVar[str] = "route"
    stage = "query understanding"

    def __init__(self, status: NDArray[np.int8], gold: Integers, chosen: Integers, labels: Sequence[str]) -> None:
        self.status = status
        self.gold = gold
        self.chosen = chosen
        self.labels = list(labels)

    @classmethod
    def variant(cls, parameters: Mapping[str, Any]) -> type[View]:
        """What ``of`` names."""
        return _CHOICES[parameters.get("of", "route")]

    @classmethod
    def builder(cls, inputs: Inputs) -> ChoicesBuilder:
        """A new builder."""
        return ChoicesBuilder(cls)

    @property
    def counts(self) -> tuple[Integers, Integers, Integers]:
        """Right, wrong and missed labels by unit."""
        right = (self.gold == self.chosen) & (self.gold != _NONE)
        wrong, missed = (self.chosen != _NONE) & ~right, (self.gold != _NONE) & ~right
        return right.astype(np.int64), wrong.astype(np.int64), missed.astype(np.int64)

    def costs(self, given: Mapping[str, float]) -> NDArray[np.float64]:
        """What each sample's choice costs: what ``"gold>chosen"`` says, 0 when right, else 1.

        A sample without a choice costs as much as the dearest mistake.
        """
        dearest = max([1.0, *given.values()])
        cost = np.where(self.gold == self.chosen, 0.0, 1.0)
        cost[self.chosen == _NONE] = dearest
        number = {label: place for place, label in enumerate(self.labels)}
        for pair, value in given.items():
            gold, _, chosen = pair.partition(">")
            places = number.get(gold.strip(), -2), number.get(chosen.strip(), -2)
            cost[(self.gold == places[0]) & (self.chosen == places[1])] = value
        return cost

    def keyed(self, key: str) -> Keyed:
        """The view by (sample, label): a wrong choice is missed for gold's label and wrong for its own."""
        samples = np.arange(len(self.status))
        known: tuple[Flags, Flags] = (self.gold != _NONE, (self.chosen != _NONE) & (self.chosen != self.gold))
        sample = np.concatenate([samples[known[0]], samples[known[1]]])
        label = np.concatenate([self.gold[known[0]], self.chosen[known[1]]])
        of_gold = np.arange(len(sample)) < known[0].sum()
        gold = np.where(of_gold, label, _NONE)
        chosen = np.where(self.chosen[sample] == label, label, _NONE)
        view = _ByLabel(self, sample, gold, chosen)
        return Keyed(view, sample, label, self.labels)


class _ByLabel(Choices):
    """Choices whose units are (sample, label) pairs."""

    def __init__(self, whole: Choices, sample: Integers, gold: Integers, chosen: Integers) -> None:
        super().__init__(whole.status[sample], gold, chosen, whole.labels)
        self.whole = whole
        self.sample = sample

    def costs(self, given: Mapping[str, float]) -> NDArray[np.float64]:
        """What the choice of each unit's sample costs."""
        return self.whole.costs(given)[self.sample]


class Intents(Choices):
    """The intent that was recognized (``run.intent``) against ``gold.intent``."""

    bare: ClassVar[tuple[str, str] | None] = ("gold.intent", "run.intent")
    name: ClassVar[str] = "intent"


_CHOICES: dict[str, type[View]] = {"route": Choices, "intent": Intents}


class ChoicesBuilder:
    """Compiles batches into `Choices`."""

    def __init__(self, cls: type[Choices]) -> None:
        self.cls = cls
        self.any_gold = self.any_run = False
        self.status: list[int] = []
        self.gold: list[str | None] = []
        self.chosen: list[str | None] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        columns = (batch.column(f"gold.{self.cls.name}"), batch.column(f"run.{self.cls.name}"))
        for lost, gold, chosen in zip(run_is_missing(batch), *columns, strict=True):
            self.any_gold |= gold is not None
            self.any_run |= chosen is not None
            missing = lost or not chosen
            self.status.append(Status.UNDEFINED if not gold else Status.MISSING if missing else Status.OK)
            self.gold.append(gold or None)
            self.chosen.append(None if missing or not gold else chosen)

    def build(self) -> Choices:
        """The view of all batches."""
        labels = sorted({label for side in (self.gold, self.chosen) for label in side if label is not None})
        number: dict[str | None, int] = {label: place for place, label in enumerate(labels)} | {None: _NONE}
        gold, chosen = (np.array([number[each] for each in side], dtype=np.int64) for side in (self.gold, self.chosen))
        view = self.cls(statuses(self.status), gold, chosen, labels)
        if not self.any_gold:
            view.unmeasured = f"no row has gold.{self.cls.name}"
        elif not self.any_run:
            view.unmeasured = f"no row has run.{self.cls.name}"
        return view
