"""Branches at a depth, and the chance of each relation for a random concept of the right branch."""

from __future__ import annotations

from collections import Counter

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ontoeval as oe

TREE = "car-vehicle boat-vehicle sedan-car hatchback-car limousine-sedan hothatch-hatchback yacht-boat"


def tree() -> oe.Ontology:
    return oe.load(nx.DiGraph([tuple(edge.split("-")) for edge in TREE.split()]), edges_point="to_parent")


def test_branches_at_a_depth():
    onto = tree()
    assert set(onto.branches_at(1)) == set(onto.branches) == {"car", "boat"}
    assert set(onto.branches_at(2)) == {"sedan", "hatchback", "yacht"}
    assert set(onto.branches_at(3)) == {"limousine", "hothatch"}
    assert onto.branches_at(4) == ()


def test_chances_by_hand():
    """The branch of limousine holds car, sedan, hatchback, limousine, hothatch: four others."""
    found = tree().relation_chances(["limousine"])
    expected = {"parent": 1 / 4, "ancestor": 1 / 4, "cousin": 1 / 4, "same_branch": 1 / 4}
    assert {name: value for name, value in found.items() if value} == expected


def test_chances_without_company():
    assert set(tree().relation_chances(["vehicle"]).values()) == {0.0}
    lonely = oe.load(nx.DiGraph([("b", "a")]), edges_point="to_parent")
    assert set(lonely.relation_chances(["b"]).values()) == {0.0}


@st.composite
def rooted(draw: st.DrawFn) -> nx.DiGraph:
    n = draw(st.integers(3, 10))
    graph = nx.DiGraph()
    for child in range(1, n):
        for parent in draw(st.sets(st.integers(0, child - 1), min_size=1, max_size=2)):
            graph.add_edge(f"n{child}", f"n{parent}")
    return graph


@given(rooted(), st.integers(1, 4))
def test_chances_are_counted_relations(graph, at_once):
    """However many concepts are walked from at once: a list of 80,000 siblings took five gigabytes."""
    onto = oe.load(graph, edges_point="to_parent")
    members = {branch: onto.descendants(branch) | {branch} for branch in onto.branches}
    wanted: Counter[str] = Counter()
    used = 0
    for gold in sorted(graph):
        mine = set().union(*(inside for inside in members.values() if gold in inside)) - {gold}
        if mine:
            used += 1
            for other in mine:
                wanted[onto.relation(gold, other)] += 1 / len(mine)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ontoeval.ontology.branching._NODES_AT_ONCE", at_once)
        found = onto.relation_chances(sorted(graph))
    for name, value in found.items():
        assert value == pytest.approx(wanted[name] / used if used else 0.0), name
