"""Ranked documents: order, ties, chunks, repeats, grades."""

from __future__ import annotations

import numpy as np
import pytest

import ontoeval as oe
from ontoeval.errors import InputError, RecordError
from ontoeval.views.base import Settings
from ontoeval.views.compiled import Compiled
from ontoeval.views.rankings import Candidates, Contexts, Rankings


def ranked(run, gold=None, *, ties="given", duplicates="error", view=Rankings, field="retrieved"):
    """Grades of the ranked documents of one question; a document that is not in the gold is None."""
    gold = gold if gold is not None else {"a": 1, "b": 2, "c": 3, "d": 4}
    compiled = oe.compile([{"id": "q", "docs": gold}], [{"id": "q", field: run}], duplicates=duplicates)
    _, position, grade = compiled.view(view).top(None, ties)
    assert position.tolist() == list(range(len(position)))
    return [None if np.isnan(value) else value for value in grade]


def test_list_is_taken_in_its_order():
    assert ranked(["c", "x", "a"]) == [3, None, 1]


@pytest.mark.parametrize(
    "run",
    [
        {"a": 0.1, "c": 0.9, "x": 0.5},
        [{"id": "a", "score": 0.1}, {"id": "c", "score": 0.9}, {"id": "x", "score": 0.5}],
    ],
)
def test_scores_order_the_list(run):
    assert ranked(run) == [3, None, 1]


def test_negative_scores_order_as_well():
    assert ranked({"a": -3, "b": -1, "c": -2}) == [2, 3, 1]


def test_ties_stay_as_given_or_go_from_the_end_of_the_ids():
    """trec_eval 9 breaks ties by document id, the greater one first."""
    run = {"b": 0.5, "d": 0.5, "a": 0.5, "c": 0.9}
    assert ranked(run) == [3, 2, 4, 1]
    assert ranked(run, ties="trec") == [3, 4, 2, 1]


def test_ties_of_a_list_without_scores_are_none():
    assert ranked(["b", "d", "a"], ties="trec") == [2, 4, 1]


def test_ties_compare_ids_as_text():
    """ "d9" is greater than "d10"."""
    assert ranked({"d10": 1, "d9": 1}, {"d10": 1, "d9": 2}, ties="trec") == [2, 1]


def test_questions_with_ties_are_counted():
    gold = {name: {"a": 1} for name in "pqr"}
    run = {"p": {"a": 1, "b": 1}, "q": {"a": 2, "b": 1}, "r": {"a": 1, "b": 1, "c": 1}}
    assert oe.compile(gold, run).view(Rankings).tied == 2


def test_chunks_fold_into_their_documents():
    """The best-ranked chunk stands for the document."""
    chunks = [
        {"id": "a#1", "doc": "a", "score": 0.2},
        {"id": "b#1", "doc": "b", "score": 0.9},
        {"id": "a#2", "doc": "a", "score": 0.95},
        {"id": "b#2", "doc": "b", "score": 0.1},
        {"id": "c", "score": 0.5},
    ]
    assert ranked(chunks) == [1, 2, 3]
    assert ranked([{"id": chunk["id"], "doc": chunk.get("doc", "c")} for chunk in chunks]) == [1, 2, 3]


def test_repeated_document_is_an_error_with_its_place():
    with pytest.raises(RecordError) as error:
        ranked(["a", "b", "a"])
    (finding,) = error.value.findings
    assert (finding.id, finding.where) == ("ranking.duplicate", "gold[0] + run[0] run.retrieved")
    assert finding.got == "document 'a' is ranked twice"
    assert "`doc`" in finding.mend


def test_rule_first_keeps_the_better_rank_and_counts():
    assert ranked(["a", "b", "a", "b", "c"], duplicates="first") == [1, 2, 3]
    scored = [{"id": "a", "score": 0.1}, {"id": "b", "score": 0.5}, {"id": "a", "score": 0.9}]
    assert ranked(scored, duplicates="first") == [1, 2]
    compiled = oe.compile({"q": ["a"]}, {"q": ["a", "a", "b", "a"]}, duplicates="first")
    compiled.view(Rankings)
    (finding,) = compiled.findings
    assert (finding.id, finding.severity, finding.count) == ("ranking.duplicate", "warning", 2)


