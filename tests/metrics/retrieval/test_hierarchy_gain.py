"""``ndcg(gain="hierarchy")`` on an example worked by hand.

    thing            depth 1
    ├── animal       depth 2
    │   ├── cat      depth 3
    │   └── dog      depth 3
    └── plant        depth 2
        └── oak      depth 3

Wu-Palmer: cat and dog 2·2/(3+3) = 2/3, cat and animal 2·2/(3+2) = 4/5, cat and oak 2·1/(3+3) = 1/3.
"""

from __future__ import annotations

from math import log2

import networkx as nx
import pytest

import ontoeval as oe

EDGES = [("animal", "thing"), ("plant", "thing"), ("cat", "animal"), ("dog", "animal"), ("oak", "plant")]
DOCS = [
    {"id": "about cats", "concepts": ["cat"]},
    {"id": "about dogs", "concepts": ["dog"]},
    {"id": "about animals", "concepts": ["animal"]},
    {"id": "about oaks", "concepts": ["oak"]},
    {"id": "about nothing"},
    {"id": "oaks and cats", "concepts": ["oak", "cat"]},
]
NAME = 'ndcg(gain="hierarchy")'


@pytest.fixture(scope="module")
def onto():
    return oe.load(nx.DiGraph(EDGES), edges_point="to_parent")


def score(onto, gold, run, name=NAME, docs=DOCS):
    return oe.score(name, {"q": gold}, {"q": run}, ontology=onto, docs=docs).value


def test_a_sibling_is_worth_more_than_another_branch(onto):
    gains = {"about cats": 1, "about animals": 4 / 5, "about dogs": 2 / 3, "about oaks": 1 / 3, "about nothing": 0}
    for doc, gain in gains.items():
        assert score(onto, ["about cats"], [doc]) == pytest.approx(gain, abs=1e-12), doc


def test_the_best_order_is_that_of_the_corpus(onto):
    """Of the corpus 'oaks and cats' is as good as the gold document: 1, 1, 4/5, 2/3, 1/3, 0."""
    best = 1 + 1 / log2(3) + 4 / 5 / 2
    assert score(onto, ["about cats"], ["about dogs", "about cats"], f"{NAME}@3") == pytest.approx(
        (2 / 3 + 1 / log2(3)) / best
    )
    assert score(onto, ["about cats"], ["about dogs", "about cats"]) == pytest.approx(
        (2 / 3 + 1 / log2(3)) / (1 + 1 / log2(3))
    )
    assert score(onto, ["about cats"], ["about cats", "oaks and cats", "about animals"]) == 1.0


def test_a_judged_document_has_its_grade(onto):
    """'about dogs' was looked at: it is worth nothing, however near its concept is; 'about animals' is worth 1 of 3."""
    gold = {"about cats": 3, "about dogs": 0, "about animals": 1}
    assert score(onto, gold, ["about dogs"]) == 0.0
    best = 3 + 3 / log2(3) + 1 / 2  # oaks and cats 3; then 1/3 · 3 = 1 of oaks, or animals
    assert score(onto, gold, ["about animals"], f"{NAME}@3") == pytest.approx(1 / best)


def test_documents_outside_the_corpus_count_by_their_grade_only(onto):
    assert score(onto, ["elsewhere"], ["elsewhere"]) == 1.0
    assert score(onto, ["elsewhere"], ["about cats", "unknown"]) == 0.0


def test_ids_are_resolved(onto):
    odd = [{"id": "a", "concepts": "cat"}, {"id": "b", "concepts": ["dog", "no such concept", 7]}]
    assert score(onto, ["a"], ["b"], docs=odd) == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    "name", [NAME, f"{NAME}@2", 'ndcg(gain="hierarchy", of="contexts")', 'ndcg(gain="hierarchy", ties="expected")']
)
def test_what_it_needs_is_said(onto, name):
    gold, run = [{"id": "q", "docs": ["a"]}], [{"id": "q", "retrieved": ["a"], "contexts": ["a"]}]
    for given, reason in (
        ({"docs": DOCS}, "no ontology was given"),
        ({"ontology": onto}, "no corpus was given"),
        ({"ontology": onto, "docs": [{"id": "a"}]}, "no document of the corpus has a concept"),
    ):
        result = oe.score(name, gold, run, **given)
        assert result.value is None
        assert reason in result.reason
