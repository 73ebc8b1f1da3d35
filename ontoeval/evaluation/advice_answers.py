"""Advice on retriever and generator from what judges say: which of the two fails, question by question."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ontoeval.evaluation.advice_words import item, questions
from ontoeval.evaluation.scored import score
from ontoeval.metrics.registry import parse
from ontoeval.statistics.rows import Floats
from ontoeval.views.base import Flags
from ontoeval.views.compiled import Compiled
from ontoeval.views.verdicts import Verdicts

#: A question is high in a metric from here on, and low below.
HIGH = 0.75
#: Cosines of relevancy are lower by nature; this far below the median of the run a question is low.
APART = 0.25
#: What the rules read, by the rubric that makes it.
_METRICS = ("context_precision", "context_recall", "faithfulness", "answer_relevancy")
Level = Literal["high", "low"]


@dataclass(frozen=True)
class Rule:
    """A pattern of high and low metrics, and what it means.

    Attributes:
        pattern: What each metric must be for a question.
        title: What is wrong, with a place for the number of questions.
        action: What to do.
        stage: The stage to mend.
    """

    pattern: dict[str, Level]
    title: str
    action: str
    stage: str


RULES: tuple[Rule, ...] = (
    Rule(
        {"context_recall": "low"},
        "Retrieval does not find what a right answer needs: {}.",
        "Mend retrieval before the generator: what is indexed, how it is cut, the query, more candidates.",
        "retrieval",
    ),
    Rule(
        {"context_precision": "low", "context_recall": "high"},
        "What is needed is retrieved, below what is not: {}.",
        "Rerank the contexts, or give the generator fewer of them.",
        "rerank",
    ),
    Rule(
        {"context_recall": "high", "faithfulness": "low"},
        "The generator says what its contexts do not, although they hold the answer: {}.",
        "Work on the prompt (answer from the contexts only, cite them), or take another model.",
        "grounding",
    ),
    Rule(
        {"context_recall": "high", "answer_relevancy": "low", "faithfulness": "high"},
        "The answer keeps to its contexts and misses the question, although they hold the answer: {}.",
        "Work on the prompt: put the question next to the task, and ask for an answer to it first.",
        "answer",
    ),
)


def answers(compiled: Compiled) -> Iterator[dict[str, Any]]:
    """The rules whose metrics were judged, for the questions that fit."""
    judged = compiled.view(Verdicts).repeated
    names = [name for name in _METRICS if name in judged]
    measures = {name: parse(name) for name in names}
    compiled.prepare([measure.view for measure in measures.values()])
    values = {name: score(measure, compiled).item_values for name, measure in measures.items()}
    for rule in RULES:
        if not rule.pattern.keys() <= values.keys():
            continue
        known = np.all([~np.isnan(values[name]) for name in rule.pattern], axis=0)
        fits = known & np.all([_is(values[name], level, name) for name, level in rule.pattern.items()], axis=0)
        places = np.flatnonzero(fits).tolist()
        if places:
            pattern = " and ".join(f"{level} {name}" for name, level in rule.pattern.items())
            evidence = "; ".join(f"{name} {_mean(values[name][fits])}" for name in rule.pattern)
            yield item(
                rule.title.format(questions(len(places))),
                f"{len(places):,} of {questions(int(known.sum()))} with {pattern}; there on average {evidence}.",
                rule.action,
                [compiled.roster.ids[place] for place in places],
                rule.stage,
                saves=False,
            )


def _is(values: Floats, level: Level, name: str) -> Flags:
    """Which questions are high or low in a metric; those without a value are neither."""
    border = HIGH
    if name == "answer_relevancy" and not np.isnan(values).all():
        border = float(np.nanmedian(values)) - APART
    return values >= border if level == "high" else values < border


def _mean(values: Floats) -> str:
    return f"{float(values.mean()):.2f}"
