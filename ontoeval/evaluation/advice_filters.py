"""Advice on filters: which field excludes gold documents, what it asked for, and how to let them through."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from ontoeval.evaluation.advice_words import OTHERS, RELATIONS, item, joined, questions, sentence
from ontoeval.evaluation.funnel import Blame, Funnel, Loss

_BELOW, _ABOVE = ("parent", "ancestor"), ("child", "descendant")
_WRITTEN = {
    "other type": "write the value with one type on both sides",
    "other case": "write the value in one spelling on both sides",
    "whitespace": "trim the value on both sides",
    "Unicode form": "bring the value into one Unicode form (NFC) on both sides",
    "date format": "write dates in one format on both sides",
    "list value": "ask whether the list contains the value",
    "missing field": "fill the field in the documents that lack it",
    "null": "fill the field in the documents where it is null",
    "empty field": "fill the field in the documents where it is empty",
    "unknown attribute": "let the filter use only attributes that the corpus has",
    "empty list": "do not filter when there is nothing to filter for",
    "another id of the same concept": "resolve ids on both sides before they are compared",
    "deprecated id": "replace deprecated ids on both sides",
    "label instead of id": "look up the id of the label before filtering",
    "unknown concept": "let the filter use only concepts of the ontology",
}


def filters(funnel: Funnel) -> Iterator[dict[str, Any]]:
    """One piece of advice per field, or per set of fields that exclude documents only together."""
    groups: dict[tuple[str, ...], list[Loss]] = {}
    for loss in funnel.losses:
        if loss.stage == "filter":
            groups.setdefault(tuple(sorted({blame.field for blame in loss.blames})), []).append(loss)
    for fields, losses in groups.items():
        yield _advice(fields, losses)


def _advice(fields: Sequence[str], losses: Sequence[Loss]) -> dict[str, Any]:
    ids = [loss.id for loss in losses]
    many = questions(len(ids))
    if not fields:
        title = f"The filter excludes the gold document of {many}."
    elif len(fields) == 1:
        title = f"The filter on {fields[0]} excludes the gold document of {many}."
    else:
        title = f"The filters on {joined(fields)} together exclude the gold document of {many}."
    blames = [(loss, blame) for loss in losses for blame in loss.blames]
    relations = Counter(blame.relation for _, blame in blames)
    return item(title, _evidence(blames, relations), _action(relations), ids, "filter", saves=True)


def _evidence(blames: Sequence[tuple[Loss, Blame]], relations: Counter[str]) -> str:
    if not blames:
        return "No document of the golden set passes it."
    ordered = sorted(relations.items(), key=lambda pair: (-pair[1], pair[0]))
    told, said = [], False
    for relation, count in ordered:
        if relation in RELATIONS:
            told.append(f"{count:,} asked for {RELATIONS[relation]}{'' if said else ' of the right concept'}")
            said = True
        else:
            told.append(f"{count:,} asked for {OTHERS.get(relation, relation)}")
    first = next((loss, blame) for loss, blame in blames if blame.relation == ordered[0][0])
    loss, blame = first
    asked, right = blame.predicted_label or blame.predicted, blame.right_label or blame.right
    example = f"{asked} for {right}" if right else f"{asked} where the document has nothing"
    return f"{', '.join(told)}; as in {loss.id}: {example}."


def _action(relations: Counter[str]) -> str:
    total = relations.total()
    spelled = [text for relation, text in _WRITTEN.items() if relations[relation]]
    if total and sum(relations[relation] for relation in _WRITTEN) == total:
        return sentence("; ".join(spelled))
    soft = "Make the filter soft: a boost in the ranking, not a condition."
    below, above = (sum(relations[name] for name in names) for names in (_BELOW, _ABOVE))
    ways = [
        *([f"also matching subconcepts lets {below:,} of them through"] if below else []),
        *(
            [f"also matching superconcepts {f'{above:,}' if below else f'lets {above:,} of them through'}"]
            if above
            else []
        ),
    ]
    if ways:
        soft += f" If it must stay hard: {', '.join(ways)}."
    return " ".join([soft, *map(sentence, spelled)])
