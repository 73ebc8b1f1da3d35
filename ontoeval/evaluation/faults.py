"""Everything that went wrong with a question, and which questions to tell when there are too many."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ontoeval.evaluation.advice_links import link_faults
from ontoeval.evaluation.advice_words import joined, named
from ontoeval.evaluation.diagnosis import prepare
from ontoeval.ontology.relation import Relation
from ontoeval.views.base import Status
from ontoeval.views.coding import NIL
from ontoeval.views.concepts import Concepts, ConceptSets
from ontoeval.views.links import Links
from ontoeval.views.stages import ORDER

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report
    from ontoeval.ontology import Ontology

#: What is wrong, in words, or what makes them when they are told.
Text = str | Callable[[], str]

#: Stages of stories, worst first: those of the funnel, then questions that are not lost in it.
STAGES: tuple[str, ...] = (*ORDER, "system", "abstention", "query understanding", "conformance")


@dataclass
class Faults:
    """The faults of one question.

    Attributes:
        sample: Its position.
        stage: The worst stage, by the order of ``STAGES``.
        reasons: Stage and text of each fault, worst first; a text may be made only when it is told.
        weight: How much went wrong within the stage, where that differs between questions.
    """

    sample: int
    stage: str = ""
    reasons: list[tuple[str, Text]] = field(default_factory=list)
    weight: int = 0

    def told(self, most: int) -> list[tuple[str, str]]:
        """Stage and text of the worst faults."""
        return [(stage, text if isinstance(text, str) else text()) for stage, text in self.reasons[:most]]


def faults(report: Report) -> list[Faults]:
    """All questions with a fault, by stage, then the most faults first, then by id."""
    prepare(report.compiled)
    roster = report.compiled.roster
    place = {name: sample for sample, name in enumerate(roster.ids)}
    found: dict[int, Faults] = {}

    def add(sample: int, stage: str, text: Text, weight: int = 0) -> None:
        mine = found.setdefault(sample, Faults(sample))
        mine.reasons.append((stage, text))
        mine.weight += weight

    lost: set[str] = set()
    if report.funnel.unmeasured is None:
        for loss in report.funnel.losses:
            lost.add(loss.id)
            add(place[loss.id], loss.stage, loss.reason)
    for row in report.table("statuses"):
        add(place[row["id"]], "system", row["reason"])
    for row in report.table("abstention"):
        if row["id"] not in lost:
            add(place[row["id"]], "abstention", row["error"])
    for row in report.table("overlinking"):
        concept = _concept(row["predicted"], row["predicted_label"])
        add(place[row["id"]], "query understanding", f"“{row['mention']}” has no concept, and is linked to {concept}")
    for sample, text, weight in [*_mentions(report), *_concepts(report)]:
        add(sample, "query understanding", text, weight)
    for row in report.table("ids"):
        stands = f", stands for {_concept(row['stands_for'], row['label'])}" if row["stands_for"] else ""
        add(place[row["id"]], "conformance", f"{row['named']} is {row['status']}{stands} ({', '.join(row['fields'])})")
    for row in report.table("outputs"):
        add(place[row["id"]], "conformance", f"{row['fault']}: {row['detail']}")
    for mine in found.values():
        mine.reasons.sort(key=lambda reason: STAGES.index(reason[0]))
        mine.stage = mine.reasons[0][0]
    return sorted(found.values(), key=lambda mine: (STAGES.index(mine.stage), _weight(mine), roster.ids[mine.sample]))


def chosen(found: list[Faults], most: int) -> list[Faults]:
    """At most so many: of every stage the first ones, in turn, so that none hides the others."""
    if len(found) <= most:
        return found
    queues = [[mine for mine in found if mine.stage == stage] for stage in STAGES]
    turns = [mine for rank in range(most) for queue in queues if rank < len(queue) for mine in [queue[rank]]]
    kept = {mine.sample for mine in turns[:most]}
    return [mine for mine in found if mine.sample in kept]


def _weight(mine: Faults) -> int:
    return -mine.weight if mine.stage == "query understanding" else 0


def _mentions(report: Report) -> Iterator[tuple[int, Text, int]]:
    links = report.compiled.view(Links)
    if links.unmeasured is not None:
        return
    found = link_faults(links)
    n = len(links.status)
    of_concepts = found.wrong[links.gold.code[found.wrong[:, 0]] != NIL]  # the others are over-linked
    counts = (
        (np.bincount(links.gold.sample[found.missed], minlength=n), "not found"),
        (np.bincount(links.gold.sample[of_concepts[:, 0]], minlength=n), "linked wrongly"),
        (np.bincount(links.predicted.sample[found.spurious], minlength=n), "not in the golden set"),
    )
    total = np.sum([count for count, _ in counts], axis=0)
    for sample in np.flatnonzero(total).tolist():
        told = joined(f"{int(count[sample]):,} {name}" for count, name in counts if count[sample])
        yield sample, f"mentions: {told}", int(total[sample])


def _concepts(report: Report) -> Iterator[tuple[int, Text, int]]:
    compiled = report.compiled
    ontology = compiled.ontology
    if ontology is None or not compiled.view(ConceptSets).any_gold:
        return
    view = compiled.view(Concepts)
    if view.unmeasured is not None:
        return
    pairs = view.pairs
    ok = view.status[pairs.sample] == Status.OK
    faulty = np.flatnonzero(ok & (pairs.relation > Relation.EQUIVALENT))
    columns = (pairs.sample, pairs.gold, pairs.predicted, pairs.relation)
    for sample, gold, predicted, relation in zip(*(column[faulty].tolist() for column in columns), strict=True):
        yield sample, partial(_pair, ontology, gold, predicted, Relation(relation)), 1


def _pair(ontology: Ontology, gold: int, predicted: int, relation: Relation) -> str:
    right = named(ontology, ontology.ids[gold]) if gold >= 0 else "an unknown id"
    wrong = named(ontology, ontology.ids[predicted]) if predicted >= 0 else "an unknown id"
    if relation == Relation.MISSED:
        return f"{right} is not predicted"
    if relation == Relation.SPURIOUS:
        return f"{wrong} is predicted, and not in the golden set"
    return f"{wrong} is predicted for {right} – {relation.label.replace('_', ' ')}"


def _concept(concept: str, label: str | None) -> str:
    return f"{label} ({concept})" if label else concept
