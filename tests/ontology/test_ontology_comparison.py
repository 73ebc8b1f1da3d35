"""Relations between predicted and gold concepts, and Wu-Palmer similarity."""

import itertools

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ontoeval.errors import BadParameter
from ontoeval.ontology import Ontology, Relation, load

# top > animal > (cat > (lion, tiger), dog > (poodle)), top > plant > (oak); "pet" is above dog and cat as well.
EDGES = """animal-top plant-top pet-top cat-animal cat-pet dog-animal dog-pet lion-cat tiger-cat poodle-dog oak-plant
cub-lion rose-plant mini-poodle"""


def tree(**options: object) -> Ontology:
    graph = nx.DiGraph([tuple(edge.split("-")) for edge in EDGES.split()])
    return load(graph, edges_point="to_parent", **options)


@pytest.mark.parametrize(
    ("gold", "predicted", "expected"),
    [
        ("cat", "cat", "exact"),
        ("lion", "cat", "parent"),
        ("cat", "lion", "child"),
        ("lion", "animal", "ancestor"),
        ("lion", "top", "ancestor"),
        ("animal", "lion", "descendant"),
        ("lion", "tiger", "sibling"),
        ("cat", "dog", "sibling"),
        ("lion", "poodle", "cousin"),
        ("cub", "poodle", "same_branch"),
        ("cub", "mini", "same_branch"),
        ("lion", "oak", "unrelated"),
        ("animal", "plant", "unrelated"),
        ("lion", None, "missed"),
        (None, "lion", "spurious"),
        (None, "NIL", "exact"),
        ("lion", "unicorn", "invalid"),
        (None, "unicorn", "invalid"),
        ("unicorn", "unicorn", "invalid"),
        ("unicorn", None, "invalid"),
    ],
)
def test_the_relation_is_that_of_the_predicted_concept_to_gold(gold, predicted, expected):
    assert tree().relation(gold, predicted) == expected


def test_branch_roots_decide_what_counts_as_sibling_and_branch():
    assert tree(roots=["animal"]).relation("cat", "dog") == "sibling"  # through pet
    onto = tree(roots=["animal", "pet"])
    assert onto.relation("cat", "dog") == "unrelated"
    assert onto.relation("lion", "poodle") == "unrelated"
    assert onto.relation("lion", "tiger") == "sibling"
    codes = onto.encode(["cat"]), onto.encode(["dog"])
    assert onto.relations(*codes, roots=["top"]).tolist() == [Relation.SIBLING]


def test_relations_of_many_pairs_are_those_of_each():
    onto = tree()
    pairs = list(itertools.product([*onto.ids, None, "unicorn"], repeat=2))
    numbers = onto.relations(onto.encode([a for a, _ in pairs]), onto.encode([b for _, b in pairs]))
    assert numbers.dtype == np.int8
    assert [Relation(x).label for x in numbers] == [onto.relation(a, b) for a, b in pairs]


def test_relations_without_any_edge():
    onto = load(b"[Term]\nid: A:1\nname: a\n\n[Term]\nid: A:2\nname: b\n")
    assert onto.relation("A:1", "A:2") == "unrelated"
    assert onto.relations([], []).tolist() == []


def test_pairs_must_come_in_equal_numbers():
    with pytest.raises(BadParameter, match="2 and 1"):
        tree().relations([0, 1], [0])


def slow_relation(graph: nx.DiGraph, gold: str, predicted: str) -> str:
    """The definition of Relation, word by word, on an acyclic graph."""

    def parents(nodes):
        return {parent for node in nodes for parent in graph.successors(node)}

    top = {x for x in graph if graph.out_degree(x) == 0}
    g, p = {gold}, {predicted}
    above_g, above_p = nx.descendants(graph, gold) | g, nx.descendants(graph, predicted) | p
    rules = [
        ("exact", gold == predicted),
        ("parent", predicted in parents(g)),
        ("child", gold in parents(p)),
        ("ancestor", predicted in above_g),
        ("descendant", gold in above_p),
        ("sibling", (parents(g) & parents(p)) - top),
        ("cousin", (parents(parents(g)) & parents(parents(p))) - top),
        ("same_branch", (above_g & above_p) - top),
    ]
    return next((name for name, holds in rules if holds), "unrelated")


def slow_wu_palmer(graph: nx.DiGraph, a: str, b: str) -> float:
    """Wu-Palmer on an acyclic graph, with a virtual root when there are several."""
    roots = [x for x in graph if graph.out_degree(x) == 0]
    if len(roots) > 1:
        graph = graph.copy()
        graph.add_edges_from((root, "virtual") for root in roots)
        roots = ["virtual"]

    def depth(node):
        paths = [[node]] if node == roots[0] else nx.all_simple_paths(graph, node, roots[0])
        return max(map(len, paths))

    common = (nx.descendants(graph, a) | {a}) & (nx.descendants(graph, b) | {b})
    return 2 * max(map(depth, common)) / (depth(a) + depth(b))


@st.composite
def dags(draw: st.DrawFn) -> nx.DiGraph:
    n = draw(st.integers(2, 8))
    edge = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))
    edges = draw(st.lists(edge, max_size=16))
    graph = nx.DiGraph([(f"n{max(pair)}", f"n{min(pair)}") for pair in edges if pair[0] != pair[1]])
    graph.add_nodes_from(f"n{i}" for i in range(n))
    return graph


@settings(deadline=None)
@given(dags())
def test_relations_and_wu_palmer_are_those_of_their_definitions(graph):
    onto = load(graph, edges_point="to_parent")
    pairs = list(itertools.product(sorted(graph), repeat=2))
    gold, predicted = onto.encode([a for a, _ in pairs]), onto.encode([b for _, b in pairs])
    relations = [Relation(x).label for x in onto.relations(gold, predicted)]
    assert relations == [slow_relation(graph, a, b) for a, b in pairs]
    values = onto.similarities(gold, predicted)["wu_palmer"]
    assert values.tolist() == pytest.approx([slow_wu_palmer(graph, a, b) for a, b in pairs])
    assert ((values == 1.0) == (gold == predicted)).all()
    assert (onto.similarities(predicted, gold)["wu_palmer"] == values).all()


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("top", "top", 1.0),
        ("top", "cat", 2 * 1 / (1 + 3)),
        ("lion", "tiger", 2 * 3 / (4 + 4)),
        ("lion", "dog", 2 * 2 / (4 + 3)),
        ("lion", "oak", 2 * 1 / (4 + 3)),
    ],
)
def test_wu_palmer_by_hand(a, b, expected):
    assert tree().similarity(a, b) == expected


def test_several_roots_meet_in_a_virtual_root():
    onto = load(nx.DiGraph([("b", "a"), ("y", "x")]), edges_point="to_parent")
    assert onto.similarity("b", "y") == 2 * 1 / (3 + 3)
    assert onto.similarity("b", "a") == 2 * 2 / (3 + 2)


def test_deprecated_concepts_are_similar_to_themselves_only():
    graph = nx.DiGraph([("b", "a"), ("y", "x")])
    graph.add_node("old", deprecated=True)
    onto = load(graph, edges_point="to_parent")
    assert onto.similarity("old", "a") == 0.0
    assert onto.similarity("old", "old") == 1.0
    assert onto.similarities([-1, -2], [0, 0])["wu_palmer"].tolist() == [0.0, 0.0]


def test_an_unknown_similarity_is_named():
    with pytest.raises(BadParameter, match="wu_palmer"):
        tree().similarity("cat", "dog", "levenshtein")
