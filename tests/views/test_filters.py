"""Filters against the gold documents."""

from __future__ import annotations

import pytest

import ontoeval as oe
from ontoeval.views.base import Status
from ontoeval.views.filters import Filters

DOCS = [{"id": "d1", "kind": "a", "year": 2020}, {"id": "d2", "kind": "b", "year": 2021}]


def view(gold, predicates, **run):
    return oe.compile([{"id": "q", **gold}], [{"id": "q", "predicates": predicates, **run}], docs=DOCS).view(Filters)


def states(filters):
    return [(doc.doc, doc.state, doc.fails) for doc in filters.gold(0)]


def test_state_of_each_gold_document():
    gold = {"docs": {"d1": 1, "d2": 2, "d3": 1, "d9": 0}}
    assert states(view(gold, {"kind": "a", "year": [2021, 2022]})) == [
        ("d1", "excluded", (1,)),
        ("d2", "excluded", (0,)),
        ("d3", "missing_from_index", ()),
    ]
    assert states(view({**gold, "eligible": ["d2"]}, {"kind": "b"})) == [
        ("d1", "ineligible", ()),
        ("d2", "survives", ()),
        ("d3", "missing_from_index", ()),
    ]


@pytest.mark.parametrize("predicates", [{}, [], {"and": []}])
def test_empty_filter_excludes_nothing(predicates):
    assert view({"docs": ["d1", "d2"]}, predicates).n_surviving.tolist() == [2]


def test_statuses_of_filters():
    gold = [
        {"id": "ok", "docs": ["d1"]},
        {"id": "null filter", "docs": ["d1"]},
        {"id": "failed", "docs": ["d1"]},
        {"id": "not in the corpus", "docs": ["d3"]},
        {"id": "not eligible", "docs": ["d1"], "eligible": []},
        {"id": "no gold"},
    ]
    run = [{"id": row["id"], "predicates": {"kind": "b"}} for row in gold]
    run[1]["predicates"] = None
    run[2]["error"] = "Timeout"
    result = oe.score("false_exclusion_rate", gold, run, docs=DOCS)
    assert {item["id"]: item["status"] for item in result.items} == {
        "ok": "ok",
        "null filter": "missing",
        "failed": "missing",
        "not in the corpus": "undefined",
        "not eligible": "undefined",
        "no gold": "undefined",
    }
    assert (result.value, result.sums) == (1.0, {"num": 1, "den": 1})


def test_filter_that_cannot_be_read_is_invalid_and_named_with_row_and_path():
    compiled = oe.compile(
        [{"id": "q", "docs": ["d1"]}], [{"id": "q", "predicates": {"year": {"$gte": 2020}}}], docs=DOCS
    )
    assert compiled.view(Filters).status.tolist() == [Status.INVALID]
    (finding,) = compiled.findings
    assert (finding.id, finding.where) == ("filter.parse", "gold[0] + run[0] run.predicates.year")


def test_gold_documents_outside_the_corpus_are_listed():
    compiled = oe.compile([{"id": "q", "docs": ["d1", "x", "y"]}], [{"id": "q", "predicates": {}}], docs=DOCS)
    compiled.view(Filters)
    (finding,) = compiled.findings
    assert (finding.id, finding.count) == ("filter.missing_from_index", 2)
    assert "x, y" in finding.got


def test_without_a_corpus_the_filter_is_unmeasured():
    result = oe.score("false_exclusion_rate", [{"id": "q", "docs": ["d1"]}], [{"id": "q", "predicates": {}}])
    assert result.reason == "unmeasured: no corpus was given (--docs)"
