"""Relevance, use and length of contexts: figures by hand, failed verdicts, gaps."""

from __future__ import annotations

from typing import Any

import pytest

import ontoeval as oe


def result(metric: str, notes: dict[str, Any], run: dict[str, Any]) -> Any:
    return oe.score(metric, [{"id": "q", "annotations": notes}], [{"id": "q", "run": run}])


def fields(name: str, *values: Any) -> dict[str, Any]:
    return {"fields": {"verdicts": [{"context": place, name: value} for place, value in enumerate(values)]}}


def judged(*repetitions: list[Any]) -> dict[str, Any]:
    return {"context_relevance": [fields("score", *scores) for scores in repetitions]}


def test_relevance_by_hand():
    """(.9 + .6 + .3) / 3 = .6; below .5: one of three; below .3: none, below .31: one."""
    notes, run = judged([0.9, 0.6, 0.3]), {"contexts": ["a", "b", "c"]}
    assert result("context_relevance", notes, run).value == pytest.approx(0.6, abs=1e-12)
    assert result("low_relevance_rate", notes, run).value == pytest.approx(1 / 3)
    assert result("low_relevance_rate(threshold=0.3)", notes, run).value == 0.0
    assert result("low_relevance_rate(threshold=0.31)", notes, run).value == pytest.approx(1 / 3)


def test_macro_is_over_questions_and_micro_over_contexts():
    """q1: one context with 1; q2: three with 0: (1 + 0) / 2 and 1 / 4."""
    gold = [{"id": "q1", "annotations": judged([1])}, {"id": "q2", "annotations": judged([0, 0, 0])}]
    run = [{"id": "q1", "contexts": ["a"]}, {"id": "q2", "contexts": ["a", "b", "c"]}]
    assert oe.score("context_relevance", gold, run).value == 0.5
    assert oe.score('context_relevance(average="micro")', gold, run).value == 0.25


def test_several_verdicts_on_one_context_count_as_their_mean():
    """a: (1 + 0) / 2, b: (1 + 1) / 2."""
    notes = judged([1, 1], [0, 1])
    assert result("context_relevance", notes, {"contexts": ["a", "b"]}).value == 0.75
    assert result("low_relevance_rate(threshold=0.6)", notes, {"contexts": ["a", "b"]}).value == 0.5


@pytest.mark.parametrize(
    "notes",
    [
        judged([0.9]),
        judged([0.9, 0.9, 0.9]),
        judged([0.9, 1.2]),
        judged([0.9, None]),
        judged(),
        {"context_relevance": [fields("score", 1, 1), {"status": "invalid", "reason": "truncated: length"}]},
        {"context_relevance": [{"fields": {"verdicts": [{"context": 1, "score": 1}, {"context": 1, "score": 1}]}}]},
    ],
)
def test_failed_or_absent_verdict_makes_the_question_invalid(notes):
    """A second question with its verdict, so that the measure is measured."""
    gold = [{"id": "q", "annotations": notes}, {"id": "r", "annotations": judged([0.5])}]
    found = oe.score("context_relevance", gold, [{"id": "q", "contexts": ["a", "b"]}, {"id": "r", "contexts": ["a"]}])
    assert (found.value, found.n_ok, found.n_invalid) == (0.5, 1, 1)


def test_scores_of_the_run_must_lie_between_0_and_1():
    run = [{"id": "q", "contexts": {"a": 12.5, "b": 0.5}}, {"id": "r", "contexts": {"a": 0.5}}]
    report = oe.evaluate(oe.compile([{"id": "q"}, {"id": "r"}], run), ['context_relevance(scores="given")'])
    assert [(finding.id, finding.count) for finding in report.findings] == [("context.score", 1)]
    assert (next(iter(report)).value, next(iter(report)).n_invalid) == (0.5, 1)


def test_question_without_a_run_counts_as_zero_and_one_without_contexts_not():
    gold = [{"id": name, "annotations": judged([1])} for name in ("q1", "q2")] + [
        {"id": "q3", "annotations": judged([])}
    ]
    found = oe.score("context_relevance", gold, [{"id": "q1", "contexts": ["a"]}, {"id": "q3", "contexts": []}])
    assert (found.value, found.n_missing, found.n_undefined) == (0.5, 1, 1)


def test_nobody_judged_is_unmeasured():
    assert "context_relevance" in result("context_relevance", {}, {"contexts": ["a"]}).reason
    found = result('context_relevance(scores="given")', {}, {"contexts": ["a"]})
    assert found.reason == "unmeasured: no row has scores in run.contexts"


def test_utilization_by_hand():
    """Cited: b by its id, c by its document. Judged: a twice of three times, b once."""
    run = {
        "contexts": ["a", "b", {"id": "c#1", "doc": "c"}, "d"],
        "citations": [{"claim": "1", "hit": "b"}, {"claim": "2", "hit": "c"}],
    }
    assert result("context_utilization", {}, run).value == 0.5
    said = [(True, True, False, False), (True, False, False, False), (False, False, False, False)]
    notes = {"context_use": [fields("useful", *values) for values in said]}
    assert result('context_utilization(by="judged")', notes, run).value == 0.25


def test_citation_of_something_else_is_said():
    compiled = oe.compile([{"id": "q"}], [{"id": "q", "contexts": ["a"], "citations": [{"hit": "z"}]}])
    report = oe.evaluate(compiled, ["context_utilization"])
    assert report["context_utilization"].value == 0.0
    assert [finding.id for finding in report.findings] == ["context.stray"]


def test_answer_without_citations_is_missing_and_with_none_unused():
    gold = [{"id": "q1"}, {"id": "q2"}]
    run = [{"id": "q1", "contexts": ["a"], "citations": []}, {"id": "q2", "contexts": ["a"]}]
    found = oe.score("context_utilization", gold, run)
    assert (found.value, found.n_ok, found.n_missing) == (0.0, 1, 1)


def test_compression_by_hand():
    """(100 + 300) / (400 + 400); words: 2 of 5."""
    gold = [{"id": "q1"}, {"id": "q2"}, {"id": "q3"}]
    run = [
        {"id": "q1", "tokens": {"retrieved": 400, "contexts": 100}},
        {"id": "q2", "tokens": {"retrieved": 400, "contexts": 300}},
        {"id": "q3", "tokens": {"retrieved": 400}},
    ]
    found = oe.score("compression_ratio", gold, run)
    assert (found.value, found.n_missing) == (0.5, 1)
    texts = {"retrieved": [{"id": "a", "text": "one two three"}, {"id": "b", "text": "four five"}]}
    texts["contexts"] = [{"id": "a", "text": "one two"}]
    assert result('compression_ratio(unit="words")', {}, texts).value == 0.4
