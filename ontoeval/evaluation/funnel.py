"""The loss funnel: where questions lose their last gold document, and which predicate or step did it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ontoeval.ontology import Ontology
from ontoeval.ontology.relation import Relation
from ontoeval.predicates.tree import Atom
from ontoeval.records.batch import Row
from ontoeval.views.base import Status
from ontoeval.views.compiled import Compiled
from ontoeval.views.filters import Filters, GoldDoc
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
        relation: ``Relation`` of predicted to right in words, or ``"other value"``, ``"missing field"``,
            ``"other type"``, ``"other case"``.
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
        self._pairs: dict[tuple[tuple[str, ...], tuple[str, ...]], tuple[int, str, str]] = {}

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
        excluded = [doc for doc in filters.gold[sample] if doc.state == "excluded"]
        if not excluded or self.compiled.docs is None:
            return ()
        nearest = min(excluded, key=lambda doc: (len(doc.fails), doc.doc))
        return self._of(nearest, filters.atoms[sample], self.compiled.docs[nearest.doc])

    def _of(self, doc: GoldDoc, atoms: tuple[Atom, ...], row: Row) -> tuple[Blame, ...]:
        return tuple(self._blame(atoms[place], row) for place in doc.fails)

    def _blame(self, atom: Atom, row: Row) -> Blame:
        held = row.get(atom.field)
        values = held if isinstance(held, list) else [] if held is None else [held]
        if not values:
            return Blame(str(atom), atom.field, str(atom.values[0]) if atom.values else "", "", "missing field")
        ontology = self.compiled.ontology
        if ontology is not None:
            asked = [value for value in atom.values if isinstance(value, str) and value in ontology]
            has = [value for value in values if isinstance(value, str) and value in ontology]
            if asked and has:
                relation, predicted, right = self._nearest(ontology, tuple(asked), tuple(has))
                name = Relation(relation).label
                if name == "exact":
                    name = "another id of the same concept"
                labels = (ontology.label(predicted) or "", ontology.label(right) or "")
                return Blame(str(atom), atom.field, predicted, right, name.replace("_", " "), *labels)
        asked_first = atom.values[0] if atom.values else ""
        return Blame(str(atom), atom.field, str(asked_first), str(values[0]), _difference(atom.values, values))

    def _nearest(self, ontology: Ontology, asked: tuple[str, ...], has: tuple[str, ...]) -> tuple[int, str, str]:
        """The nearest pair of an asked and a held concept, with its relation; the same few come again and again."""
        if (asked, has) not in self._pairs:
            pairs = [(a, h) for a in asked for h in has]
            relations = ontology.relations(
                ontology.encode([h for _, h in pairs]), ontology.encode([a for a, _ in pairs])
            )
            relation, (predicted, right) = min(zip(relations.tolist(), pairs, strict=True))
            self._pairs[asked, has] = (relation, predicted, right)
        return self._pairs[asked, has]


def _difference(asked: tuple[Any, ...], held: list[Any]) -> str:
    if not asked:
        return "empty list"
    texts = {str(value) for value in held}
    if any(str(value) in texts for value in asked):
        return "other type"
    folded = {text.strip().casefold() for text in texts}
    if any(str(value).strip().casefold() in folded for value in asked):
        return "other case"
    return "other value"


def _relation_words(relation: str) -> str:
    words = {
        "sibling": "a sibling of the right concept",
        "parent": "the parent of the right concept",
        "child": "a child of the right concept",
        "ancestor": "an ancestor of the right concept",
        "descendant": "a descendant of the right concept",
        "unrelated": "a concept from another branch",
        "other value": "another value",
        "missing field": "a field that the document does not have",
    }
    return words.get(relation, f"something else ({relation})")


def _mean(found: Any, wanted: Any) -> float | None:
    return float((found / wanted).mean()) if len(wanted) else None
