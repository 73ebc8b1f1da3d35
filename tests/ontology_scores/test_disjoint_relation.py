"""Wrong concepts that the ontology tells apart from the right one: their relation, and what it gives way to."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ontoeval as oe
from ontoeval.ontology.disjoint import Disjoint
from ontoeval.ontology.hierarchy import Hierarchy
from ontoeval.ontology.parts import Disjointness

TURTLE = b"""
@prefix : <http://ex.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:thing a owl:Class .
:animal a owl:Class ; rdfs:subClassOf :thing ; owl:disjointWith :plant .
:plant a owl:Class ; rdfs:subClassOf :thing .
:stone a owl:Class ; rdfs:subClassOf :thing .
:cat a owl:Class ; rdfs:subClassOf :animal ; owl:disjointWith :dog .
:dog a owl:Class ; rdfs:subClassOf :animal .
:rose a owl:Class ; rdfs:subClassOf :plant .
:tiger a owl:Class ; rdfs:subClassOf :cat ; owl:disjointWith :animal .
"""


@pytest.fixture(scope="module")
def onto():
    return oe.load(TURTLE)


@pytest.mark.parametrize(
    ("gold", "predicted", "relation"),
    [
        ("cat", "rose", "disjoint"),
        ("animal", "plant", "disjoint"),
        ("rose", "tiger", "disjoint"),
        ("cat", "stone", "unrelated"),
        ("cat", "dog", "sibling"),  # a nearer relation comes first, though the two are said to be disjoint
        ("tiger", "animal", "ancestor"),
        ("tiger", "tiger", "exact"),
    ],
)
def test_disjoint_comes_after_every_nearer_relation(onto, gold, predicted, relation):
    assert onto.relation(f"http://ex.org/{gold}", f"http://ex.org/{predicted}") == relation


def test_disjoint_pairs_are_counted_by_table_metric_and_cost(onto):
    rows = [
        {"gold": f"http://ex.org/{g}", "predicted": f"http://ex.org/{p}"}
        for g, p in [("cat", "rose"), ("cat", "stone")]
    ]
    report = oe.audit.concepts(rows, ontology=onto)
    assert [(row["relation"], row["mean_cost"]) for row in report.table("relations")] == [
        ("unrelated", 1.0),
        ("disjoint", 1.0),
    ]
    cheap = oe.audit.concepts(rows, ontology=onto, costs={"disjoint": 0.5})
    assert cheap['error_severity(costs={"disjoint": 0.5})'].value == 0.75
    ids = [row["gold"] for row in rows], [row["predicted"] for row in rows]
    assert oe.score("unrelated_confusion", *ids, ontology=onto).value == 1.0


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=14),
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 9)), max_size=8),
)
def test_many_pairs_at_once_are_the_definition(edges, told):
    """By sets: some ancestor of one and some ancestor of the other are different members of one group."""
    edges = [(max(edge), min(edge)) for edge in edges if edge[0] != edge[1]]
    child, parent = (np.array([edge[side] for edge in edges], np.int64) for side in (0, 1))
    hierarchy = Hierarchy(10, child, parent, np.zeros(10, bool))
    columns = [np.array([row[side] for row in told], np.int32) for side in range(3)]
    codes = hierarchy.code_of[columns[2]] if told else columns[2]
    disjoint = Disjoint(hierarchy, Disjointness(columns[0], columns[1], codes))
    graph = nx.DiGraph(edges)
    graph.add_nodes_from(range(10))
    above = {x: nx.descendants(graph, x) | {x} for x in graph}
    pairs = [(x, y) for x in graph for y in graph]
    expected = [
        any(g == h and m != n and a in above[x] and b in above[y] for g, m, a in told for h, n, b in told)
        for x, y in pairs
    ]
    nodes = [hierarchy.nodes(hierarchy.code_of[[pair[side] for pair in pairs]]) for side in (0, 1)]
    assert disjoint.pairs(*nodes).tolist() == expected
