"""`Stages`: at which stage of the pipeline each question loses its last gold document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from ontoeval.records.batch import Batch
from ontoeval.views.answers import Answers
from ontoeval.views.base import Flags, Inputs, Integers, Status, View, run_is_missing, statuses
from ontoeval.views.filters import DocState, Filters

if TYPE_CHECKING:
    from ontoeval.views.compiled import Compiled

StageName = Literal["index", "authorization", "filter", "candidates", "rerank", "context", "answer"]
LossLevel = Literal["all", "any"]

#: The stages in the order in which a question passes them.
ORDER: tuple[StageName, ...] = ("index", "authorization", "filter", "candidates", "rerank", "context", "answer")
_LISTS: dict[StageName, str] = {
    "candidates": "run.candidates",
    "rerank": "run.retrieved",
    "context": "run.contexts",
}

#: What becomes of a gold document that a stage before the search loses.
_STOPS: dict[StageName, DocState] = {
    "index": DocState.MISSING_FROM_INDEX,
    "authorization": DocState.INELIGIBLE,
    "filter": DocState.EXCLUDED,
}


class Reached(View):
    """Which gold documents each list of the run holds.

    Attributes:
        docs: Gold documents (positive grade) of each sample.
        inside: For each list stage and sample, the gold documents that the list holds; None where it is null.
        measured: List stages that some row has.
    """

    stage = "retrieval"

    def __init__(
        self,
        status: NDArray[np.int8],
        docs: list[tuple[str, ...]],
        inside: dict[StageName, list[frozenset[str] | None]],
    ) -> None:
        self.status = status
        self.docs = docs
        self.inside = inside
        self.measured = {name for name, rows in inside.items() if any(row is not None for row in rows)}

    @classmethod
    def builder(cls, inputs: Inputs) -> ReachedBuilder:
        """A new builder."""
        return ReachedBuilder()


class ReachedBuilder:
    """Compiles batches into `Reached`."""

    def __init__(self) -> None:
        self.status: list[int] = []
        self.docs: list[tuple[str, ...]] = []
        self.inside: dict[StageName, list[frozenset[str] | None]] = {name: [] for name in _LISTS}

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        golds = [
            tuple(doc for doc, grade in gold.items() if grade > 0) if gold else () for gold in batch.column("gold.docs")
        ]
        self.docs += golds
        for lost, gold in zip(run_is_missing(batch), golds, strict=True):
            self.status.append(Status.UNDEFINED if not gold else Status.MISSING if lost else Status.OK)
        for name, field in _LISTS.items():
            self.inside[name] += [
                None if hits is None else frozenset(hits.documents).intersection(gold)
                for hits, gold in zip(batch.column(field), golds, strict=True)
            ]

    def build(self) -> Reached:
        """The view of all batches."""
        view = Reached(statuses(self.status), self.docs, self.inside)
        if not any(self.docs):
            view.unmeasured = "no row has gold.docs"
        return view


class Stages(View):
    """The loss funnel: the first measured stage after which a question has no gold document left.

    A question without gold documents is undefined, one whose run row is absent or failed is missing; neither
    enters the funnel. A stage that no row has logged is skipped.

    Attributes:
        measured: Stages that can be seen, in order.
        entering: Whether each sample enters the funnel, shape ``(n,)``.
    """

    stage = "funnel"

    def __init__(
        self,
        status: NDArray[np.int8],
        measured: Sequence[StageName],
        left: dict[StageName, Integers],
        n_gold: Integers,
        right: Flags | None,
    ) -> None:
        self.status = status
        self.measured = list(measured)
        self.left = left
        self.n_gold = n_gold
        self.right = right
        self.entering: Flags = status == Status.OK

    @classmethod
    def needs(cls) -> tuple[type[View], ...]:
        """The lists, the filters and the answers."""
        return (Reached, Filters, Answers)

    @classmethod
    def derive(cls, compiled: Compiled) -> Stages:
        """Follow the gold documents of each sample from stage to stage."""
        reached, filters, answers = (compiled.view(view) for view in (Reached, Filters, Answers))
        assert isinstance(reached, Reached)
        assert isinstance(filters, Filters)
        assert isinstance(answers, Answers)
        answered = answers.unmeasured is None
        seen: dict[StageName, bool] = {
            "index": compiled.docs is not None,
            "authorization": filters.any_eligible,
            "filter": compiled.docs is not None and filters.any_filter,
            "answer": answered,
        }
        measured = [name for name in ORDER if seen.get(name, name in reached.measured)]
        n = len(reached.status)
        left: dict[StageName, Integers] = {name: np.zeros(n, dtype=np.int64) for name in measured if name != "answer"}
        for sample in np.flatnonzero(reached.status == Status.OK).tolist():
            docs = set(reached.docs[sample])
            for name in left:
                docs &= _passed(name, sample, reached, filters)
                left[name][sample] = len(docs)
        right = None
        if answered:
            right = answers.right | (answers.status != Status.OK)
        n_gold = np.array([len(docs) for docs in reached.docs], dtype=np.int64)
        view = cls(reached.status, measured, left, n_gold, right)
        view.unmeasured = reached.unmeasured
        if not any(name not in ("index", "authorization") for name in measured):
            view.unmeasured = view.unmeasured or "no row has run.retrieved, run.predicates, run.contexts or run.answer"
        return view

    def lacking(self, parameters: Mapping[str, Any]) -> str | None:
        """Also what no row has logged of the stage that the parameters name."""
        stage = parameters.get("stage")
        if self.unmeasured is None and stage is not None and stage not in self.measured:
            return f"no row shows the stage {stage}"
        return self.unmeasured

    def lost_at(self, level: LossLevel = "all") -> NDArray[np.int8]:
        """Position in ``ORDER`` of the stage at which each sample is lost, or -1.

        Args:
            level: ``"all"``: lost when no gold document remains; ``"any"``: when one is missing.
        """
        result = np.full(len(self.status), -1, dtype=np.int8)
        for name in reversed(self.measured):
            if name == "answer":
                assert self.right is not None
                gone = ~self.right
            elif level == "all":
                gone = self.left[name] == 0
            else:
                gone = self.left[name] < self.n_gold
            result[self.entering & gone] = ORDER.index(name)
        return result


def _passed(name: StageName, sample: int, reached: Reached, filters: Filters) -> set[str]:
    """The gold documents of a sample that a stage lets pass."""
    if name in _LISTS:
        inside = reached.inside[name][sample]
        return set(reached.docs[sample]) if inside is None else set(inside)
    stop = _STOPS[name]
    return {filters.logged.pairs.doc[place] for place in filters.places(sample) if filters.state[place] != stop}
