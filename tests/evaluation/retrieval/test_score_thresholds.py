"""Thresholds on scores: counts by hand, cross-fitting, calibration."""

from __future__ import annotations

import pytest

import ontoeval as oe
from ontoeval.errors import BadParameter, InputError

GOLD = [{"id": "q1", "docs": ["a", "b"]}, {"id": "q2", "docs": ["c"]}]
RUN = [{"id": "q1", "retrieved": {"a": 0.9, "x": 0.8, "b": 0.3}}, {"id": "q2", "retrieved": {"c": 0.8, "y": 0.2}}]


def test_curve_by_hand():
    """Falling: .9 a | .8 x, c | .3 b | .2 y; three are relevant."""
    found = oe.retrieval.calibrate_threshold(GOLD, RUN, threshold=0.7)
    shown = [(row["threshold"], row["kept"], row["precision"], row["recall"]) for row in found.curve]
    third = pytest.approx(1 / 3)
    assert shown == [
        (0.9, 1, 1.0, third),
        (0.8, 3, pytest.approx(2 / 3), pytest.approx(2 / 3)),
        (0.3, 4, 0.75, 1.0),
        (0.2, 5, 0.6, 1.0),
    ]
    cuts = {row["cut"]: row for row in found.cuts}
    assert cuts["given"]["f1"] == pytest.approx(2 / 3)
    assert (cuts["none"]["precision"], cuts["none"]["threshold"]) == (0.6, None)
    assert cuts["fitted on itself"]["threshold"] == 0.3  # F1 6/7
    assert cuts["fitted on itself"]["f1"] == pytest.approx(6 / 7)


def test_threshold_above_all_scores_keeps_nothing():
    given = oe.retrieval.calibrate_threshold(GOLD, RUN, threshold=0.95).cuts[1]
    assert (given["kept"], given["precision"], given["recall"], given["f1"]) == (0, None, 0.0, 0.0)


def test_no_hit_is_judged_by_a_threshold_that_it_helped_to_choose():
    """A threshold of its own for each fold: fitted on itself never loses to it."""
    gold = [{"id": f"q{n}", "docs": ["g"]} for n in range(60)]
    run = [{"id": f"q{n}", "retrieved": {"g": (n * 7 % 60) / 60, "x": (n * 13 % 60) / 60}} for n in range(60)]
    found = oe.retrieval.calibrate_threshold(gold, run)
    cuts = {row["cut"]: row for row in found.cuts}
    assert len(found.thresholds) == 5
    assert cuts["cross-fitted"]["f1"] <= cuts["fitted on itself"]["f1"]
    assert cuts["cross-fitted"]["threshold"] is None


def test_calibration_by_hand():
    """Bins .2-.3: y (0 of 1); .3-.4: b (1 of 1); .8-.9: x, c (1 of 2); .9-1: a: (.2 + .7 + 2·.3 + .1) / 5 = .32."""
    found = oe.retrieval.calibrate_threshold(GOLD, RUN)
    assert [(round(row["low"], 1), row["hits"], row["precision"]) for row in found.bins] == [
        (0.2, 1, 0.0),
        (0.3, 1, 1.0),
        (0.8, 2, 0.5),
        (0.9, 1, 1.0),
    ]
    assert found.calibration_error == pytest.approx(0.32)


def test_scores_that_are_no_probabilities_have_no_calibration_error():
    run = [{"id": "q1", "retrieved": {"a": 12.0, "x": -3.0}}]
    found = oe.retrieval.calibrate_threshold(GOLD, run)
    assert found.calibration_error is None
    assert [row["cut"] for row in found.cuts] == ["none", "fitted on itself", "cross-fitted"]


def test_chunks_count_once_with_their_best_score():
    chunks = [{"id": "a#1", "doc": "a", "score": 0.2}, {"id": "a#2", "doc": "a", "score": 0.9}]
    found = oe.retrieval.calibrate_threshold([{"id": "q", "docs": ["a"]}], [{"id": "q", "retrieved": chunks}])
    assert [(row["threshold"], row["kept"]) for row in found.curve] == [(0.9, 1)]


def test_questions_without_a_run_are_not_found():
    gold = [*GOLD, {"id": "q3", "docs": ["z"]}]
    found = oe.retrieval.calibrate_threshold(gold, RUN)
    assert (found.n_questions, found.n_hits) == (2, 5)
    assert found.cuts[0]["recall"] == 0.75


def test_what_cannot_be_used():
    with pytest.raises(InputError, match=r"no question has relevant documents and scores in run.retrieved"):
        oe.retrieval.calibrate_threshold({"q": ["a"]}, {"q": ["a"]})
    with pytest.raises(BadParameter, match="folds=1"):
        oe.retrieval.calibrate_threshold(GOLD, RUN, folds=1)
    with pytest.raises(BadParameter, match="threshold=nan"):
        oe.retrieval.calibrate_threshold(GOLD, RUN, threshold=float("nan"))
