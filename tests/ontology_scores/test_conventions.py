"""Conventions fix what their tools fix; and metrics agree with the functions of the ontology."""

from __future__ import annotations

import networkx as nx
import pytest
from graphs import graphs_with_sets
from hypothesis import given
from slow import Slow

import ontoeval as oe
from ontoeval.errors import BadParameter
from ontoeval.metrics.registry import parse
from ontoeval.ontology.setbased import CONVENTIONS


def compiled(graph: nx.DiGraph, gold, predicted):
    onto = oe.load(graph, edges_point="to_parent")
    sides = ([{"id": f"q{i}", "concepts": row} for i, row in enumerate(side)] for side in (gold, predicted))
    return oe.compile(*sides, ontology=onto)


def same(value, expected):
    assert value is expected is None or value == pytest.approx(expected, abs=1e-12)


@given(graphs_with_sets())
def test_metrics_are_the_functions_of_the_ontology(case):
    graph, gold, predicted = case
    samples = compiled(graph, gold, predicted)
    for convention in CONVENTIONS:
        option = "" if convention == "handbook" else f'(convention="{convention}")'
        names = [f"hierarchical_{name}{option}" for name in ("precision", "recall", "f1")]
        report = oe.evaluate(samples, names, intervals=False)
        for result, value in zip(report, samples.ontology.hierarchical(gold, predicted, convention), strict=True):
            same(result.value, value)


@given(graphs_with_sets())
def test_matched_distance_is_the_best_assignment(case):
    graph, gold, predicted = case
    if any(len(node) > 1 for node in nx.strongly_connected_components(graph)):
        return  # concepts of one cycle are two concepts, but one node of the slow truth
    slow, rows = Slow(graph), []
    for g, p in zip(gold, predicted, strict=True):
        g, p = sorted(set(g)), sorted(set(p))
        size = max(len(g), len(p))
        rows.append((slow.matched(g, p, 3) * size if g and p else size, size))
    total = sum(size for _, size in rows)
    expected = sum(cost for cost, _ in rows) / total if total else None
    result = oe.evaluate(compiled(graph, gold, predicted), ["matched_distance(most=3)"], intervals=False)
    same(next(iter(result)).value, expected)


@pytest.mark.parametrize(
    "text",
    [
        'hierarchical_f1(convention="kiritchenko", average="macro")',
        'hierarchical_f1(convention="kiritchenko", average="micro")',
        'hierarchical_precision(convention="hemkit", average="micro")',
        'hierarchical_recall(convention="hemkit", weight="ic")',
        'hierarchical_f1(convention="hiclass", weight="count")',
    ],
)
def test_a_convention_and_what_it_fixes_do_not_go_together(text):
    with pytest.raises(BadParameter, match=r"convention='\w+' fixes (average|weight)"):
        parse(text)


def test_a_convention_sets_what_it_fixes_and_its_name_does_not_say_so():
    measure = parse('hierarchical_f1(convention="hemkit", beta=2.0)')
    assert (measure.average, measure.parameters["weight"]) == ("macro", "count")
    assert measure.name == 'hierarchical_f1(convention="hemkit", beta=2.0)'
    assert parse('hierarchical_f1(convention="hiclass", average="macro")').average == "macro"
    with pytest.raises(BadParameter, match="not allowed"):
        parse('hierarchical_f1(convention="nobody")')


def test_one_set_of_pairs_has_four_values_under_four_conventions():
    """Like the .378, .440, .461 and .516 of one set of MeSH pairs; by hand on four pairs of a small taxonomy."""
    tree = nx.DiGraph([tuple(edge.split("-")) for edge in ["b-a", "c-a", "d-b", "e-b", "f-c", "g-f", "h-g"]])
    gold, predicted = ["d", "h", "d", "c"], ["e", "g", "f", "c"]
    onto = oe.load(tree, edges_point="to_parent")
    # with the root: common 2 4 1 2 = 9, predicted 3 4 3 2 = 12; without: 1 3 0 1 = 5 of 2 3 2 1 = 8
    assert onto.hierarchical(gold, predicted).precision == 9 / 12
    assert onto.hierarchical(gold, predicted, "kiritchenko").precision == 5 / 8
    samples = oe.compile(gold, predicted, ontology=onto, measure="wu_palmer")
    macro = oe.evaluate(samples, ['hierarchical_precision(average="macro")'])
    assert next(iter(macro)).value == pytest.approx((2 / 3 + 1 + 1 / 3 + 1) / 4)
    assert onto.hierarchical(gold, predicted, "hemkit").precision == pytest.approx((3 / 4 + 1 + 2 / 4 + 1) / 4)


def test_weight_by_information_content_discounts_what_is_true_of_everything():
    tree = nx.DiGraph([tuple(edge.split("-")) for edge in ["b-a", "c-a", "d-b", "e-b"]])
    onto = oe.load(tree, edges_point="to_parent")
    import math

    ic = {"b": math.log(5 / 3), "d": math.log(5)}
    assert onto.hierarchical(["d"], ["e"], weight="resnik").precision == pytest.approx(ic["b"] / (ic["b"] + ic["d"]))
    assert onto.hierarchical(["d"], ["c"], weight="resnik").precision == 0
    result = oe.score('hierarchical_f1(weight="ic")', ["d"], ["e"], ontology=onto)
    assert result.value == pytest.approx(ic["b"] / (ic["b"] + ic["d"]))
    with pytest.raises(BadParameter, match="counts nodes"):
        onto.hierarchical(["d"], ["e"], "hemkit", weight="resnik")


def test_gold_at_the_root_is_left_out_where_the_root_does_not_count():
    onto = oe.load(nx.DiGraph([("b", "a"), ("c", "b")]), edges_point="to_parent")
    assert onto.hierarchical(["a"], ["a"]) == (1.0, 1.0, 1.0)
    assert onto.hierarchical(["a"], ["a"], "kiritchenko") == (None, None, None)
    assert onto.hierarchical(["a"], ["c"], "kiritchenko") == (0.0, None, 0.0)
    assert onto.hierarchical(["a"], ["a"], "hemkit") == (1.0, 1.0, 1.0)


def test_ids_outside_the_ontology_nil_empty_sets_and_repeats():
    onto = oe.load(nx.DiGraph([("b", "a"), ("c", "b")]), edges_point="to_parent")
    assert onto.hierarchical(["x"], ["x"]) == (1.0, 1.0, 1.0)
    assert onto.hierarchical(["x"], ["y"]) == (0.0, 0.0, 0.0)
    assert onto.hierarchical(["c"], ["x"]) == (0.0, 0.0, 0.0)
    assert onto.hierarchical([None], ["c"]) == (0.0, None, 0.0)
    assert onto.hierarchical(["c"], ["NIL"]) == (None, 0.0, 0.0)
    assert onto.hierarchical([None], [None]) == (None, None, None)
    assert onto.hierarchical([[]], [[]]) == (None, None, None)
    assert onto.hierarchical([], []) == (None, None, None)
    assert onto.hierarchical([["c", "c", "a"]], [["c"] * 3]) == (1.0, 1.0, 1.0)
    with pytest.raises(BadParameter, match="2 gold items and 1 predicted"):
        onto.hierarchical(["c", "b"], ["c"])
