"""Laws of the measures: symmetry, identity, bounds, order; and what may not matter: order of ids, hashes of texts."""

from __future__ import annotations

import itertools
import os
import random
import subprocess
import sys
from pathlib import Path

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from graphs import graphs
from hypothesis import given
from hypothesis import strategies as st

import ontoeval as oe
from ontoeval.errors import BadParameter, UnknownConcept
from ontoeval.ontology.hierarchy import Hierarchy
from ontoeval.ontology.information import KINDS
from ontoeval.ontology.similarity import SIMILARITIES, Measurer

#: Measures in [0, 1] of which a concept with itself has 1, and those of which it has less.
SELF_IS_ONE = ("wu_palmer", "path", "leacock_chodorow_scaled", "lin", "jiang_conrath", "jiang_conrath_seco")
SELF_IS_ONE += ("simui", "simgic", "batet")
BOUNDED = (*SELF_IS_ONE, "resnik_scaled", "relevance", "simic")


def every_pair(graph):
    pairs = list(itertools.product(sorted(graph), repeat=2))
    return [a for a, _ in pairs], [b for _, b in pairs]


@given(graphs(), st.sampled_from(KINDS), st.sampled_from(["max", "min", "via_lcs"]))
def test_symmetry_identity_and_bounds(graph, kind, depth):
    onto = oe.load(graph, edges_point="to_parent")
    a, b = every_pair(graph)
    there, back = (onto.similarities(*side, list(SIMILARITIES), ic=kind, depth=depth) for side in ((a, b), (b, a)))
    same = onto.hierarchy.nodes(onto.encode(a)) == onto.hierarchy.nodes(onto.encode(b))
    for name in SIMILARITIES:
        np.testing.assert_array_equal(there[name], back[name], name)
    for name in BOUNDED:
        assert ((there[name] >= 0) & (there[name] <= 1)).all(), name
    for name in SELF_IS_ONE:
        assert (there[name][same] == 1).all(), name
    if depth == "max":
        assert (there["wu_palmer"][~same] < 1).all()
        assert (there["wu_palmer"] > 0).all()


@given(graphs(), st.sampled_from(KINDS))
def test_a_farther_ancestor_is_never_more_similar(graph, kind):
    """Of two ancestors of a concept, one above the other, the lower one is at least as similar."""
    onto = oe.load(graph, edges_point="to_parent")
    names = ["wu_palmer", "resnik", "lin", "jiang_conrath", "simui", "simgic", "relevance", "simic"]
    chains = [
        (x, low, high)
        for x in sorted(graph)
        for low in sorted(onto.ancestors(x) | {x})
        for high in sorted(onto.ancestors(low))
    ]
    near = onto.similarities([x for x, _, _ in chains], [low for _, low, _ in chains], names, ic=kind)
    far = onto.similarities([x for x, _, _ in chains], [high for *_, high in chains], names, ic=kind)
    for name in names:
        assert (near[name] >= far[name] - 1e-12).all(), name


@given(graphs(), st.randoms(use_true_random=False))
def test_names_of_concepts_do_not_matter(graph, chance):
    """Other names give other codes and another order; every value stays."""
    names = [f"m{i}" for i in range(len(graph))]
    chance.shuffle(names)
    renamed = dict(zip(sorted(graph), names, strict=True))
    edges = [(renamed[a], renamed[b]) for a, b in graph.edges]
    chance.shuffle(edges)
    other = nx.DiGraph(edges)
    other.add_nodes_from(names)
    a, b = every_pair(graph)
    first = oe.load(graph, edges_point="to_parent").similarities(a, b, list(SIMILARITIES))
    second = oe.load(other, edges_point="to_parent").similarities(
        [renamed[x] for x in a], [renamed[x] for x in b], list(SIMILARITIES)
    )
    for name in SIMILARITIES:
        np.testing.assert_allclose(first[name], second[name], atol=1e-12, err_msg=name)


