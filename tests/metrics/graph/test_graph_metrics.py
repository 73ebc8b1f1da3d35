"""Nodes, edges and paths of graph retrieval: figures by hand, awkward cases, and laws."""

from __future__ import annotations

from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ontoeval as oe
from ontoeval.errors import RecordError

TREE = nx.DiGraph(
    [("flu", "infection"), ("cold", "infection"), ("infection", "disease"), ("cancer", "disease"), ("pill", "drug")]
)


@pytest.fixture(scope="module")
def onto() -> Any:
    return oe.load(TREE, edges_point="to_parent")


def value(metric: str, gold: dict, hits: Any, ontology: Any = None, field: str = "retrieved") -> float | None:
    found = oe.score(metric, [{"id": "q", "gold": gold}], [{"id": "q", "run": {field: hits}}], ontology=ontology).value
    return None if found is None else round(found, 4)


def hits(*parts: Any) -> list[dict]:
    """A set is nodes, a list is a path."""
    return [
        {"id": f"h{number}", **({"nodes": sorted(part)} if isinstance(part, set) else {"path": part})}
        for number, part in enumerate(parts)
    ]


def test_nodes_by_hand():
    """Gold {a, b, c}; retrieved {a, b, x, y}: P 2/4, R 2/3, F 4/7."""
    gold, found = {"nodes": ["a", "b", "c"]}, hits({"a", "x"}, ["b", "y"], {"a"})
    assert value("node_precision", gold, found) == 0.5
    assert value("node_recall", gold, found) == 0.6667
    assert value("node_f1", gold, found) == 0.5714
    assert value("node_recall@1", gold, found) == 0.3333


def test_hits_are_ranked_by_their_scores():
    found = [{"id": "h1", "score": 0.1, "nodes": ["x"]}, {"id": "h2", "score": 0.9, "nodes": ["a"]}]
    assert value("node_precision@1", {"nodes": ["a"]}, found) == 1.0


def test_nodes_on_gold_paths_are_wanted():
    assert value("node_recall", {"paths": [["a", "b"]], "nodes": ["c"]}, hits(["a", "b"])) == 0.6667


@pytest.mark.parametrize(
    ("wrong", "ancestors", "nearest"), [("cold", 0.6667, 0.75), ("cancer", 0.4, 0.5714), ("pill", 0.0, 0.2857)]
)
def test_near_nodes_get_more_than_far_ones(onto, wrong, ancestors, nearest):
    """Gold flu {flu, infection, disease}: cold has 2 of 3; cancer {cancer, disease} 1 of 2 and of 3, F .4; pill 0.

    Wu-Palmer puts a root above the two roots: 2·3/(4+4), 2·2/(4+3), 2·1/(4+3).
    """
    gold = {"nodes": ["flu"]}
    assert value("node_f1", gold, hits({wrong}), onto) == 0.0
    assert value('node_f1(credit="ancestors")', gold, hits({wrong}), onto) == ancestors
    assert value('node_f1(credit="nearest")', gold, hits({wrong}), onto) == nearest


def test_nearest_node_of_several(onto):
    """P: cold 6/8 (flu), pill 2/6 (cancer) → .5417; R: flu 6/8 (cold), cancer 4/7 (cold) → .6607."""
    gold, found = {"nodes": ["flu", "cancer"]}, hits({"cold", "pill"})
    assert value('node_precision(credit="nearest")', gold, found, onto) == 0.5417
    assert value('node_recall(credit="nearest")', gold, found, onto) == 0.6607


def test_nodes_outside_the_ontology_match_themselves_only(onto):
    gold = {"nodes": ["flu", "aspirin 100"]}
    for credit in ("exact", "ancestors", "nearest"):
        assert value(f'node_recall(credit="{credit}")', gold, hits({"flu", "aspirin 100"}), onto) == 1.0
    assert value('node_recall(credit="nearest")', gold, hits({"flu", "aspirin 200"}), onto) == 0.5


def test_ontology_that_holds_no_node_is_said(onto):
    rows = [{"id": "q", "nodes": ["n1"]}], [{"id": "q", "retrieved": hits({"n1"})}]
    assert oe.score("node_f1", *rows, ontology=onto).value == 1.0
    assert (
        "no node of the golden set is in the ontology"
        in oe.score('node_f1(credit="nearest")', *rows, ontology=onto).reason
    )
    assert "--ontology" in oe.score('node_f1(credit="nearest")', *rows).reason


def test_no_node_means_nil():
    assert value("node_recall", {"nodes": ["NIL", "-1"]}, hits({"-1"})) == 0.5


def test_edges_by_hand():
    """Gold ab, bc, cd; retrieved ab, bx, dc: P 1/3, R 1/3; undirected P 2/3, R 2/3."""
    gold, found = {"paths": [["a", "b", "c", "d"]]}, hits(["a", "b", "x"], ["d", "c"])
    for metric in ("edge_precision", "edge_recall", "edge_f1"):
        assert value(metric, gold, found) == 0.3333
        assert value(f"{metric}(directed=false)", gold, found) == 0.6667