def test_grades_may_be_negative_or_fractional():
    """Documents without a positive grade are not relevant, but they are judged."""
    gold = {"a": -1, "b": 0, "c": 0.5, "d": 2}
    view = oe.compile({"q": gold}, {"q": ["a", "b", "c", "d"]}).view(Rankings)
    assert view.ideal_grade.tolist() == [2.0, 0.5]
    assert view.n_relevant().tolist() == [2]
    assert view.n_relevant(1).tolist() == [1]
    assert view.relevant(None)[1].tolist() == [2, 3]
    assert view.relevant(3)[1].tolist() == [2]


@pytest.mark.parametrize("gold", [None, {}, [], {"a": 0}, {"a": -1, "b": 0}])
def test_question_without_relevant_documents_is_undefined(gold):
    compiled = oe.compile({"q": gold, "p": ["a"]}, {"q": ["a"], "p": ["a"]})
    result = oe.evaluate(compiled, ["recall"])["recall"]
    assert (result.value, result.n_ok, result.n_undefined) == (1.0, 1, 1)


def test_empty_ranking_is_a_zero_and_a_null_one_is_missing():
    gold = {name: ["a"] for name in "pqr"}
    result = oe.score("recall", gold, {"p": ["a"], "q": [], "r": None})
    assert (result.value, result.n_ok, result.n_missing) == (1 / 3, 2, 1)
    assert [item["status"] for item in result.items] == ["ok", "ok", "missing"]


def test_run_error_is_missing_even_beside_a_ranking():
    run = [{"id": "q", "retrieved": ["a"], "error": "Timeout"}, {"id": "p", "retrieved": ["a"]}]
    result = oe.score("recall", {"q": ["a"], "p": ["a"]}, run)
    assert (result.value, result.n_missing) == (0.5, 1)


def test_lists_of_the_run_are_told_apart():
    gold = [{"id": "q", "docs": ["a"]}]
    run = [{"id": "q", "candidates": ["a", "b"], "retrieved": ["b", "a"], "contexts": ["b"]}]
    compiled = oe.compile(gold, run)
    report = oe.evaluate(
        compiled,
        ["success@1", 'success(of="candidates")@1', 'success(of="contexts")@1']
        if "success" in _names()
        else ["recall@1", 'recall(of="candidates")@1', 'recall(of="contexts")@1'],
    )
    assert [result.value for result in report] == [0.0, 1.0, 0.0]
    assert [compiled.view(view).stage for view in (Rankings, Candidates, Contexts)] == [
        "rerank",
        "retrieval",
        "context",
    ]


def _names():
    from ontoeval.metrics.registry import entries

    return entries()


def test_retrieval_without_candidates_is_no_reranking():
    assert oe.compile({"q": ["a"]}, {"q": ["a"]}).view(Rankings).stage == "retrieval"


def test_scores_that_come_around_the_reader_are_refused():
    """A batch that was not validated, made by other code, cannot bring NaN into a ranking."""
    from ontoeval.records.batch import Batch
    from ontoeval.records.model import Hits
    from ontoeval.views.base import Inputs

    inputs = Inputs(None, None, Settings())
    builder = Rankings.builder(inputs)
    hits = Hits(["a", "b"], [float("nan"), 1.0])
    builder.add(Batch(["q"], ["row 1"], [True], [True], {"gold.docs": [{"a": 1.0}], "run.retrieved": [hits]}))
    assert [(finding.id, finding.where) for finding in inputs.problems.findings] == [
        ("ranking.score", "row 1 run.retrieved")
    ]


def test_views_are_made_once_and_shared():
    compiled = oe.compile({"q": ["a"]}, {"q": ["a"]})
    assert isinstance(compiled, Compiled)
    assert compiled.view(Rankings) is compiled.view(Rankings)


@pytest.mark.parametrize("grade", [1001, 1e301])
def test_grade_whose_gain_is_no_number_is_a_clear_error(grade):
    with pytest.raises(InputError, match="too large"):
        oe.score("ndcg", {"q": {"a": grade}}, {"q": ["a"]})