def test_hashes_of_texts_do_not_matter():
    code = (
        "import random, networkx as nx, ontoeval as oe\n"
        "from ontoeval.ontology.similarity import SIMILARITIES\n"
        "chance = random.Random(1)\n"
        "edges = [(f'n{i}', f'n{chance.randrange(i)}') for i in range(1, 40) for _ in range(2)]\n"
        "onto = oe.load(nx.DiGraph(edges), edges_point='to_parent')\n"
        "gold = [[f'n{chance.randrange(40)}' for _ in range(3)] for _ in range(30)]\n"
        "run = [[f'n{chance.randrange(40)}' for _ in range(3)] for _ in range(30)]\n"
        "samples = oe.compile(gold, run, ontology=onto, measure='wu_palmer')\n"
        "report = oe.evaluate(samples, ['lca_f1', 'wu_palmer', 'matched_distance'], intervals=False)\n"
        "print([result.value for result in report], report.tables())\n"
    )
    said = set()
    for seed in ("0", "1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parents[2])}
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
        said.add(done.stdout)
    assert len(said) == 1


@pytest.fixture(scope="module")
def onto():
    return oe.load(nx.DiGraph([("b", "a"), ("c", "b"), ("d", "b")]), edges_point="to_parent")


def test_ids_codes_arrays_and_categories_are_the_same(onto):
    ids = ["c", "d", None, "nowhere", "a", "c"]
    expected = onto.similarities(ids, ids[::-1])["wu_palmer"].tolist()
    codes = onto.encode(ids)
    forms = [codes, codes.tolist(), np.array(ids, object), tuple(ids), pd.Series(ids), pd.Series(ids, dtype="category")]
    for form in forms:
        assert onto.similarities(form, ids[::-1])["wu_palmer"].tolist() == expected, type(form)
    assert onto.relations(pd.Categorical(ids), codes).tolist() == onto.relations(codes, codes).tolist()


def test_codes_that_are_none_are_refused(onto):
    with pytest.raises(BadParameter, match="9 is no concept code"):
        onto.similarities([9], [0])


def test_nil_and_ids_outside_the_ontology_are_similar_to_nothing(onto):
    a, b = ["c", None, "nowhere", "nowhere"], [None, None, "c", "nowhere"]
    for name, values in onto.similarities(a, b, list(SIMILARITIES)).items():
        expected = np.inf if name.endswith("distance") else 0
        assert (values == expected).all(), name
    assert np.isinf(onto.distances(a, b)).all()
    assert np.isinf(onto.distances(a, b, through="any")).all()
    with pytest.raises(UnknownConcept):
        onto.similarity("c", "nowhere", "lin")


def test_concepts_without_a_common_root():
    """Deprecated concepts stand alone: they share nothing, not even the virtual root."""
    graph = nx.DiGraph([("b", "a"), ("y", "x")])
    graph.add_node("old", deprecated=True)
    onto = oe.load(graph, edges_point="to_parent")
    for name, values in onto.similarities(["old"], ["b"], list(SIMILARITIES)).items():
        assert values[0] == (np.inf if name.endswith("distance") else 0), name
    assert onto.similarities(["b"], ["y"], ["simui", "resnik", "lin"]) == {"simui": [0], "resnik": [0], "lin": [0]}
    assert onto.similarities(["old"], ["old"], ["lin", "simui", "path"]) == {"lin": [1], "simui": [1], "path": [1]}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda o: o.similarities(["c"], ["c"], ["levenshtein"]), "is not a similarity"),
        (lambda o: o.similarities(["c"], ["c"], ["lin"], ic="shannon"), "no information content"),
        (lambda o: o.similarities(["c"], ["c"], depth="mean"), "is no depth"),
        (lambda o: o.similarities(["c"], ["c", "d"]), "1 and 2"),
        (lambda o: o.group_similarity(["c"], ["d"], combine="sum"), "combines nothing"),
        (lambda o: o.information_content("corpus"), "needs counts"),
        (lambda o: o.information_content("seco", counts={"c": 1}), "needs counts"),
        (lambda o: o.information_content("corpus", counts={"c": -1}), "numbers ≥ 0"),
        (lambda o: o.information_content("corpus", counts={"c": 1}, smoothing=0), "1 concepts never occur"),
        (lambda o: o.hierarchical(["c"], ["c"], "kosmopoulos"), "no convention"),
        (lambda o: o.hierarchical(["c"], ["c"], beta=0), "beta=0"),
        (lambda o: o.distances(["c"], ["c"], through="descendant"), "not allowed"),
    ],
)
def test_what_is_not_allowed_is_refused(onto, call, message):
    with pytest.raises(BadParameter, match=message):
        call(onto)
    with pytest.raises(UnknownConcept):
        onto.information_content("corpus", counts={"nowhere": 1})


