"""The whole story of the worst questions: filter, ranking, answer, output, mentions and concepts as JSON-ready rows."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ontoeval.evaluation.advice_links import link_faults
from ontoeval.evaluation.faults import Faults, chosen, faults
from ontoeval.evaluation.trees import tree
from ontoeval.findings import shorten
from ontoeval.ontology.relation import Relation
from ontoeval.predicates.tree import Atom
from ontoeval.records.batch import Batch
from ontoeval.records.model import Hits
from ontoeval.views.answers import Answers, is_refusal
from ontoeval.views.base import Integers, Status
from ontoeval.views.coding import NIL
from ontoeval.views.concepts import Concepts
from ontoeval.views.filters import Filters
from ontoeval.views.links import Links

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report
    from ontoeval.ontology import Ontology

#: How many questions are told.
MOST = 200

_LISTS = ("candidates", "retrieved", "contexts")
_TOP = 4  # ranks of each list that are shown beside the gold documents
_TEXT, _OUTPUT = 1500, 1200
_PAIRS, _MENTIONS = 4, 16


def stories(report: Report, most: int = MOST) -> dict[str, Any]:
    """The stories of at most so many questions, and how many there are.

    Returns:
        ``stories`` (worst first: by stage, then by id), ``faulty`` (questions with a fault) and ``fine`` (the
        others, which are only counted). Each story has ``id``, ``query``, ``tags``, ``stage``, ``reasons``
        (``[{stage, text}]``), ``documents`` (the gold ones), and what the run holds of ``filter``, ``ranking``,
        ``answer``, ``output``, ``mentions`` and ``concepts``.
    """
    found = faults(report)
    kept = chosen(found, most)
    teller = _Teller(report)
    wanted = {mine.sample: mine for mine in kept}
    told: dict[int, dict[str, Any]] = {}
    first = 0
    for batch in report.compiled.samples.batches() if kept else ():
        for position in range(len(batch)):
            if first + position in wanted:
                told[first + position] = teller.story(wanted[first + position], batch, position)
        first += len(batch)
    n = len(report.compiled.roster)
    return {"stories": [told[mine.sample] for mine in kept], "faulty": len(found), "fine": n - len(found)}


class _BySample:
    """Places of rows by the sample that they belong to.

    Args:
        sample: The sample of each row.
    """

    def __init__(self, sample: Integers) -> None:
        self._order = np.argsort(sample, kind="stable")
        self._sample = sample[self._order]

    def of(self, sample: int) -> Integers:
        """The places of one sample's rows, in their order."""
        first, last = np.searchsorted(self._sample, [sample, sample + 1])
        return self._order[first:last]


class _LinkFaults:
    """The faults of linking, by sample.

    Args:
        links: The mentions.
    """

    def __init__(self, links: Links) -> None:
        found = link_faults(links)
        self.links = links
        self._wrong = found.wrong, _BySample(links.gold.sample[found.wrong[:, 0]])
        self._missed = found.missed, _BySample(links.gold.sample[found.missed])
        self._spurious = found.spurious, _BySample(links.predicted.sample[found.spurious])
        right = links.gold.sample[links.align().pairs[:, 0]]
        self.right = np.bincount(right, minlength=len(links.status))

    def rows(self, sample: int) -> Iterator[tuple[int | None, int | None, str]]:
        """Gold and predicted mention of each fault of a sample, None for neither, and what is wrong."""
        (wrong, of_wrong), (missed, of_missed), (spurious, of_spurious) = self._wrong, self._missed, self._spurious
        for gold, predicted in wrong[of_wrong.of(sample)].tolist():
            nil = self.links.gold.code[gold] == NIL
            yield gold, predicted, "linked, though it has no concept" if nil else "wrong concept"
        for gold in missed[of_missed.of(sample)].tolist():
            yield gold, None, "not found"
        for predicted in spurious[of_spurious.of(sample)].tolist():
            yield None, predicted, "not in the golden set"


