"""The weight of a fusion: chosen on one half, judged on the other, refused where there is too little to choose on."""

from __future__ import annotations

import pytest

import ontoeval as oe
from ontoeval.errors import BadParameter, InputError

NAMES = [f"q{number}" for number in range(80)]
GOLD = {name: ["g"] for name in NAMES}
#: The first run is right; the second one puts g behind two others.
RIGHT = {name: {"g": 0.9, "x": 0.2, "y": 0.1} for name in NAMES}
WRONG = {name: {"x": 30.0, "y": 20.0, "g": 10.0} for name in NAMES}


def test_weight_goes_to_the_run_that_is_right():
    """Min-max: g has alpha, x (alpha / 8 + 1 - alpha): g wins from 8/15 = .533 on; the first tenth is .6."""
    found = oe.retrieval.tune_fusion(GOLD, RIGHT, WRONG, metric="reciprocal_rank")
    assert found.alpha == 0.6
    assert {row["alpha"]: row["value"] for row in found.curve}[0.0] == pytest.approx(1 / 3)
    assert found.n_tuned + found.n_judged == 80
    judged = {row["run"]: row for row in found.judged}
    assert (judged["weighted"]["value"], judged["first"]["value"]) == (1.0, 1.0)
    assert judged["second"]["value"] == pytest.approx(1 / 3)
    assert judged["second"]["delta"] == pytest.approx(2 / 3)
    assert judged["first"]["delta"] == 0.0
    assert judged["second"]["n"] == found.n_judged
    assert judged["second"]["p_adjusted"] <= 0.01


def test_weight_is_not_chosen_on_the_half_that_judges():
    """On the judging half the first run is wrong: the weight stays with it, and the loss shows."""
    probe = oe.retrieval.tune_fusion(GOLD, RIGHT, WRONG, metric="reciprocal_rank")
    compiled = oe.compile(GOLD, RIGHT)
    judging = [
        name for name, code in zip(compiled.roster.ids, compiled.roster.cluster_hashes, strict=True) if code % 2 == 0
    ]
    assert len(judging) == probe.n_judged
    swapped = RIGHT | {name: WRONG[name] for name in judging}
    other = WRONG | {name: RIGHT[name] for name in judging}
    found = oe.retrieval.tune_fusion(GOLD, swapped, other, metric="reciprocal_rank")
    assert found.alpha == 0.6
    judged = {row["run"]: row["value"] for row in found.judged}
    assert judged["second"] == 1.0
    assert judged["weighted"] < 0.6


def test_chunks_count_for_their_documents():
    """The chunk of g is right, under another id than its document."""
    rows = [
        {"id": name, "retrieved": [{"id": "g#3", "doc": "g", "score": 0.9}, {"id": "x", "score": 0.1}]}
        for name in NAMES
    ]
    found = oe.retrieval.tune_fusion(GOLD, rows, rows, metric="reciprocal_rank")
    assert {row["value"] for row in found.judged} == {1.0}
    assert found.alpha == 0.5


def test_fewer_than_fifty_labelled_questions_are_refused():
    few = {name: ["g"] for name in NAMES[:49]} | {name: [] for name in NAMES[49:]}
    with pytest.raises(InputError, match=r"49 questions have a relevant document.*at least 50"):
        oe.retrieval.tune_fusion(few, RIGHT, WRONG)


def test_parameters_that_mean_nothing_are_refused():
    with pytest.raises(BadParameter, match="alphas="):
        oe.retrieval.tune_fusion(GOLD, RIGHT, WRONG, alphas=[0.5, 1.5])
    with pytest.raises(BadParameter, match="better when it is lower"):
        oe.retrieval.tune_fusion(GOLD, RIGHT, WRONG, metric="empty_result_rate")