def test_paths_by_hand():
    """Gold abc, ade. Retrieved abc, abd: exact 1/2, 1/2; partial P (1 + 1/2) / 2, R (1 + 0) / 2, F .6."""
    gold, found = {"paths": [["a", "b", "c"], ["a", "d", "e"]]}, hits(["a", "b", "c"], ["a", "b", "d"])
    assert value("path_f1", gold, found) == 0.5
    assert value('path_precision(match="partial")', gold, found) == 0.75
    assert value('path_recall(match="partial")', gold, found) == 0.5
    assert value('path_f1(match="partial")', gold, found) == 0.6


def test_chain_in_pieces_is_no_path():
    gold, found = {"paths": [["a", "b", "c"]]}, hits(["a", "b"], ["b", "c"])
    assert value("edge_recall", gold, found) == 1.0
    assert value("path_recall", gold, found) == 0.0
    assert value('path_recall(match="partial")', gold, found) == 0.5


def test_path_of_one_node():
    assert value("path_f1", {"paths": [["a"]]}, hits(["a"])) == 1.0
    assert value('path_f1(match="partial")', {"paths": [["a"]]}, hits(["a"])) == 1.0
    assert value("edge_f1", {"paths": [["a"]]}, hits(["a"])) is None


def test_path_that_is_retrieved_twice_counts_once():
    assert value("path_precision", {"paths": [["a", "b"]]}, hits(["a", "b"], ["a", "b"], ["x", "y"])) == 0.5
    assert value("path_precision(directed=false)", {"paths": [["a", "b"]]}, hits(["a", "b"], ["b", "a"])) == 1.0


def test_what_was_placed_in_the_context():
    run = [{"id": "q", "retrieved": hits({"a"}), "contexts": hits({"x"}), "candidates": hits({"a", "b"})}]
    gold = [{"id": "q", "nodes": ["a", "b"]}]
    found = [oe.score(f'node_recall(of="{name}")', gold, run).value for name in ("candidates", "retrieved", "contexts")]
    assert found == [1.0, 0.5, 0.0]


def test_hits_without_a_graph_are_unmeasured_and_not_zero():
    gold = [{"id": "q", "nodes": ["a"], "paths": [["a", "b"]]}]
    run = [{"id": "q", "retrieved": ["d1"]}]
    assert oe.score("node_f1", gold, run).reason == "unmeasured: no hit of run.retrieved has nodes or a path"
    assert oe.score("path_f1", gold, run).reason == "unmeasured: no hit of run.retrieved has a path"
    assert oe.score("node_f1", [{"id": "q"}], run).reason == "unmeasured: no row has gold.nodes or gold.paths"


@pytest.mark.parametrize("gold", [{"paths": [[]]}, {"paths": [["a", ""]]}, {"nodes": ["a", ""]}, {"paths": ["a"]}])
def test_gold_that_is_no_node_or_path_is_refused(gold):
    with pytest.raises(RecordError, match=r"gold.(paths|nodes)"):
        value("node_f1", gold, hits({"a"}))


def test_aliases_are_one_node():
    onto = oe.load(b"format-version: 1.2\n\n[Term]\nid: T:1\nname: one\nalt_id: T:9\n\n[Term]\nid: T:2\nname: two\n")
    assert value("node_f1", {"nodes": ["T:1"]}, hits({"T_9", "t:1"}), onto) == 1.0
    assert value("path_f1", {"paths": [["T:1", "T:2"]]}, hits(["T:9", "T:2"]), onto) == 1.0


nodes = st.lists(st.sampled_from(["flu", "cold", "cancer", "pill", "n1"]), min_size=1, max_size=5)


@given(nodes, nodes)
def test_exact_credit_is_never_more_than_that_of_the_nearest(onto, gold, found):
    exact, near = (
        oe.score(f'node_f1(credit="{credit}")', [{"id": "q", "nodes": [*gold, "flu"]}],
                 [{"id": "q", "retrieved": [{"id": "h", "nodes": found}]}], ontology=onto).value
        for credit in ("exact", "nearest")
    )  # fmt: skip
    assert exact <= near + 1e-12


@given(st.lists(nodes, min_size=1, max_size=3), st.lists(nodes, min_size=1, max_size=3))
def test_exact_paths_are_never_worth_more_than_partial_ones(gold, found):
    exact, partial = (
        value(f'path_f1(match="{match}")', {"paths": gold}, hits(*found)) for match in ("exact", "partial")
    )
    assert exact <= partial


def test_a_path_of_one_node_is_found_on_a_path_that_passes_it():
    gold, run = [{"id": "q", "paths": [["c"]]}], [{"id": "q", "retrieved": [{"id": "h", "path": ["b", "c", "a"]}]}]
    names = ['path_recall(match="partial")', 'path_precision(match="partial")', "path_recall"]
    assert [oe.score(name, gold, run).value for name in names] == [1, 0, 0]
