"""Weights and clusters: values worked by hand, intervals that know about them, and reasons where there are none."""

from __future__ import annotations

import json

import pytest

import ontoeval as oe
from ontoeval.errors import InputError
from ontoeval.report import markdown, terminal


def scored(metric="success@1", n=4, found=(0,), **columns):
    gold = [{"id": f"q{i}", "docs": [f"d{i}"]} | {name: make(i) for name, make in columns.items()} for i in range(n)]
    run = [{"id": f"q{i}", "retrieved": [f"d{i}" if i in found else "x"]} for i in range(n)]
    return oe.evaluate(oe.compile(gold, run), [metric])


def one(*args, **kwargs):
    return next(iter(scored(*args, **kwargs)))


# Weights


def test_weights_change_the_value():
    """(3 * 1 + 1 * 0 + 1 * 0 + 1 * 0) / 6."""
    assert one(weight=lambda i: 3 if i == 0 else 1).value == 0.5
    assert one().value == 0.25


def test_weights_change_micro_averages():
    """tp 1, fp 0, fn 0 at weight 2; tp 0, fp 1, fn 1 at weight 1: 2 * 2 / (2 * 2 + 1 + 1) = 2/3."""
    gold = [
        {"id": "a", "weight": 2, "mentions": [{"start": 0, "end": 1, "id": "A:1"}]},
        {"id": "b", "weight": 1, "mentions": [{"start": 0, "end": 1, "id": "A:1"}]},
    ]
    run = [
        {"id": "a", "mentions": [{"start": 0, "end": 1, "id": "A:1"}]},
        {"id": "b", "mentions": [{"start": 2, "end": 3, "id": "A:1"}]},
    ]
    onto = oe.load(b"format-version: 1.2\n\n[Term]\nid: A:1\nname: a\n")
    assert oe.score("linking_f1", gold, run, ontology=onto).value == pytest.approx(2 / 3)


def test_a_sample_without_a_weight_weighs_one():
    gold = [{"id": "a", "docs": ["d"], "weight": 3}, {"id": "b", "docs": ["d"]}]
    assert oe.score("recall", gold, [{"id": "a", "retrieved": ["d"]}, {"id": "b", "retrieved": ["x"]}]).value == 0.75


def test_weights_switch_exact_intervals_off():
    assert one(n=30, found=range(20)).interval == "exact 95% (Clopper-Pearson)"
    assert one(n=30, found=range(20), weight=lambda i: 1 + i % 2).interval.startswith("bootstrap 95%")


def test_weights_of_one_are_no_weights():
    plain, ones = one(n=30, found=range(20)), one(n=30, found=range(20), weight=lambda i: 1.0)
    assert ones.interval == "exact 95% (Clopper-Pearson)"
    assert (ones.value, ones.low, ones.high, ones.signature) == (plain.value, plain.low, plain.high, plain.signature)


def test_effective_n():
    """(3 + 1 + 1 + 1)² / (9 + 1 + 1 + 1) = 36 / 12."""
    result = one(weight=lambda i: 3 if i == 0 else 1)
    assert result.n_effective == 3.0
    assert one().n_effective == 4.0
    assert "worth 3.0 independent samples" in terminal.render(scored(weight=lambda i: 3 if i == 0 else 1))


def test_weights_belong_to_the_signature():
    assert one(weight=lambda i: 1 + i).signature != one().signature


@pytest.mark.parametrize("scale", [1e-12, 1e12])
def test_scale_of_the_weights_does_not_matter(scale):
    plain = one("ndcg", n=50, found=range(25), weight=lambda i: 1 + i % 3)
    scaled = one("ndcg", n=50, found=range(25), weight=lambda i: (1 + i % 3) * scale)
    assert (scaled.low, scaled.high) == pytest.approx((plain.low, plain.high), abs=1e-6)
    assert scaled.value == pytest.approx(plain.value)


@pytest.mark.parametrize("weight", [0, -1, float("nan"), float("inf"), "heavy"])
def test_impossible_weights_are_bad_rows(weight):
    with pytest.raises(InputError) as error:
        one(weight=lambda i: weight if i == 2 else 1)
    assert "weight" in str(error.value)
    assert "a positive number" in str(error.value)


# Clusters


def test_repeated_clusters_switch_exact_intervals_off():
    result = one(n=30, found=range(20), cluster=lambda i: f"user {i // 2}")
    assert result.interval.startswith("bootstrap 95%")
    assert result.n_effective == 15.0


def test_clusters_that_do_not_repeat_change_nothing():
    assert one(n=30, found=range(20), cluster=lambda i: f"user {i}").interval == "exact 95% (Clopper-Pearson)"


