"""``ties="expected"`` is the mean over all orders of equal scores, counted out one by one."""

from __future__ import annotations

from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ontoeval as oe

NAMES = [
    "precision",
    "precision@3",
    "recall@3",
    "recall(rel=2.0)@2",
    "f_score@3",
    "success",
    "success@2",
    "reciprocal_rank",
    "reciprocal_rank@3",
    "average_precision",
    "average_precision@4",
    "average_precision(rel=2.0)",
    "ndcg",
    "ndcg@3",
    'ndcg(gain="linear")@2',
    "r_precision",
    "bpref",
    "bpref(rel=2.0)",
    "judged@3",
    "rank_biased_precision",
    "rank_biased_precision(max_grade=3.0)@3",
    "expected_reciprocal_rank(max_grade=3.0)",
    "expected_reciprocal_rank@3",
]


def expected(name):
    head, at, cut = name.partition("@")
    rule = 'ties="expected")'
    return (f"{head[:-1]}, {rule}" if head.endswith(")") else f"{head}({rule}") + at + cut


@settings(max_examples=40, deadline=None)
@given(
    st.dictionaries(st.sampled_from("abcdefg"), st.integers(0, 2), min_size=1, max_size=6),
    st.dictionaries(st.sampled_from("abcdefgh"), st.integers(-1, 3), min_size=1),
)
def test_expected_is_the_mean_over_all_orders(scores, grades):
    gold = {**grades, "x": 2}
    orders = [
        order for order in permutations(scores) if all(scores[one] >= scores[next] for one, next in pairwise(order))
    ]
    numbers = range(len(orders))
    every = oe.compile(
        dict.fromkeys(map(str, numbers), gold), {str(number): list(orders[number]) for number in numbers}
    )
    ordered = oe.evaluate(every, NAMES, intervals=False)
    means = [np.mean([item["value"] for item in ordered.items(result.metric)]) for result in ordered]
    report = oe.evaluate(oe.compile({"q": gold}, {"q": scores}), [expected(name) for name in NAMES], intervals=False)
    for result, mean in zip(report, means, strict=True):
        assert result.value == pytest.approx(mean, abs=1e-12), result.metric


def test_all_documents_tied():
    """One relevant of n documents: its expected reciprocal rank is the n-th harmonic number over n."""
    n = 50
    scores = {f"d{number}": 1 for number in range(n)}
    found = oe.score('reciprocal_rank(ties="expected")', {"q": ["d7"]}, {"q": scores}).value
    assert found == pytest.approx(4.499205338329423 / n, abs=1e-12)  # H_50, e.g. OEIS A001008/A002805
    assert oe.score('success(ties="expected")@10', {"q": ["d7"]}, {"q": scores}).value == pytest.approx(0.2)


def test_without_ties_expected_is_the_given_order():
    gold, run = {"q": {"a": 3, "b": 1, "x": 0}}, {"q": {"x": 3, "a": 2, "b": 1}}
    for name in NAMES:
        assert oe.score(expected(name), gold, run).value == pytest.approx(oe.score(name, gold, run).value, abs=1e-15)
