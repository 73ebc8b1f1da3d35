"""The loss funnel: where questions lose their last gold document, and which predicate or step did it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ontoeval.evaluation.advice_words import OTHERS
from ontoeval.views.base import Status
from ontoeval.views.compiled import Compiled
from ontoeval.views.filters import Condition, DocState, Filters
from ontoeval.views.filters.reasons import Reason
from ontoeval.views.rankings import Rankings
from ontoeval.views.stages import ORDER, Reached, StageName, Stages

#: How the losses of a stage are told, and what would show an unmeasured one.
_VERBS: Mapping[StageName, tuple[str, str]] = {
    "index": ("the corpus does not hold the document", "give the corpus (docs)"),
    "authorization": ("the user may not see the document", "give gold.eligible"),
    "filter": ("the filter excludes the document", "log run.predicates, and give the corpus (docs)"),
    "candidates": ("the search does not return the document", "log run.candidates"),
    "rerank": ("the final ranking drops the document", "log run.retrieved"),
    "context": ("the generator is not given the document", "log run.contexts"),
    "answer": ("the answer is wrong although the document is there", "give gold.answers, log run.answer"),
}


@dataclass(frozen=True)
class Blame:
    """A predicate that excludes a gold document, and how what it asks for relates to what the document has.

    Attributes:
        predicate: The predicate in words.
        field: Its field.
        predicted: The value it asks for (of several, the nearest one).
        right: The value that the document has.
        relation: ``Relation`` of predicted to right in words, or another code of `REASONS`, as ``"other value"``.
        predicted_label, right_label: Labels of the two concepts, or "".
    """

    predicate: str
    field: str
    predicted: str
    right: str
    relation: str
    predicted_label: str = ""
    right_label: str = ""

    def __str__(self) -> str:
        asked = f"{self.predicted_label} ({self.predicted})" if self.predicted_label else self.predicted
        holds = f"{self.right_label} ({self.right})" if self.right_label else self.right
        return f"{self.field}: asks for {asked}, the document has {holds or 'nothing'} – {self.relation}"


@dataclass(frozen=True)
class Loss:
    """A question that lost its gold documents.

    Attributes:
        id: The question.
        query: Its text, or "".
        stage: The first stage after which no gold document remained.
        docs: Its gold documents.
        reason: Why, in words.
        blames: For a filter: the predicates that exclude the nearest gold document.
    """

    id: str
    query: str
    stage: StageName
    docs: tuple[str, ...]
    reason: str
    blames: tuple[Blame, ...] = field(default=())

    def as_dict(self) -> dict[str, Any]:
        """The loss as a JSON-ready row; of several blamed predicates the first has columns of its own."""
        first = self.blames[0] if self.blames else None
        return {
            "id": self.id,
            "query": self.query,
            "stage": self.stage,
            "docs": list(self.docs),
            "reason": self.reason,
            "blame": " and ".join(blame.field for blame in self.blames) or None,
            "relation": first.relation if first else None,
            "predicted": first.predicted if first else None,
            "predicted_label": first.predicted_label if first else None,
            "right": first.right if first else None,
            "right_label": first.right_label if first else None,
        }


class Funnel:
    """Losses along the pipeline.

    Args:
        compiled: The samples.

    Attributes:
        entering: Questions with gold documents and a run: those that the funnel follows.
        n_missing, n_without_gold: Questions that it cannot follow.
    """

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        self.stages = compiled.view(Stages)
        self.unmeasured = self.stages.unmeasured
        self.entering = int(self.stages.entering.sum())
        counts = np.bincount(self.stages.status, minlength=4)
        self.n_missing, self.n_without_gold = int(counts[Status.MISSING]), int(counts[Status.UNDEFINED])
        self._lost = self.stages.lost_at()

    def __repr__(self) -> str:
        if self.unmeasured is not None:
            return f"<Funnel unmeasured: {self.unmeasured}>"
        stages = (f"{row['stage']} {row['lost']}" for row in self.rows() if row["measured"])
        return f"<Funnel: {self.entering} questions, {self.n_lost} lost: {', '.join(stages)}>"

    @property
    def n_lost(self) -> int:
        """Questions lost at any stage."""
        return int((self._lost >= 0).sum())

    def rows(self) -> list[dict[str, Any]]:
        """One row per stage: entered, lost, left; an unmeasured stage has None and says what would show it."""
        result = []
        left = self.entering
        for place, name in enumerate(ORDER):
            row: dict[str, Any] = {"stage": name, "measured": name in self.stages.measured}
            if row["measured"]:
                lost = int((self._lost == place).sum())
                row |= {"entered": left, "lost": lost, "left": left - lost, "note": _VERBS[name][0]}
                left -= lost
            else:
                row |= {"entered": None, "lost": None, "left": None, "note": f"unmeasured: {_VERBS[name][1]}"}
            result.append(row)
        return result

    @cached_property
    def losses(self) -> list[Loss]:
        """The lost questions, by stage and then by id."""
        roster = self.compiled.roster
        filters, reached = self.compiled.view(Filters), self.compiled.view(Reached)
        result = []
        for sample in np.flatnonzero(self._lost >= 0).tolist():
            stage = ORDER[int(self._lost[sample])]
            blames = self._blames(filters, sample) if stage == "filter" else ()
            reason = "; ".join(str(blame) for blame in blames) or _VERBS[stage][0]
            query = roster.queries[sample] or ""
            result.append(Loss(roster.ids[sample], query, stage, reached.docs[sample], reason, blames))
        return sorted(result, key=lambda loss: (ORDER.index(loss.stage), loss.id))

    def blamed(self) -> list[dict[str, Any]]:
        """Questions lost to filters by predicate field and relation, the most frequent first."""
        counts: dict[tuple[str, str], list[str]] = {}
        for loss in self.losses:
            for blame in loss.blames:
                counts.setdefault((blame.field, blame.relation), []).append(loss.id)
        ordered = sorted(counts.items(), key=lambda item: (-len(item[1]), item[0]))
        return [
            {"field": name, "relation": relation, "questions": len(ids), "ids": ids}
            for (name, relation), ids in ordered
        ]

    @cached_property
    def recall(self) -> dict[str, float | int | None]:
        """Recall of the final ranking, and the naive one over questions whose gold survives the filter."""
        rankings, filters = self.compiled.view(Rankings), self.compiled.view(Filters)
        wanted = rankings.n_relevant()
        query, _ = rankings.relevant(None)
        found = np.bincount(query, minlength=rankings.n)
        scored = (rankings.status <= Status.MISSING) & (wanted > 0)
        surviving = scored & (filters.n_surviving > 0)
        return {
            "recall": _mean(found[scored], wanted[scored]),
            "n": int(scored.sum()),
            "naive_recall": _mean(found[surviving], np.maximum(filters.n_surviving[surviving], found[surviving])),
            "naive_n": int(surviving.sum()),
        }

    def sentences(self) -> list[str]:
        """The story in a few sentences, most important first."""
        if self.unmeasured is not None:
            return [f"There is no loss funnel: {self.unmeasured}."]
        if not self.n_lost:
            return [f"All {self.entering} questions with gold documents keep them to the last measured stage."]
        worst = max(self.rows(), key=lambda row: row["lost"] or 0)
        told = [
            f"{self.n_lost} of {self.entering} questions had an answer in the golden set and lost it, "
            f"{worst['lost']} of them at the stage {worst['stage']}: {worst['note']}."
        ]
        blamed = self.blamed()
        if blamed:
            first = blamed[0]
            told.append(
                f"The predicate on {first['field']!r} alone cost {first['questions']} questions because it asked for "
                f"{_relation_words(first['relation'])}{self._example(first)}."
            )
        numbers = self.recall
        if "filter" in self.stages.measured and numbers["naive_recall"] is not None and numbers["recall"] is not None:
            told.append(
                f"Recall over the questions whose documents survive the filter looks like "
                f"{numbers['naive_recall']:.3f}; over all questions it is {numbers['recall']:.3f}, since what the "
                f"filter removed was never ranked."
            )
        return told

    def _example(self, row: Mapping[str, Any]) -> str:
        for loss in self.losses:
            for blame in loss.blames:
                if loss.id == row["ids"][0] and blame.field == row["field"] and blame.predicted_label:
                    return f", as in {loss.id}: {blame.predicted_label} for {blame.right_label}"
        return ""

    def _blames(self, filters: Filters, sample: int) -> tuple[Blame, ...]:
        lost = [place for place in filters.places(sample) if filters.state[place] == DocState.EXCLUDED]
        if not lost:
            return ()
        doc, conditions = filters.logged.pairs.doc, filters.conditions(sample)
        nearest = min(lost, key=lambda place: (len(filters.fails(place)), doc[place]))
        return tuple(_blame(conditions[number], filters.reason(nearest, number)) for number in filters.fails(nearest))


def _blame(condition: Condition, reason: Reason) -> Blame:
    labels = (reason.asked_label, reason.held_label)
    return Blame(str(condition), condition.field, reason.asked, reason.held, reason.code, *labels)


def _relation_words(relation: str) -> str:
    words = {
        "sibling": "a sibling of the right concept",
        "parent": "the parent of the right concept",
        "child": "a child of the right concept",
        "ancestor": "an ancestor of the right concept",
        "descendant": "a descendant of the right concept",
        "unrelated": "a concept from another branch",
        "disjoint": "a concept that excludes the right one",
    }
    return words.get(relation) or OTHERS.get(relation) or f"something else ({relation})"


def _mean(found: Any, wanted: Any) -> float | None:
    return float((found / wanted).mean()) if len(wanted) else None
