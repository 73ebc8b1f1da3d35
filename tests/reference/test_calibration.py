"""Calibration against scikit-learn and an independent loop over bins."""

import numpy as np
import pytest
from sklearn.calibration import calibration_curve
from sklearn.metrics import brier_score_loss

import ontoeval as oe
from ontoeval.statistics.calibration import reliability


@pytest.fixture(scope="module")
def data():
    chance = np.random.default_rng(0)
    confidence = chance.random(500)
    return confidence, (chance.random(500) < confidence**1.5).astype(int)


def values(confidence, right, *names):
    gold = [{"id": str(place), "answers": ["yes"]} for place in range(len(right))]
    run = [
        {"id": str(place), "answer": "yes" if hit else "no", "confidence": float(sure)}
        for place, (sure, hit) in enumerate(zip(confidence, right, strict=True))
    ]
    return [result.value for result in oe.evaluate(oe.compile(gold, run), names)]


def test_brier_is_that_of_scikit_learn(data):
    assert values(*data, "brier")[0] == pytest.approx(brier_score_loss(data[1], data[0]), abs=1e-12)


def test_reliability_is_that_of_scikit_learn(data):
    """scikit-learn 1.9 puts an edge into the lower bin; random doubles are on none."""
    accuracy, confidence = calibration_curve(data[1], data[0], n_bins=10)
    points = reliability(data[0], data[1].astype(bool))
    assert [point.accuracy for point in points] == pytest.approx(accuracy)
    assert [point.confidence for point in points] == pytest.approx(confidence)


def test_error_is_that_of_a_loop_over_bins(data):
    confidence, right = data
    expected = 0.0
    for low in np.arange(10) / 10:
        inside = (confidence >= low) & (confidence < low + 0.1)
        expected += inside.mean() * abs(right[inside].mean() - confidence[inside].mean())
    assert values(*data, "expected_calibration_error")[0] == pytest.approx(expected, abs=1e-12)


def test_debiased_error_of_calibrated_confidence_is_nearer_to_zero():
    """Twenty sets of 200 calibrated answers: noise alone makes plain errors of some .1."""
    chance = np.random.default_rng(1)
    plain, debiased = [], []
    for _ in range(20):
        confidence = chance.random(200)
        right = (chance.random(200) < confidence).astype(int)
        both = values(confidence, right, "expected_calibration_error", 'expected_calibration_error(scheme="debiased")')
        plain.append(both[0])
        debiased.append(both[1])
    assert np.mean(debiased) < np.mean(plain) / 1.5
