"""Gold and run as Python objects."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import ontoeval as oe
from ontoeval.errors import RecordError, UsageError

QRELS = {"q1": {"d1": 1, "d2": 2}, "q2": {"d3": 1}}
RUN = {"q1": {"d2": 0.9, "d9": 0.5}, "q2": {"d9": 0.4, "d3": 0.3}}
RECALL = [{"id": "q1", "value": 0.5, "status": "ok"}, {"id": "q2", "value": 1.0, "status": "ok"}]


@pytest.mark.parametrize(
    ("gold", "run"),
    [
        (QRELS, RUN),
        ({"q1": ["d1", "d2"], "q2": ["d3"]}, {"q1": ["d2", "d9"], "q2": ["d9", "d3"]}),
        ({"q1": {"d1", "d2"}, "q2": ("d3",)}, {"q1": ("d2", "d9"), "q2": np.array(["d9", "d3"])}),
        (
            [{"id": "q1", "docs": ["d1", "d2"]}, {"id": "q2", "gold": {"docs": ["d3"]}}],
            [{"id": "q2", "run": {"retrieved": ["d9", "d3"]}}, {"id": "q1", "retrieved": [{"id": "d2"}, "d9"]}],
        ),
        (
            pd.DataFrame({"query_id": ["q1", "q1", "q2"], "doc_id": ["d1", "d2", "d3"], "relevance": [1, 2, 1]}),
            pd.DataFrame({"qid": ["q1", "q1", "q2", "q2"], "docno": ["d2", "d9", "d9", "d3"], "score": [9, 5, 4, 3]}),
        ),
        (
            pd.DataFrame({"id": ["q1", "q1", "q2"], "doc": ["d1", "d2", "d3"], "grade": [1, 2, 1]}),
            pd.DataFrame({"id": ["q1", "q1", "q2", "q2"], "doc": ["d2", "d9", "d9", "d3"], "score": [9, 5, 4, 3]}),
        ),
        (
            pd.DataFrame({"id": ["q1", "q2"], "docs": [["d1", "d2"], ["d3"]]}),
            pd.DataFrame({"id": ["q1", "q2"], "retrieved": [np.array(["d2", "d9"], dtype=object), ["d9", "d3"]]}),
        ),
    ],
    ids=["dicts", "lists", "sets and arrays", "rows", "qrels frames", "qrels frames by id", "row frames"],
)
def test_every_form_of_gold_and_run_is_the_same(gold, run):
    assert oe.score("recall", gold, run).items == RECALL


def test_sequences_pair_by_position():
    """One concept, or one list of documents, per item; ids are the positions."""
    gold, run = [["d1"], ["d2"], ["d3"]], np.array([["d1"], ["d9"], ["d3"]])
    assert [item["value"] for item in oe.score("recall", gold, run).items] == [1.0, 0.0, 1.0]


def test_numbers_as_ids_in_dicts_and_frames():
    assert oe.score("recall", {1: [10, 11]}, {1: {10: 0.5}}).value == 0.5
    gold = pd.DataFrame({"qid": [1, 1], "docno": [10, 11], "relevance": [1, 1]})
    run = pd.DataFrame({"qid": [1], "docno": [10], "score": [0.5]})
    assert oe.score("recall", gold, run).value == 0.5


@pytest.mark.parametrize("nothing", [None, float("nan"), pd.NA, pd.NaT])
def test_empty_cells_of_a_frame_are_null(nothing):
    gold = pd.DataFrame({"id": ["q1", "q2"], "docs": [["d1"], nothing], "query": ["x", nothing]})
    run = pd.DataFrame({"id": ["q1", "q2"], "retrieved": [["d1"], ["d1"]]})
    assert [item["status"] for item in oe.score("recall", gold, run).items] == ["ok", "undefined"]


def test_repeated_document_of_a_query_in_a_frame_is_refused():
    gold = pd.DataFrame({"qid": ["q1", "q1"], "docno": ["d1", "d1"], "relevance": [1, 2]})
    with pytest.raises(RecordError, match="query q1 document d1: 2, and 1 before"):
        oe.score("recall", gold, RUN)


@pytest.mark.parametrize("score", [float("nan"), float("inf")])
def test_scores_that_are_not_finite_are_refused_with_their_place(score):
    with pytest.raises(RecordError, match=r"run\[0\] run.retrieved"):
        oe.score("recall", {"q1": ["d1"]}, {"q1": {"d1": score}})


@pytest.mark.parametrize("value", [3, object(), 1.5])
def test_other_objects_are_refused_with_the_forms_that_are_allowed(value):
    with pytest.raises(UsageError, match="cannot read a") as error:
        oe.score("recall", value, RUN)
    assert "DataFrame" in error.value.expected


def test_rows_and_bare_values_do_not_mix():
    with pytest.raises(UsageError, match="some items are rows and some are bare values"):
        oe.score("recall", [{"id": "q1", "docs": []}, ["d1"]], RUN)


def test_metric_of_rows_refuses_bare_values():
    with pytest.raises(UsageError, match="this metric needs rows"):
        oe.score("schema_validity", {"q1": "x"}, {"q1": "{}"})


def test_samples_hold_their_run_already(tmp_path):
    path = tmp_path / "golden.jsonl"
    path.write_text('{"id": "q1", "docs": ["d1"], "retrieved": ["d1"]}')
    samples = oe.read(path)
    assert oe.score("recall", samples).value == 1.0
    with pytest.raises(UsageError, match="hold their run already"):
        oe.score("recall", samples, RUN)


def test_paths_as_text_and_as_path(tmp_path):
    gold, run = tmp_path / "g.jsonl", tmp_path / "r.jsonl"
    gold.write_text('{"id": "q1", "docs": ["d1", "d2"]}')
    run.write_text('{"id": "q1", "retrieved": ["d1"]}')
    assert oe.score("recall", gold, str(run)).value == 0.5


def test_objects_that_were_given_are_not_changed():
    gold = [{"id": "q1", "docs": {"d1": 1}, "tags": {"a": 1}}]
    run = [{"id": "q1", "retrieved": [{"id": "d1", "score": 1}]}]
    oe.score("recall", gold, run)
    assert gold == [{"id": "q1", "docs": {"d1": 1}, "tags": {"a": 1}}]
    assert run == [{"id": "q1", "retrieved": [{"id": "d1", "score": 1}]}]


@pytest.mark.parametrize(
    "docs", [[{"id": "d1", "kind": "a"}], {"d1": {"kind": "a"}}, pd.DataFrame({"id": ["d1"], "kind": ["a"]})]
)
def test_every_form_of_corpus_is_the_same(docs):
    gold, run = [{"id": "q1", "docs": ["d1"]}], [{"id": "q1", "predicates": {"kind": "b"}}]
    assert oe.score("false_exclusion_rate", gold, run, docs=docs).value == 1.0
