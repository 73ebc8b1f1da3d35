"""What to mend first: faults of a run by the number of questions behind them, each with evidence and a remedy.

Rules over the funnel and the views; they say only what these hold. Lost questions come before questions that a
fault merely touches, since mending those may save nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ontoeval.evaluation import advice_answers, advice_links
from ontoeval.evaluation.advice_filters import filters
from ontoeval.evaluation.advice_words import item, joined, plural, questions, sentence
from ontoeval.evaluation.diagnosis import prepare
from ontoeval.evaluation.funnel import Funnel
from ontoeval.evaluation.tables import table
from ontoeval.views.answers import Abstentions, Answers
from ontoeval.views.base import Status
from ontoeval.views.compiled import Compiled
from ontoeval.views.failures import Failures

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report

#: How many things to mend are shown.
MOST = 3

#: For the stages of the funnel: what is wrong, and what to do. The filter has rules of its own.
_STAGES: Mapping[str, tuple[str, str]] = {
    "index": (
        "The corpus does not hold the gold document of {}.",
        "Index these documents, or correct the golden set.",
    ),
    "candidates": (
        "The search does not return the gold document of {}.",
        "Fetch more candidates, and compare the words of these questions with those of their documents.",
    ),
    "rerank": (
        "The final ranking drops the gold document of {}.",
        "Keep more of the candidates, and check on these questions whether the reranker helps at all.",
    ),
    "context": (
        "The generator is not given the gold document of {}.",
        "Pass more of the ranking on to the generator, or rank the right document higher.",
    ),
    "answer": (
        "The answer is wrong although the document was there: {}.",
        "Work on prompt and generator: for these questions search and filter did their part.",
    ),
}


def advice(report: Report) -> list[dict[str, Any]]:
    """Everything worth mending, most urgent first.

    Returns:
        JSON-ready rows: ``title`` (what is wrong), ``evidence``, ``action`` (what to do), ``questions`` (how many
        are lost by it, or touched), ``saves`` (whether these questions are lost), ``stage``, and their ``ids``.
    """
    prepare(report.compiled)
    return advise(report.compiled, report.funnel)


def mend_first(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The two, at most three, pieces of advice to show: a third one only where it is clearly the next."""
    shown = list(rows[:MOST])
    if len(rows) > MOST == len(shown):
        third, fourth = rows[MOST - 1], rows[MOST]
        if (third["saves"], third["questions"]) == (fourth["saves"], fourth["questions"]):
            shown.pop()
    return shown


def advise(compiled: Compiled, funnel: Funnel | None = None) -> list[dict[str, Any]]:
    """As `advice`, for compiled samples."""
    prepare(compiled)
    followed = funnel or Funnel(compiled)
    found: list[dict[str, Any]] = []
    if followed.unmeasured is None:
        found += filters(followed)
        found += _lost(followed)
    else:
        found += _wrong_answers(compiled)
    rules: tuple[Callable[[Compiled], Iterable[dict[str, Any]]], ...] = (
        _failed,
        advice_links.mentions,
        advice_links.concepts,
        _overlinked,
        _dead_ids,
        _broken_outputs,
        _answered,
        advice_answers.answers,
    )
    for rule in rules:
        found += rule(compiled)
    return sorted(found, key=lambda row: (not row["saves"], -row["questions"]))  # stable: stages in order


def _lost(funnel: Funnel) -> Iterator[dict[str, Any]]:
    by_stage: dict[str, list[str]] = {}
    for loss in funnel.losses:
        by_stage.setdefault(loss.stage, []).append(loss.id)
    for row in funnel.rows():
        stage = row["stage"]
        ids = by_stage.get(stage, [])
        if not ids:
            continue
        evidence = f"{row['lost']:,} of the {row['entered']:,} that come to the stage {stage} are lost there"
        if stage == "answer":
            evidence += f" ({_refusals(funnel.compiled, ids)})"
        if stage == "authorization":
            title = f"The user may not see the gold document of {questions(len(ids))}."
            action = "Nothing, if that is right and the system refuses; else mend the access rules or gold.eligible."
            yield item(title, f"{evidence}.", action, ids, stage, saves=False)
        elif stage in _STAGES:
            title, action = _STAGES[stage]
            yield item(title.format(questions(len(ids))), f"{evidence}.", action, ids, stage, saves=True)


def _refusals(compiled: Compiled, ids: Iterable[str]) -> str:
    refused = compiled.view(Abstentions).refused
    place = {name: position for position, name in enumerate(compiled.roster.ids)}
    flags = [bool(refused[place[name]]) for name in ids]
    counts = ((len(flags) - sum(flags), "answered wrongly"), (sum(flags), "refused"))
    return joined(f"{count:,} {name}" for count, name in counts if count)


