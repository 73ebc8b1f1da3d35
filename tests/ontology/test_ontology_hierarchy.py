"""The compiled hierarchy against plain networkx, its numbering, cycles, and graphs that are deep or wide."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ontoeval.ontology import Hierarchy, Ontology, load


def from_edges(*edges: str, nodes: str = "", **options: object) -> Ontology:
    """An ontology of one-letter concepts; "ba" is an edge from the child b to the parent a."""
    graph = nx.DiGraph([(edge[0], edge[1]) for edge in edges])
    graph.add_nodes_from(nodes)
    return load(graph, edges_point="to_parent", **options)


@st.composite
def random_graphs(draw: st.DrawFn, acyclic: bool = False) -> nx.DiGraph:
    n = draw(st.integers(1, 9))
    edge = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))
    edges = draw(st.lists(edge, max_size=20))
    if acyclic:
        edges = [(max(pair), min(pair)) for pair in edges if pair[0] != pair[1]]
    graph = nx.DiGraph([(f"n{a}", f"n{b}") for a, b in edges])
    graph.add_nodes_from(f"n{i}" for i in range(n))
    return graph


def above(graph: nx.DiGraph, node: str) -> set[str]:
    """The ancestors of a node with itself, one of each cycle: slow and plain."""
    condensed = nx.condensation(graph)
    return {condensed.graph["mapping"][x] for x in nx.descendants(graph, node) | {node}}


@settings(deadline=None)
@given(random_graphs())
def test_ancestors_and_descendants_are_those_of_networkx(graph):
    onto = load(graph, edges_point="to_parent")
    for node in graph:
        cycle = next(group for group in nx.strongly_connected_components(graph) if node in group)
        assert onto.ancestors(node) == nx.descendants(graph, node) - cycle
        assert onto.descendants(node) == nx.ancestors(graph, node) - cycle
        assert onto.equivalents(node) == cycle - {node}


@settings(deadline=None)
@given(random_graphs(), st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=12))
def test_common_ancestors_are_those_of_networkx(graph, pairs):
    onto = load(graph, edges_point="to_parent")
    names = sorted(graph)
    pairs = [(names[a % len(names)], names[b % len(names)]) for a, b in pairs]
    a, b = onto.encode([x for x, _ in pairs]), onto.encode([y for _, y in pairs])
    counts, deepest = onto.hierarchy.common(a, b, onto.hierarchy.depth)
    for (x, y), count, depth in zip(pairs, counts, deepest, strict=True):
        assert count == len(above(graph, x) & above(graph, y))
        reach = (nx.descendants(graph, x) | {x}) & (nx.descendants(graph, y) | {y})
        assert depth == max((onto.depth(z) for z in reach), default=-np.inf)


@settings(deadline=None)
@given(random_graphs(acyclic=True))
def test_depths_are_the_longest_and_the_shortest_path(graph):
    onto = load(graph, edges_point="to_parent")
    h = onto.hierarchy
    for node in graph:
        code = onto.encode([node])[0]
        to_roots = [
            len(path)
            for root in graph
            if graph.out_degree(root) == 0
            for path in ([[node]] if root == node else nx.all_simple_paths(graph, node, root))
        ]
        assert onto.depth(node) == max(to_roots)
        assert h.min_depth[code] == min(to_roots)


@settings(deadline=None)
@given(random_graphs(), st.data())
def test_overlap_of_sets_is_that_of_python_sets(graph, data):
    onto = load(graph, edges_point="to_parent")
    names = [*sorted(graph), "unknown 1", "unknown 2", None]
    sets = st.lists(st.lists(st.sampled_from(names), max_size=4), min_size=3, max_size=3)
    gold, predicted = data.draw(sets), data.draw(sets)
    absent: dict[str, int] = {}

    def compiled(rows):
        indptr = np.cumsum([0, *map(len, rows)])
        return indptr, onto.encode([x for row in rows for x in row], absent=absent)

    def expanded(row):
        members = {x for x in row if x is not None and x not in graph}
        return members.union(*(above(graph, x) for x in row if x in graph))

    both, n_pred, n_gold = onto.hierarchy.set_overlap(*compiled(gold), *compiled(predicted))
    for i in range(3):
        g, p = expanded(gold[i]), expanded(predicted[i])
        assert (both[i], n_pred[i], n_gold[i]) == (len(g & p), len(p), len(g))


def test_overlap_of_the_hemkit_example():
    # HEMKit's example hierarchy with its dummy root 0; sizes behind its printed hP and hR:
    # {1,2,3} and {1}: 4/4, 4/9; {1,4,5} and {2,4}: 6/7, 6/8; {2,4} and {2,4}: 1, 1.
    parents = [(20, 10), (1, 20), (2, 20), (30, 10), (5, 30), (4, 30), (3, 30), (30, 90), (3, 70), (70, 10),
               (10, 0), (90, 0)]  # fmt: skip
    onto = load(nx.DiGraph([(str(a), str(b)) for a, b in parents]), edges_point="to_parent")
    gold = onto.encode(["1", "2", "3", "1", "4", "5", "2", "4"])
    predicted = onto.encode(["1", "2", "4", "2", "4"])
    both, n_pred, n_gold = onto.hierarchy.set_overlap([0, 3, 6, 8], gold, [0, 1, 3, 5], predicted)
    assert (both / n_pred).round(6).tolist() == [1.0, 0.857143, 1.0]
    assert (both / n_gold).round(6).tolist() == [0.444444, 0.75, 1.0]


def test_negative_codes_in_sets_are_nil_and_private_members():
    h = from_edges("ba").hierarchy
    both, n_pred, n_gold = h.set_overlap([0, 2, 3, 4, 4], [-2, 1, -1, -2], [0, 2, 3, 4, 4], [-2, -3, 1, -3])
    assert n_gold.tolist() == [3, 0, 1, 0]
    assert n_pred.tolist() == [2, 2, 1, 0]
    assert both.tolist() == [1, 0, 0, 0]


def test_codes_are_numbered_by_depth_and_then_by_id():
    assert from_edges("cb", "ba", "da", nodes="x").ids == ("a", "x", "b", "d", "c")


def test_every_parent_comes_before_its_children():
    h = from_edges("ca", "cb", "dc", "da", "ed", "eb").hierarchy
    children = np.repeat(np.arange(h.n_nodes), np.diff(h.parents_indptr))
    assert (h.parents < children).all()
    assert all(a.dtype == np.int32 for a in (h.parents, h.children, h.depth, h.node_of, h.roots))


def test_a_cycle_is_one_node_and_its_members_are_all_roots():
    onto = from_edges("ab", "bc", "ca", "dc")
    assert len(onto) == 4
    assert onto.hierarchy.n_nodes == 2
    assert onto.roots == ("a", "b", "c")
    assert onto.parents("d") == {"a", "b", "c"}
    assert onto.depth("d") == 2
    assert onto.counts["cycles"] == 1
    assert [finding.id for finding in onto.warnings] == ["ontology.cycle"]


def test_deprecated_concepts_are_no_roots_but_stay_concepts():
    graph = nx.DiGraph([("b", "a")])
    graph.add_node("old", deprecated=True)
    onto = load(graph, edges_point="to_parent")
    assert onto.roots == ("a",)
    assert onto.depth("old") == 1
    assert len(onto) == 3


def test_branches_are_the_children_of_the_roots():
    onto = from_edges("ba", "ca", "db", "eb")
    assert onto.branches == ("b", "c")
    assert from_edges("ba", "ca", "db", "eb", roots=["b"]).branches == ("d", "e")
    assert from_edges("ba", nodes="x", roots="a").branch_roots == ("a",)


def test_a_graph_keeps_its_attributes_and_comes_back_the_same():
    graph = nx.DiGraph()
    graph.add_node("a", label="A", synonyms=["aa"], definition="first")
    graph.add_node("b", name="B", deprecated=True)
    graph.add_edge("b", "a")
    graph.add_edge("b", "c", relations={"part_of"})
    onto = load(graph, edges_point="to_parent")
    assert (onto.label("a"), onto.synonyms("a"), onto.definition("a")) == ("A", ("aa",), "first")
    assert onto.label("b") == "B"
    assert onto.graph.edges["b", "c"]["relations"] == {"part_of"}
    again = load(onto.graph, edges_point="to_parent")
    assert again.ids == onto.ids
    assert dict(again.graph.nodes(data=True)) == dict(onto.graph.nodes(data=True))
    assert list(again.graph.edges(data=True)) == list(onto.graph.edges(data=True))


def test_the_direction_of_edges_is_the_callers():
    graph = nx.DiGraph([("a", "b")])
    assert load(graph, edges_point="to_child").parents("b") == {"a"}
    assert load(graph, edges_point="to_parent").parents("a") == {"b"}


def test_rows_of_the_closure_are_built_for_used_concepts_only():
    onto = from_edges("ba", "ca", "db", "eb")
    h = onto.hierarchy
    assert h.closure.n_rows == 0
    d, e = onto.encode(["d", "e"])
    assert h.common([d], [e])[0].tolist() == [2]
    assert h.closure.n_rows == 2
    assert h.common([d, d], [d, -1])[0].tolist() == [3, 0]
    assert h.closure.n_rows == 2


@pytest.mark.parametrize("n", [100_000])
def test_a_deep_chain_neither_recurses_nor_hangs(n):
    child = np.arange(1, n)
    h = Hierarchy(n, child, child - 1, np.zeros(n, bool))
    assert h.depth[-1] == n
    assert h.common([n - 1], [n // 2])[0].tolist() == [n // 2 + 1]
    assert len(h.ancestors(n - 1)) == n - 1
    assert len(h.descendants(0)) == n - 1


def test_a_million_roots_are_no_problem():
    nothing = np.zeros(0, np.int64)
    h = Hierarchy(1_000_000, nothing, nothing, np.zeros(1_000_000, bool))
    assert len(h.roots) == 1_000_000
    assert h.common([0, 5], [1, 5])[0].tolist() == [0, 1]


@settings(deadline=None)
@given(random_graphs())
def test_the_order_of_nodes_and_edges_does_not_matter(graph):
    other = nx.DiGraph()
    other.add_nodes_from(reversed(list(graph)))
    other.add_edges_from(reversed(list(graph.edges)))
    a, b = load(graph, edges_point="to_parent"), load(other, edges_point="to_parent")
    assert a.ids == b.ids
    assert a.fingerprint == b.fingerprint
    assert a.hierarchy.parents.tolist() == b.hierarchy.parents.tolist()
