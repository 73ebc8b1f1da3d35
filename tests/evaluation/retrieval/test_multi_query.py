"""Several queries for one question: the union flatters, the cut does not."""

from __future__ import annotations

import pytest

import ontoeval as oe
from ontoeval.errors import BadParameter, InputError


def run(*questions: list[list[str]]) -> list[dict]:
    return [
        {"id": f"q{number}", "queries": [{"text": "…", "hits": hits} for hits in lists]}
        for number, lists in enumerate(questions)
    ]


def test_union_and_cut_by_hand():
    """q0: a in the first list, b in the second, k = 2. Fused: x, which both have, then a or b: 1 of 2."""
    gold = [{"id": "q0", "docs": ["a", "b"]}]
    found = oe.retrieval.multi_query(gold, run([["x", "a", "b"], ["x", "b"], ["x", "c"]]), k=2)
    shown = [(row["queries"], row["pool"], row["recall_pool"], row["recall_cut"]) for row in found.rows]
    assert shown == [(1, 2.0, 0.5, 0.5), (2, 3.0, 1.0, 0.5), (3, 4.0, 1.0, 0.5)]


def test_second_query_that_helps():
    """Twenty questions, each found by the second query only, at rank 1: x and g tie by rank, and g < x by id."""
    gold = [{"id": f"q{number}", "docs": ["g"]} for number in range(20)]
    found = oe.retrieval.multi_query(gold, run(*[[["x", "y"], ["g", "z"]]] * 20), k=1)
    first, second = found.rows
    assert (first["recall_cut"], second["recall_cut"]) == (0.0, 1.0)
    assert (second["delta"], second["n"]) == (1.0, 20)
    assert second["p"] < 0.001
    assert first["delta"] == 0.0


def test_questions_with_fewer_queries_count_with_what_they_have():
    gold = [{"id": "q0", "docs": ["a"]}, {"id": "q1", "docs": ["a"]}, {"id": "q2", "docs": ["a"]}]
    found = oe.retrieval.multi_query(gold, run([["a"], ["b"]], [["a"]]), k=5)
    assert found.n_fewer == {1: 0, 2: 1}
    assert found.n_questions == 2
    assert [row["recall_pool"] for row in found.rows] == [pytest.approx(2 / 3)] * 2  # q2 has no run


def test_chunks_count_for_their_documents():
    """Of documents a and b: the first query has a chunk of a, both together one of each."""
    chunks = [[{"id": "a#1", "doc": "a"}], [{"id": "b#7", "doc": "b"}]]
    found = oe.retrieval.multi_query([{"id": "q0", "docs": ["a", "b"]}], run(chunks), k=2)
    assert [(row["recall_pool"], row["recall_cut"]) for row in found.rows] == [(0.5, 0.5), (1.0, 1.0)]


def test_most_limits_the_queries():
    gold = [{"id": "q0", "docs": ["a"]}]
    assert len(oe.retrieval.multi_query(gold, run([["a"], ["b"], ["c"]]), most=2).rows) == 2


def test_what_cannot_be_used():
    gold = [{"id": "q0", "docs": ["a"]}]
    with pytest.raises(InputError, match=r"no row has run.queries"):
        oe.retrieval.multi_query(gold, [{"id": "q0", "retrieved": ["a"]}])
    with pytest.raises(BadParameter, match="k=0"):
        oe.retrieval.multi_query(gold, run([["a"]]), k=0)
