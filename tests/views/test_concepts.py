"""Concepts: sets, mentions, and how they are paired."""

from __future__ import annotations

import itertools

import networkx as nx
import pytest

import ontoeval as oe
from ontoeval.errors import InputError
from ontoeval.views.concepts import ConceptMentions, Concepts, ConceptSets

EDGES = [
    ("car", "vehicle"),
    ("boat", "vehicle"),
    ("sedan", "car"),
    ("hatchback", "car"),
    ("kombi", "car"),
    ("yacht", "boat"),
]


@pytest.fixture(scope="module")
def onto():
    return oe.load(nx.DiGraph(EDGES), edges_point="to_parent")


def paired(onto, gold, run):
    """Pairs of names (None for NIL or no partner), sorted."""
    rows = [{"id": "q", "concepts": gold}], [{"id": "q", "concepts": run}]
    pairs = oe.compile(*rows, ontology=onto).view(ConceptSets).pairs
    names = [[onto.ids[code] if code >= 0 else None for code in side] for side in (pairs.gold, pairs.predicted)]
    return sorted(zip(*names, strict=True), key=str)


def test_best_pairs_come_first(onto):
    assert paired(onto, ["sedan", "yacht"], ["boat", "hatchback"]) == [("sedan", "hatchback"), ("yacht", "boat")]
    assert paired(onto, ["sedan", "car"], ["car", "kombi"]) == [("car", "car"), ("sedan", "kombi")]


def test_what_stays_alone_is_paired_with_nothing(onto):
    assert paired(onto, ["sedan"], ["sedan", "yacht"]) == [("sedan", "sedan"), (None, "yacht")]
    assert paired(onto, ["sedan", "yacht"], []) == [("sedan", None), ("yacht", None)]
    assert paired(onto, [], ["sedan"]) == [(None, "sedan")]
    assert paired(onto, ["sedan", "NIL", None], ["NIL"]) == [("sedan", None)]


def test_pairs_do_not_depend_on_the_order_of_the_input(onto):
    """sedan and hatchback are both siblings of kombi: the tie is broken by id."""
    gold, run = ["sedan", "hatchback", "yacht"], ["kombi", "car"]
    expected = paired(onto, gold, run)
    for mine, theirs in itertools.product(itertools.permutations(gold), itertools.permutations(run)):
        assert paired(onto, list(mine), list(theirs)) == expected


def test_repeated_concepts_count_once_in_sets(onto):
    rows = [{"id": "q", "concepts": ["sedan", "sedan"]}], [{"id": "q", "concepts": ["sedan"] * 3}]
    report = oe.evaluate(oe.compile(*rows, ontology=onto), ["hierarchical_f1", "wu_palmer"])
    assert [result.value for result in report] == [1.0, 1.0]
    assert report["wu_palmer"].sums["count"] == 1


def test_ids_outside_the_ontology_are_right_only_for_themselves(onto):
    rows = [{"id": "q", "concepts": ["sedan", "plane"]}], [{"id": "q", "concepts": ["plane"]}]
    assert oe.score("wu_palmer", *rows, ontology=onto).value == 0.5
    rows = [{"id": "q", "concepts": ["sedan", "plane"]}], [{"id": "q", "concepts": ["train"]}]
    assert oe.score("wu_palmer", *rows, ontology=onto).value == 0.0


def test_golden_set_whose_concepts_are_all_unknown_is_an_error(onto):
    with pytest.raises(InputError, match=r"none of the 2 ids in gold.concepts is in the ontology"):
        oe.score("wu_palmer", ["plane", "train"], ["sedan", "sedan"], ontology=onto)


def test_concepts_of_the_golden_set_come_before_its_mentions(onto):
    gold = [{"id": "q", "concepts": ["sedan"], "mentions": [{"start": 0, "end": 1, "id": "yacht"}]}]
    run = [{"id": "q", "concepts": ["sedan"], "mentions": [{"start": 0, "end": 1, "id": "sedan"}]}]
    compiled = oe.compile(gold, run, ontology=onto)
    assert type(compiled.view(Concepts)) is ConceptSets
    report = oe.evaluate(compiled, ["hierarchical_f1", 'hierarchical_f1(items="mentions")'])
    assert [result.value for result in report] == [1.0, pytest.approx(1 / 3)]  # {vehicle} of 3 and 3


def test_mentions_are_compared_span_by_span(onto):
    """sedan|hatchback share 2 of 3 and 3; yacht alone has 3 in gold; car alone has 2 in the run: hF = 4 / 11."""
    gold = [{"id": "q", "mentions": [{"start": 0, "end": 1, "id": "sedan"}, {"start": 2, "end": 3, "id": "yacht"}]}]
    run = [{"id": "q", "mentions": [{"start": 0, "end": 1, "id": "hatchback"}, {"start": 4, "end": 5, "id": "car"}]}]
    compiled = oe.compile(gold, run, ontology=onto)
    assert type(compiled.view(Concepts)) is ConceptMentions
    result = oe.evaluate(compiled, ["hierarchical_f1"])["hierarchical_f1"]
    assert result.value == pytest.approx(2 * 2 / (5 + 6))


def test_without_an_ontology_the_metric_is_unmeasured():
    result = oe.score("hierarchical_f1", ["a"], ["a"])
    assert result.value is None
    assert result.reason == "unmeasured: no ontology was given (--ontology)"


def test_bare_values_are_concepts_by_position(onto):
    assert oe.score("wu_palmer", ["sedan", "car"], ["sedan", "car"], ontology=onto).value == 1.0
    assert oe.score("wu_palmer", {"x": "sedan"}, {"x": ["sedan"]}, ontology=onto).value == 1.0
