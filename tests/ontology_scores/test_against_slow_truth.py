"""Every score equals its definition on small random graphs: cycles, many roots, diamonds."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from graphs import graphs, graphs_with_sets
from hypothesis import given
from hypothesis import strategies as st
from slow import Slow

import ontoeval as oe
from ontoeval.ontology import closure as closure_module
from ontoeval.ontology.information import KINDS
from ontoeval.ontology.similarity import SIMILARITIES


def loaded(graph):
    return oe.load(graph, edges_point="to_parent")


@given(graphs(), st.booleans(), st.data())
def test_closure_is_the_same_lazily_and_whole(graph, by_row, data):
    """Rows are made by walking up from the nodes in use, or down from the roots; in whatever portions."""
    hierarchy = loaded(graph).hierarchy
    everything = np.arange(hierarchy.n_nodes, dtype=np.int32)
    expected = [sorted(hierarchy.ancestors(node) | {node}) for node in everything.tolist()]
    few = closure_module._FEW
    closure_module._FEW = 0 if by_row else 10**9
    try:
        closure = closure_module.Closure(hierarchy.parents_indptr, hierarchy.parents, hierarchy.depth)
        for portion in data.draw(st.lists(st.lists(st.sampled_from(everything.tolist())), max_size=3)):
            matrix = closure.matrix(np.array([*portion, -1], np.int32))
            rows = np.split(matrix.indices, matrix.indptr[1:-1])
            assert [row.tolist() for row in rows] == [expected[node] for node in portion] + [[]]
        assert closure.sizes(everything).tolist() == [len(row) for row in expected]
        indices, counts = closure.gather(everything)
        assert [row.tolist() for row in np.split(indices, np.cumsum(counts)[:-1])] == expected
    finally:
        closure_module._FEW = few


@given(graphs(), st.sampled_from(KINDS), st.sampled_from(["max", "min", "via_lcs"]))
def test_similarities(graph, kind, depth):
    onto, slow = loaded(graph), Slow(graph)
    pairs = list(itertools.product(sorted(graph), repeat=2))
    a, b = [x for x, _ in pairs], [y for _, y in pairs]
    found = onto.similarities(a, b, list(SIMILARITIES), ic=kind, depth=depth)
    for name, values in found.items():
        expected = [slow.similarity(name, x, y, kind, depth) for x, y in pairs]
        if name == "jiang_conrath_inverse":  # 1/d: rounding of d decides whether it is 0
            near = np.array(expected) > 1e9
            assert (values[near] > 1e9).all()
            values, expected = values[~near], np.array(expected)[~near].tolist()
        assert values.tolist() == pytest.approx(expected, abs=1e-9), name


@given(graphs(), st.sampled_from(KINDS))
def test_information_content(graph, kind):
    onto, slow = loaded(graph), Slow(graph)
    found = onto.information_content(kind)
    nodes = onto.hierarchy.nodes(onto.encode(sorted(graph)))
    expected = [slow.ic(slow.node[x], kind) for x in sorted(graph)]
    assert found.values[nodes].tolist() == pytest.approx(expected, abs=1e-12)
    assert found.scale == pytest.approx(slow.scale(kind))
    assert (found.values >= 0).all()
    assert (found.values <= found.scale + 1e-12).all()


@given(graphs(), st.data())
def test_corpus_information_content(graph, data):
    onto, slow = loaded(graph), Slow(graph)
    counts = data.draw(st.dictionaries(st.sampled_from(sorted(graph)), st.integers(0, 5)))
    smoothing = data.draw(st.sampled_from([0.5, 1.0, 2.0]))
    found = onto.information_content("corpus", counts=counts, smoothing=smoothing)
    nodes = onto.hierarchy.nodes(onto.encode(sorted(graph)))
    by_node = dict.fromkeys(slow.graph, 0)
    for concept, count in counts.items():
        by_node[slow.node[concept]] += count
    total = sum(by_node.values())
    for concept, node in zip(sorted(graph), nodes.tolist(), strict=True):
        occurs = sum(by_node[x] for x in slow.below(slow.node[concept]))
        assert found.values[node] == pytest.approx(-np.log((occurs + smoothing) / (total + smoothing)), abs=1e-12)


@given(graphs(), st.sampled_from(sorted(SIMILARITIES)), st.sampled_from(KINDS), st.integers(1, 40))
def test_matrices_are_the_pairs(graph, name, kind, cells):
    onto = loaded(graph)
    rows = [*sorted(graph), None, "elsewhere"]
    columns = [*sorted(graph)[::-2], None, *sorted(graph)[:2]]
    pairs = list(itertools.product(rows, columns))
    expected = onto.similarities([a for a, _ in pairs], [b for _, b in pairs], [name], ic=kind)[name]
    expected = expected.reshape(len(rows), len(columns))
    for depth in ("max", "min", "via_lcs") if name == "wu_palmer" else ("max",):
        if depth != "max":
            expected = onto.similarities([a for a, _ in pairs], [b for _, b in pairs], [name], depth=depth)[name]
            expected = expected.reshape(len(rows), len(columns))
        dense = onto.similarity_matrix(rows, columns, name, ic=kind, depth=depth)
        np.testing.assert_allclose(dense, expected, atol=1e-12)
        parts = list(onto.similarity_blocks(rows, columns, name, ic=kind, depth=depth, cells=cells))
        np.testing.assert_array_equal(np.concatenate([block for _, block in parts]), dense)
    if np.isfinite(expected).all():
        sparse = onto.similarity_matrix(rows, columns, name, threshold=0.5, ic=kind, depth=depth)
        np.testing.assert_array_equal(sparse.toarray(), np.where(dense >= 0.5, dense, 0))


@given(graphs_with_sets(), st.sampled_from(["bma", "bma_pooled", "bmm", "max", "avg", "simui", "simgic"]))
def test_groups(case, combine):
    graph, gold, predicted = case
    onto, slow = loaded(graph), Slow(graph)
    for a, b in zip(gold, predicted, strict=True):
        found = onto.group_similarity(a, b, "lin", combine)
        if a and b:
            distinct = [list({slow.node[x]: x for x in side}.values()) for side in (a, b)]
            if len(distinct[0]) == len(set(a)) and len(distinct[1]) == len(set(b)):
                assert found == pytest.approx(slow.group(combine, a, b), abs=1e-8)
        else:
            assert found is None


@given(graphs_with_sets(), st.sampled_from(["handbook", "kiritchenko", "hemkit", "hiclass"]))
def test_hierarchical_scores(case, convention):
    graph, gold, predicted = case
    onto, rows = loaded(graph), Slow(graph).hierarchical(case[1], case[2], convention)
    found = onto.hierarchical(gold, predicted, convention)
    if convention == "hemkit":
        each = [
            [both / p for both, p, _ in rows if p],
            [both / g for both, _, g in rows if g],
            [2 * both / (p + g) for both, p, g in rows if p + g],
        ]
        expected = [sum(values) / len(values) if values else None for values in each]
    else:
        both, p, g = (sum(column) for column in zip(*rows, strict=True))
        expected = [both / p if p else None, both / g if g else None, 2 * both / (p + g) if p + g else None]
    for value, right in zip(found, expected, strict=True):
        assert (value is None and right is None) or value == pytest.approx(right, abs=1e-12)


@given(graphs_with_sets())
def test_lowest_common_ancestor_scores(case):
    graph, gold, predicted = case
    onto, slow = loaded(graph), Slow(graph)
    ends = [np.concatenate([[0], np.cumsum([len(x) for x in side])]) for side in (gold, predicted)]
    codes = [onto.encode([x for row in side for x in row]) for side in (gold, predicted)]
    found = onto.lca_overlap((ends[0], codes[0]), (ends[1], codes[1]))
    for place, (g, p) in enumerate(zip(gold, predicted, strict=True)):
        mine = (found.both[place], found.predicted[place], found.gold[place])
        assert mine == slow.lca(g, p), (g, p)


@given(graphs())
def test_lowest_common_ancestor_of_single_concepts_has_a_closed_form(graph):
    onto, slow = loaded(graph), Slow(graph)
    pairs = list(itertools.product(sorted(graph), repeat=2))
    ends = np.arange(len(pairs) + 1)
    found = onto.lca_overlap((ends, onto.encode([g for g, _ in pairs])), (ends, onto.encode([p for _, p in pairs])))
    for place, (g, p) in enumerate(pairs):
        *_, up_gold, up_predicted = slow.steps(slow.node[g], slow.node[p])
        assert found.both[place] / found.predicted[place] == 1 / (up_predicted + 1)
        assert found.both[place] / found.gold[place] == 1 / (up_gold + 1)


@given(graphs())
def test_distances(graph):
    onto, slow = loaded(graph), Slow(graph)
    pairs = list(itertools.product(sorted(graph), repeat=2))
    a, b = [x for x, _ in pairs], [y for _, y in pairs]
    assert onto.distances(a, b).tolist() == [slow.steps(slow.node[x], slow.node[y])[0] for x, y in pairs]
    assert onto.distances(a, b, through="any").tolist() == [slow.graph_distance(x, y) for x, y in pairs]