def test_questions_of_one_user_widen_the_interval():
    """Each user's ten questions go the same way: 300 questions are worth 30."""
    found = [i for i in range(300) if i // 10 % 2]
    alone = one("ndcg", n=300, found=found)
    together = one("ndcg", n=300, found=found, cluster=lambda i: f"user {i // 10}")
    assert together.value == alone.value
    assert (together.high - together.low) / (alone.high - alone.low) == pytest.approx(10**0.5, rel=0.15)
    assert together.n_effective == 30.0
    assert together.interval.endswith("rough: fewer than 200 independent samples")


def test_a_cluster_of_undefined_questions_does_not_repeat():
    """The exact interval looks at the questions that count."""
    gold = [{"id": f"q{i}", "docs": ["d"] if i else [], "cluster": "ab"[i > 1]} for i in range(3)]
    result = oe.score("recall", gold, [{"id": f"q{i}", "retrieved": ["d"]} for i in range(3)])
    assert (result.n_scored, result.n_undefined, result.interval) == (2, 1, "exact 95% (Clopper-Pearson)")


# How much a value can show


def test_detectable_difference_beside_a_mean():
    """Share .5 of 100: standard error .05; (1.9600 + .8416) * sqrt(2) * .05 = .1981."""
    report = scored(n=100, found=range(50))
    assert next(iter(report)).detectable == pytest.approx(0.1981, abs=5e-5)
    assert "detects ±0.198" in terminal.render(report)


@pytest.mark.parametrize("found", [(), range(40)])
def test_equal_values_do_not_show_what_can_be_detected(found):
    result = one(n=40, found=found)
    assert result.detectable is None
    assert (result.low, result.high) != (None, None)


def test_one_flip_is_said_where_there_are_few():
    assert "few: one flip is 0.250" in terminal.render(scored())


def test_one_flip_counts_the_questions_behind_the_value():
    """Three questions, of which one has no gold: a flip is 1/2."""
    gold = [{"id": f"q{i}", "docs": ["d"] if i else []} for i in range(3)]
    report = oe.evaluate(oe.compile(gold, [{"id": f"q{i}", "retrieved": ["d"]} for i in range(3)]), ["recall"])
    assert "few: one flip is 0.500" in terminal.render(report)


# Reasons for no interval, in terminal, JSON and Markdown


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"n": 1, "found": (0,), "weight": lambda i: 2}, "fewer than two independent samples"),
        ({"n": 5, "found": range(5), "weight": lambda i: 2}, "all samples agree"),
        ({"n": 5, "found": (1, 2), "cluster": lambda i: "u"}, "fewer than two independent samples"),
    ],
)
def test_no_interval_has_a_reason_everywhere(options, reason):
    report = scored(**options)
    result = next(iter(report))
    assert (result.low, result.high, result.interval) == (None, None, f"none: {reason}")
    assert f"no interval: {reason}" in terminal.render(report)
    assert f"no interval: {reason}" in markdown.render(report)
    (row,) = json.loads(json.dumps(report.rows(), allow_nan=False))
    assert (row["low"], row["interval"], row["detectable"]) == (None, f"none: {reason}", None)


@pytest.mark.parametrize(("n", "low", "high"), [(1, 0.025, 1.0), (2, 0.1581, 1.0)])
def test_one_and_two_questions_have_an_exact_interval(n, low, high):
    """.025 ** (1 / n)."""
    result = one(n=n, found=range(n))
    assert (result.value, result.low, result.high) == pytest.approx((1.0, low, high), abs=5e-5)


def test_no_defined_question():
    gold = [{"id": "q", "docs": []}]
    report = oe.evaluate(oe.compile(gold, [{"id": "q", "retrieved": ["d"]}]), ["recall", "ndcg"])
    for result in report:
        assert (result.value, result.low, result.interval, result.n_scored) == (None, None, "none: no value", 0)
    assert "undefined: every denominator is 0" in terminal.render(report)


def test_rough_intervals_are_said():
    report = scored("reciprocal_rank", n=60, found=range(30), cluster=lambda i: str(i // 2))
    assert next(iter(report)).interval.endswith(", rough: fewer than 200 independent samples")
    assert "rough interval" in terminal.render(report)
    rare = one(n=400, found=(0, 1, 2, 3), cluster=lambda i: str(i % 399))
    assert rare.interval.endswith(", rough: skewed")
    common = one(n=400, found=range(200), cluster=lambda i: str(i % 399))
    assert "rough" not in common.interval