def test_blocks_cover_the_matrix_without_holding_it(onto):
    blocks = list(onto.similarity_blocks(name="wu_palmer", cells=4))
    assert [(part.start, part.stop) for part, _ in blocks] == [(0, 1), (1, 2), (2, 3), (3, 4)]
    whole = onto.similarity_matrix(onto.ids, name="wu_palmer")
    np.testing.assert_array_equal(np.concatenate([block for _, block in blocks]), whole)
    sparse = onto.similarity_matrix(onto.ids, name="wu_palmer", threshold=0.7)
    assert sparse.nnz == (whole >= 0.7).sum()
    assert onto.similarity_matrix([], ["a"]).shape == (0, 1)
    assert onto.similarity_matrix([], ["a"], threshold=0.5).shape == (0, 1)
    assert onto.similarity_matrix(["a"], []).shape == (1, 0)


def test_severity_has_default_costs_and_takes_others(onto):
    gold, run = ["c", "c", "c", "b", "c", "c"], ["c", "b", "d", "c", None, "a"]
    result = oe.score("error_severity", gold, run, ontology=onto)
    assert result.value == pytest.approx((0 + 0.25 + 0.5 + 0.35 + 1 + (1 - 2 * 1 / 4)) / 6)
    result = oe.score('error_severity(costs={"sibling": 0.0, "missed": 0.5})', gold, run, ontology=onto)
    assert result.value == pytest.approx((0 + 0.25 + 0 + 0.35 + 0.5 + 0.5) / 6)
    for wrong in ('{"brother": 1.0}', '{"sibling": 2.0}'):
        with pytest.raises(BadParameter, match="not allowed"):
            oe.score(f"error_severity(costs={wrong})", gold, run, ontology=onto)


def test_deep_chain():
    """Neither recursion nor a quadratic closure: two concepts of a chain of fifty thousand."""
    chain = nx.DiGraph((f"c{i}", f"c{i - 1}") for i in range(1, 50_000))
    onto = oe.load(chain, edges_point="to_parent")
    assert onto.distances(["c49999"], ["c49000"])[0] == 999
    assert onto.similarity("c49999", "c49998") == 2 * 49_999 / (50_000 + 49_999)
    assert onto.hierarchical(["c49999"], ["c49998"]).precision == 1.0


def test_random_order_of_pairs_does_not_matter(onto):
    pairs = [(a, b) for a in onto.ids for b in onto.ids]
    shuffled = random.Random(0).sample(pairs, len(pairs))
    first = onto.similarities([a for a, _ in pairs], [b for _, b in pairs], ["lin"])["lin"]
    second = onto.similarities([a for a, _ in shuffled], [b for _, b in shuffled], ["lin"])["lin"]
    assert dict(zip(pairs, first.tolist(), strict=True)) == dict(zip(shuffled, second.tolist(), strict=True))


def test_more_pairs_and_wider_levels_than_are_worked_on_at_once():
    """By hand: a root, three groups, and 60,000 concepts below two groups each: four ancestors, itself included."""
    n = 60_000
    child = np.concatenate([[1, 2, 3], np.arange(4, n + 4), np.arange(4, n + 4)])
    parent = np.concatenate([[0, 0, 0], 1 + np.arange(n) % 3, 1 + (np.arange(n) + 1) % 3])
    hierarchy = Hierarchy(n + 4, child, parent, np.zeros(n + 4, bool))
    leaves = hierarchy.code_of[4:]
    assert (hierarchy.closure.sizes(hierarchy.nodes(leaves)) == 4).all()
    found = Measurer(hierarchy).pairs(leaves, np.roll(leaves, 1), ["wu_palmer", "simui"])
    assert (found["wu_palmer"] == 2 / 3).all()  # the group that neighbors share is the second of three
    assert (found["simui"] == 2 / 6).all()  # the root and that group, of root, three groups and the two