def _wrong_answers(compiled: Compiled) -> Iterator[dict[str, Any]]:
    """Without a funnel nobody knows whose fault a wrong answer is."""
    view = compiled.view(Answers)
    if view.unmeasured is not None:
        return
    scored = view.status == Status.OK
    wrong = np.flatnonzero(scored & ~view.right).tolist()
    if wrong:
        ids = [compiled.roster.ids[sample] for sample in wrong]
        yield item(
            f"The answer is wrong: {questions(len(ids))}.",
            f"{int(scored.sum()):,} have an answer to compare with ({_refusals(compiled, ids)}).",
            "Give gold.docs and log run.retrieved: the loss funnel then says at which stage they are lost.",
            ids,
            "answer",
            saves=True,
        )


def _failed(compiled: Compiled) -> Iterator[dict[str, Any]]:
    reasons = compiled.view(Failures).reasons
    if not reasons:
        return
    ids = [compiled.roster.ids[sample] for sample in reasons]
    absent = sum(reason == "no run row" for reason in reasons.values())
    counts = ((absent, "without a row in the run"), (len(ids) - absent, "with an error"))
    if absent == len(compiled.roster):
        action = "Give the run, joined to the golden set by id (--run)."
        yield item("There is no run.", f"{questions(len(ids))} without a row.", action, ids, "system", saves=True)
        return
    yield item(
        f"The system gave nothing at all: {questions(len(ids))}.",
        f"{joined(f'{count:,} {name}' for count, name in counts if count)}.",
        "Run these questions again; as long as they are missing, other numbers look better than they are.",
        ids,
        "system",
        saves=True,
    )


def _overlinked(compiled: Compiled) -> Iterator[dict[str, Any]]:
    rows = table("overlinking", compiled)
    if rows:
        first = rows[0]
        linked = f"{first['predicted_label'] or first['predicted']} for “{first['mention']}”"
        yield item(
            f"{plural(len(rows), 'mention')} without a concept {'is' if len(rows) == 1 else 'are'} linked to one, in "
            f"{questions(_distinct(rows))}.",
            f"As in {first['id']}: {linked}.",
            "Let the linker say that nothing fits: a threshold on its score, or NIL as a candidate.",
            _ids(rows),
            "query understanding",
            saves=False,
        )


def _dead_ids(compiled: Compiled) -> Iterator[dict[str, Any]]:
    rows = table("ids", compiled)
    if rows:
        statuses = [str(row["status"]) for row in rows]
        counts = joined(f"{statuses.count(name):,} {name}" for name in sorted(set(statuses)))
        absent, old = "absent" in statuses, set(statuses) - {"absent"}
        steps = [
            *(["constrain what the system may name to the ids of this ontology"] if absent else []),
            *(["follow replacements, and rebuild what still holds old ids"] if old else []),
        ]
        yield item(
            f"{plural(len(rows), 'named id')} {'is' if len(rows) == 1 else 'are'} no live concept, in "
            f"{questions(_distinct(rows))}.",
            f"{counts}; as in {rows[0]['id']}: {rows[0]['named']}.",
            sentence("; ".join(steps)),
            _ids(rows),
            "conformance",
            saves=False,
        )


def _broken_outputs(compiled: Compiled) -> Iterator[dict[str, Any]]:
    rows = table("outputs", compiled)
    if rows:
        faults = [str(row["fault"]) for row in rows]
        counts = joined(f"{faults.count(name):,} {name}" for name in dict.fromkeys(faults))
        yield item(
            f"{plural(len(rows), 'fault')} in outputs, in {questions(_distinct(rows))}.",
            f"{counts}; as in {rows[0]['id']}: {rows[0]['detail']}.",
            "Constrain decoding to the schema, and let the id alone decide: fill in its label afterwards.",
            _ids(rows),
            "conformance",
            saves=False,
        )


def _answered(compiled: Compiled) -> Iterator[dict[str, Any]]:
    view = compiled.view(Abstentions)
    if view.unmeasured is not None:
        return
    ids = [compiled.roster.ids[sample] for sample in view.wrong if not view.refused[sample]]
    if ids:
        unanswerable = int(((view.status == Status.OK) & ~view.answerable).sum())
        yield item(
            f"The system answers although there is no answer: {questions(len(ids))}.",
            f"{len(ids):,} of the {unanswerable:,} questions without an answer in the golden set.",
            "Tell the generator when to refuse, and show it refusals among its examples.",
            ids,
            "answer",
            saves=False,
        )


def _ids(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    return list(dict.fromkeys(str(row["id"]) for row in rows))


def _distinct(rows: Iterable[Mapping[str, Any]]) -> int:
    return len(_ids(rows))
