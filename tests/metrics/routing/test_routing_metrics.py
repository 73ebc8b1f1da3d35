"""Routing and intents: scikit-learn's figures, costs by hand, intents in a taxonomy."""

from __future__ import annotations

import networkx as nx
import pytest

import ontoeval as oe
from ontoeval.errors import BadParameter, InputError

_SHORT = {"n": "none", "i": "iterative", "o": "one-shot"}
GOLD = {f"q{at:02}": _SHORT[letter] for at, letter in enumerate("niinoioiinin")}
RUN = {f"q{at:02}": _SHORT[letter] for at, letter in enumerate("ninooooiinin")}


@pytest.mark.parametrize(
    ("metric", "value"),
    [
        ('routing_f1(average="macro:label")', 0.738889),
        ("routing_precision", 0.75),
        ("routing_recall", 0.805556),
        ("routing_f1", 0.75),
        ('routing_precision(average="micro")', 0.75),
        ('routing_recall(average="micro")', 0.75),
    ],
)
def test_figures_of_scikit_learn(metric, value):
    """scikit-learn 1.9.1: f1_score, precision_score, recall_score, average="macro" and "micro"."""
    assert round(oe.score(metric, GOLD, RUN).value, 6) == value


def test_question_without_a_choice_misses_its_label_and_spoils_no_other():
    """tp 1, fn 1: P 1, R 1/2, F 2/3."""
    gold, run = {"q1": "a", "q2": "b"}, {"q1": "a"}
    assert oe.score("routing_recall", gold, run).value == 0.5
    assert round(oe.score("routing_f1", gold, run).value, 4) == 0.6667
    assert oe.score("routing_precision", gold, run).value == 1.0
    assert oe.score("routing_f1", gold, {"q1": "a", "q2": ""}).n_missing == 1


def test_question_without_gold_is_undefined():
    found = oe.score("routing_f1", {"q1": "a"}, {"q1": "a", "q2": "b"})
    assert (found.value, found.n_undefined) == (1.0, 1)


def test_costs_by_hand():
    """12 questions, 3 mistakes: i>n once, n>o once, i>o once."""
    assert oe.score("routing_cost", GOLD, RUN).value == 0.25
    costs = '{"iterative>none": 6, "none > one-shot": 0}'
    assert oe.score(f"routing_cost(costs={costs})", GOLD, RUN).value == pytest.approx(0.583333, abs=1e-6)


def test_question_without_a_choice_costs_as_much_as_the_dearest_mistake():
    assert oe.score('routing_cost(costs={"a>b": 5})', {"q1": "a", "q2": "a"}, {"q1": "a"}).value == 2.5
    assert oe.score('routing_cost(costs={"a>b": 0.5})', {"q1": "a", "q2": "a"}, {"q1": "a"}).value == 0.5


def test_mean_cost_by_label():
    """a: (0 + 4) / 2; b: 0; mean 1."""
    gold, run = {"q1": "a", "q2": "a", "q3": "b"}, {"q1": "a", "q2": "b", "q3": "b"}
    assert oe.score('routing_cost(costs={"a>b": 4}, average="macro:label")', gold, run).value == 1.0


@pytest.mark.parametrize("costs", ['{"a": 1}', '{">b": 1}', '{"a>": 1}'])
def test_cost_of_no_mistake_is_refused(costs):
    with pytest.raises(BadParameter, match="is of no mistake"):
        oe.score(f"routing_cost(costs={costs})", {"q": "a"}, {"q": "b"})


def test_negative_cost_is_refused():
    with pytest.raises(BadParameter, match="not allowed"):
        oe.score('routing_cost(costs={"a>b": -1})', {"q": "a"}, {"q": "b"})


def test_intents_are_read_from_their_own_field():
    gold = [{"id": "q", "gold": {"intent": "refund", "route": "a"}}]
    run = [{"id": "q", "run": {"intent": "refund", "route": "b"}}]
    assert oe.score('routing_f1(of="intent")', gold, run).value == 1.0
    assert oe.score("routing_f1", gold, run).value == 0.0
    assert oe.score("routing_f1", [{"id": "q"}], run).reason == "unmeasured: no row has gold.route"


def test_near_intents_in_a_taxonomy():
    """refund {refund, billing, support}: invoice has 2 of 3; delivery {delivery, support} 1 of 3, 1 of 2, F .4."""
    edges = [("refund", "billing"), ("invoice", "billing"), ("billing", "support"), ("delivery", "support")]
    tree = nx.DiGraph(edges)
    onto = oe.load(tree, edges_point="to_parent")
    for chosen, value in (("refund", 1.0), ("invoice", 0.6667), ("delivery", 0.4)):
        found = oe.score("intent_hierarchical_f1", {"q": "refund"}, {"q": chosen}, ontology=onto)
        assert round(found.value, 4) == value
    with pytest.raises(InputError, match=r"none of the 1 ids in gold.intent is in the ontology"):
        oe.score("intent_hierarchical_f1", {"q": "small talk"}, {"q": "refund"}, ontology=onto)


def test_confusion_by_cost():
    rows = oe.retrieval.routing_confusion(GOLD, RUN, costs={"iterative>none": 6})
    shown = [(row["gold"], row["chosen"], row["questions"], row["cost"]) for row in rows]
    assert shown[:3] == [
        ("iterative", "none", 1, 6.0),
        ("iterative", "one-shot", 1, 1.0),
        ("none", "one-shot", 1, 1.0),
    ]
    assert sum(row["questions"] for row in rows) == 12
    lost = oe.retrieval.routing_confusion({"q1": "a", "q2": "b"}, {"q1": "a"})
    assert (lost[0]["gold"], lost[0]["chosen"]) == ("b", None)
    with pytest.raises(InputError, match=r"no row has run.route"):
        oe.retrieval.routing_confusion([{"id": "q", "route": "a"}], [{"id": "q", "answer": "x"}])