class _Teller:
    def __init__(self, report: Report) -> None:
        compiled = report.compiled
        self.ontology, self.docs = compiled.ontology, compiled.docs
        self.filters, self.answers = compiled.view(Filters), compiled.view(Answers)
        self.links, self.concepts = compiled.view(Links), compiled.view(Concepts)
        self.link_faults = _LinkFaults(self.links) if self.links.unmeasured is None else None
        self.pairs = self.concepts.pairs if self.ontology is not None and self.concepts.unmeasured is None else None
        self.places = None if self.pairs is None else _BySample(self.pairs.sample)

    def story(self, mine: Faults, batch: Batch, position: int) -> dict[str, Any]:
        sample = mine.sample

        def value(path: str) -> Any:
            return batch.column(path)[position]

        gold = value("gold.docs") or {}
        query = value("query") or ""
        return {
            "id": batch.ids[position],
            "query": shorten(query, _TEXT),
            "tags": {name: shorten(text, 60) for name, text in list((value("tags") or {}).items())[:8]},
            "stage": mine.stage,
            "reasons": [{"stage": stage, "text": shorten(text, 300)} for stage, text in mine.told(8)],
            "documents": self._documents(sample, gold),
            "filter": self._filter(sample),
            "ranking": self._ranking(gold, {name: value(f"run.{name}") for name in _LISTS}),
            "answer": self._answer(sample, value("run.answer"), value("gold.answers")),
            "output": _output(value("run.output")),
            "mentions": self._mentions(sample, query),
            "concepts": self._concepts(sample),
        }

    def _documents(self, sample: int, gold: Mapping[str, float]) -> list[dict[str, Any]]:
        states = {doc.doc: doc.state for doc in self.filters.gold(sample)}
        return [
            {"id": doc, "title": self._title(doc), "grade": grade, "state": states.get(doc, "unknown")}
            for doc, grade in list(gold.items())[:5]
            if grade > 0
        ]

    def _title(self, doc: str) -> str | None:
        row = self.docs.get(doc) if self.docs is not None else None
        title = row.get("title") if row is not None else None
        return shorten(title, 80) if isinstance(title, str) else None

    def _filter(self, sample: int) -> list[dict[str, Any]]:
        rows = []
        states = [doc for doc in self.filters.gold(sample) if doc.state in ("excluded", "survives")][:3]
        for number, condition in enumerate(self.filters.conditions(sample)[:12]):
            atom = condition.leaf
            documents = []
            for doc in states:
                held = self.docs[doc.doc].get(condition.field) if self.docs is not None else None
                values = held if isinstance(held, list) else [] if held is None else [held]
                documents.append({"id": doc.doc, "has": self._values(values), "passes": number not in doc.fails})
            asked = atom.values if isinstance(atom, Atom) and condition.plain else (str(condition),)
            rows.append({"field": condition.field, "asked": self._values(asked), "documents": documents})
        return rows

    def _values(self, values: Iterable[Any]) -> list[dict[str, Any]]:
        return [self._named(str(value)) for value in list(values)[:5]]

    def _named(self, concept: str) -> dict[str, Any]:
        known = self.ontology is not None and concept in self.ontology
        label = self.ontology.label(concept) if known and self.ontology is not None else None
        return {"id": shorten(concept, 80), "label": label}

    def _ranking(self, gold: Mapping[str, float], lists: Mapping[str, Hits | None]) -> dict[str, Any] | None:
        given = {name: hits for name, hits in lists.items() if hits is not None}
        if not given:
            return None
        places: dict[str, dict[str, dict[str, Any]]] = {}
        for name, hits in given.items():
            for rank, doc in enumerate(hits.documents):
                score = hits.scores[rank] if hits.scores is not None else None
                places.setdefault(doc, {}).setdefault(name, {"rank": rank + 1, "score": score})
        relevant = [doc for doc, grade in gold.items() if grade > 0]
        shown = [
            doc for doc, of in places.items() if doc in relevant or any(place["rank"] <= _TOP for place in of.values())
        ]
        last = 1 << 30

        def order(doc: str) -> tuple[int, ...]:
            of = places.get(doc, {})
            return tuple(of[name]["rank"] if name in of else last for name in reversed(_LISTS))

        absent = [doc for doc in relevant[:5] if doc not in places]
        rows = [
            {"id": shorten(doc, 80), "title": self._title(doc), "gold": doc in relevant, **places.get(doc, {})}
            for doc in [*sorted(shown, key=order)[:16], *absent]
        ]
        return {"sizes": {name: len(hits) for name, hits in given.items()}, "rows": rows}

    def _answer(self, sample: int, given: str | None, accepted: list[str] | None) -> dict[str, Any] | None:
        if given is None and not accepted:
            return None
        verdict = None
        if given is not None and is_refusal(given):
            verdict = "refused"
        elif given is not None and accepted and self.answers.status[sample] == Status.OK:
            verdict = "right" if self.answers.right[sample] else "wrong"
        return {
            "given": None if given is None else shorten(given, _OUTPUT),
            "accepted": [shorten(text, 200) for text in (accepted or [])[:5]],
            "verdict": verdict,
        }

    def _mentions(self, sample: int, query: str) -> dict[str, Any] | None:
        if self.link_faults is None:
            return None
        rows = [self._mention(query, *row) for row in self.link_faults.rows(sample)]
        rows.sort(key=lambda row: (row["start"], row["end"]))
        right = int(self.link_faults.right[sample])
        return {"right": right, "rows": rows[:_MENTIONS], "more": max(0, len(rows) - _MENTIONS)}

    def _mention(self, query: str, gold: int | None, predicted: int | None, verdict: str) -> dict[str, Any]:
        links = self.links
        side, place = (links.predicted, predicted) if gold is None else (links.gold, gold)
        start, end = int(side.start[place]), int(side.end[place])
        return {
            "start": start,
            "end": end,
            "text": shorten(query[start:end], 80),
            "gold": None if gold is None else self._named(links.name(int(links.gold.code[gold]))),
            "predicted": None if predicted is None else self._named(links.name(int(links.predicted.code[predicted]))),
            "verdict": verdict,
        }

    def _concepts(self, sample: int) -> dict[str, Any] | None:
        if self.pairs is None or self.places is None or self.ontology is None:
            return None
        pairs = self.pairs
        mine = self.places.of(sample)
        codes = zip(pairs.gold[mine].tolist(), pairs.predicted[mine].tolist(), strict=True)
        relations = dict(zip(codes, pairs.relation[mine].tolist(), strict=True))
        of_mentions = self.concepts.source == "mentions"
        wrong = [
            (both, Relation(relation))
            for both, relation in relations.items()
            if relation > Relation.EQUIVALENT and not (of_mentions and NIL in both)  # lone mentions are told above
        ]
        exact = int((pairs.relation[mine] == Relation.EXACT).sum())
        told = [self._pair(self.ontology, *both, relation) for both, relation in wrong[:_PAIRS]]
        return {"right": exact, "pairs": told, "more": len(wrong) - len(told)}

    def _pair(self, ontology: Ontology, gold: int, predicted: int, relation: Relation) -> dict[str, Any]:
        left, right = (ontology.ids[code] if code >= 0 else None for code in (gold, predicted))
        return {
            "gold": None if left is None else self._named(left),
            "predicted": None if right is None else self._named(right),
            "relation": relation.label.replace("_", " "),
            "tree": tree(ontology, left, right),
        }


def _output(output: Any) -> str | None:
    if output is None:
        return None
    text = output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)
    return shorten(text, _OUTPUT)
