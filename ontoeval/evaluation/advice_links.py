"""Advice on linking: mentions that are not found, linked to a wrong concept, or found where nothing is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ontoeval.evaluation.advice_words import RELATIONS, are, item, joined, named, plural, questions
from ontoeval.ontology.relation import Relation
from ontoeval.views.base import Integers, Status, left_over
from ontoeval.views.coding import NIL
from ontoeval.views.compiled import Compiled
from ontoeval.views.concepts import Concepts, ConceptSets
from ontoeval.views.links import Links


@dataclass(frozen=True)
class LinkFaults:
    """Faults of linking in samples that have a run, as positions in the view's mentions.

    Attributes:
        gold: Number of gold mentions.
        right: Number of gold mentions with the right span and concept.
        missed: Gold mentions whose span was not predicted.
        wrong: Pairs of a gold and a predicted mention with one span and different concepts.
        spurious: Predicted mentions whose span is no gold mention.
    """

    gold: int
    right: int
    missed: Integers
    wrong: Integers
    spurious: Integers


def link_faults(links: Links) -> LinkFaults:
    """The faults of a view."""
    ok = links.status == Status.OK
    right, spans = links.align().pairs, links.same_span()
    found = np.isin(spans[:, 0], right[:, 0])
    missed, spurious = left_over(len(links.gold), spans[:, 0]), left_over(len(links.predicted), spans[:, 1])
    wrong = spans[~found]
    return LinkFaults(
        int(ok[links.gold.sample].sum()),
        int(ok[links.gold.sample[right[:, 0]]].sum()),
        missed[ok[links.gold.sample[missed]]],
        wrong[ok[links.gold.sample[wrong[:, 0]]]],
        spurious[ok[links.predicted.sample[spurious]]],
    )


def mentions(compiled: Compiled) -> Iterator[dict[str, Any]]:
    """Detection, choice of the concept, and mentions that are none."""
    links = compiled.view(Links)
    if links.unmeasured is not None:
        return
    faults = link_faults(links)
    ids = compiled.roster.ids
    of_gold = faults.wrong[links.gold.code[faults.wrong[:, 0]] != NIL]  # gold NIL has a rule of its own
    missed, wrong = len(faults.missed), len(of_gold)
    if missed:
        names = [ids[sample] for sample in links.gold.sample[faults.missed].tolist()]
        evidence = f"{are(faults.right)} found and linked rightly, {are(len(faults.wrong))} linked wrongly"
        if missed > len(faults.wrong):
            evidence += ": detection costs more than the choice of the concept"
        yield item(
            f"{missed:,} of {plural(faults.gold, 'gold mention')} {'is' if missed == 1 else 'are'} not found at all, "
            f"in {questions(len(set(names)))}.",
            f"{evidence}.",
            "Widen mention detection first: synonyms, inflections, abbreviations, split and nested mentions.",
            names,
            "query understanding",
            saves=False,
        )
    if wrong:
        names = [ids[sample] for sample in links.gold.sample[of_gold[:, 0]].tolist()]
        yield item(
            f"{plural(wrong, 'mention')} {'is' if wrong == 1 else 'are'} found and linked wrongly, in "
            f"{questions(len(set(names)))}.",
            _kinds(compiled, links.gold.code[of_gold[:, 0]], links.predicted.code[of_gold[:, 1]]),
            "Rank the candidates of a mention better: its context, its type, the labels of parents.",
            names,
            "query understanding",
            saves=False,
        )
    if len(faults.spurious):
        names = [ids[sample] for sample in links.predicted.sample[faults.spurious].tolist()]
        count = len(faults.spurious)
        yield item(
            f"{plural(count, 'predicted mention')} {'is' if count == 1 else 'are'} not in the golden set, in "
            f"{questions(len(set(names)))}.",
            "Their spans equal no gold mention's; some may overlap one.",
            "Read some of them: correct span borders, raise the threshold, or complete the golden set.",
            names,
            "query understanding",
            saves=False,
        )


def concepts(compiled: Compiled) -> Iterator[dict[str, Any]]:
    """Concepts of whole samples; those of mentions have rules of their own."""
    if compiled.ontology is None or not compiled.view(ConceptSets).any_gold:
        return
    view = compiled.view(Concepts)
    if view.unmeasured is not None:
        return
    pairs, ids = view.pairs, compiled.roster.ids
    ok = view.status[pairs.sample] == Status.OK
    for kind, rows in (
        ("wrong", np.flatnonzero(ok & pairs.wrong)),
        ("missed", np.flatnonzero(ok & (pairs.relation == Relation.MISSED))),
        ("spurious", np.flatnonzero(ok & (pairs.relation == Relation.SPURIOUS))),
    ):
        if not len(rows):
            continue
        names = [ids[sample] for sample in pairs.sample[rows].tolist()]
        where = f"in {questions(len(set(names)))}"
        one = len(rows) == 1
        title, evidence, action = {
            "wrong": (
                f"{plural(len(rows), 'predicted concept')} {'is' if one else 'are'} not the right one, {where}.",
                _kinds(compiled, pairs.gold[rows], pairs.predicted[rows]),
                "Help the system to tell these concepts apart: their definitions, or examples of both.",
            ),
            "missed": (
                f"{plural(len(rows), 'gold concept')} {'is' if one else 'are'} not predicted, {where}.",
                f"The most frequent: {_most(compiled, pairs.gold[rows])}.",
                "Look at how these questions name the concept, and add it as a synonym or an example.",
            ),
            "spurious": (
                f"{plural(len(rows), 'predicted concept')} {'is' if one else 'are'} not in the golden set, {where}.",
                f"The most frequent: {_most(compiled, pairs.predicted[rows])}.",
                "Let the system name fewer concepts, or complete the golden set.",
            ),
        }[kind]
        yield item(title, evidence, action, names, "query understanding", saves=False)


def _kinds(compiled: Compiled, gold: Any, predicted: Any) -> str:
    """How wrong concepts relate to the right ones, and the most frequent pair."""
    ontology = compiled.ontology
    name = compiled.view(Links).name
    if ontology is None:
        return "Give the ontology (--ontology) to see how they relate to the right concepts."
    relations = Counter(Relation(kind).label.replace("_", " ") for kind in ontology.relations(gold, predicted).tolist())
    told = joined(f"{count:,} {RELATIONS.get(kind, kind)}" for kind, count in relations.most_common(3))
    pairs = Counter(pair for pair in zip(gold.tolist(), predicted.tolist(), strict=True) if min(pair) >= 0)
    if not pairs:
        return f"Predicted: {told}."
    (right, wrong), count = min(pairs.items(), key=lambda pair: (-pair[1], pair[0]))
    times = f" ({count:,} times)" if count > 1 else ""
    return f"Predicted: {told}; as {named(ontology, name(wrong))} for {named(ontology, name(right))}{times}."


def _most(compiled: Compiled, codes: Any) -> str:
    assert compiled.ontology is not None
    known = Counter(compiled.ontology.ids[code] for code in codes.tolist() if code >= 0)
    ordered = sorted(known.items(), key=lambda pair: (-pair[1], pair[0]))[:3]
    return ", ".join(f"{named(compiled.ontology, concept)} ({count:,})" for concept, count in ordered) or "unknown ids"
