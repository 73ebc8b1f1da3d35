"""The sweep over thresholds: counts, cross-fitting by cluster, calibration, weights, parts that add up."""

import random

import pytest

import ontoeval as oe
from ontoeval.evaluation.sweep import Sweep


def rows(n=60, seed=3):
    """Good links above .5 and bad ones below it, with some noise."""
    chance = random.Random(seed)
    gold, run = [], []
    for number in range(n):
        wanted = [{"start": 10 * i, "end": 10 * i + 4, "id": chance.choice("ABC")} for i in range(4)]
        found = []
        for mention in wanted:
            score = round(chance.random(), 2)
            right = chance.random() < (0.9 if score > 0.5 else 0.2)
            found.append({**mention, "id": mention["id"] if right else "D", "score": score})
        gold.append({"id": f"q{number}", "cluster": f"c{number // 2}", "mentions": wanted})
        run.append({"id": f"q{number}", "mentions": found})
    return gold, run


@pytest.fixture(scope="module")
def sweep():
    return Sweep(oe.compile(*rows()))


def test_rows_are_worth_the_same_as_the_curve(sweep):
    assert sweep.value == sweep.rows.sums().value
    assert 0.5 < sweep.value < 1


def test_the_fitted_threshold_flatters(sweep):
    none, fitted, crossed, *folds = sweep.summary
    assert none["cut"] == "none"
    assert none["f1"] < crossed["f1"] <= fitted["f1"]
    assert sum(fold["tp"] for fold in folds) == crossed["tp"]
    assert sum(fold["fn"] for fold in folds) == crossed["fn"]
    assert all(row["tp"] + row["fn"] == 240 for row in (none, fitted, crossed))


def test_points_fall_and_hold_the_best_one(sweep):
    points = sweep.points(most=10)
    thresholds = [point["threshold"] for point in points]
    assert thresholds == sorted(thresholds, reverse=True)
    (best,) = [point for point in points if point["best"]]
    assert best["f1"] == sweep.summary[1]["f1"] == max(point["f1"] for point in sweep.points(most=10_000))


def test_samples_of_a_cluster_are_in_one_fold(sweep):
    fold_of = {}
    for (fold, _), sample in zip((sweep.rows.labels[key] for key in sweep.rows.key), sweep.rows.sample, strict=True):
        fold_of.setdefault(int(sample) // 2, set()).add(fold)
    assert all(len(folds) == 1 for folds in fold_of.values())
    assert len(set.union(*fold_of.values())) == 5


def test_parts_of_the_samples_add_up(sweep):
    gold, run = rows()
    first, second = (Sweep(oe.compile(gold[part], run[part])).rows.sums() for part in (slice(0, 22), slice(22, None)))
    assert (first + second).value == (second + first).value == sweep.value


def test_weights_count(sweep):
    gold, run = rows()
    double = Sweep(oe.compile([row | {"weight": 2} for row in gold], run))
    assert double.value == pytest.approx(sweep.value)
    assert double.summary[0]["tp"] == 2 * sweep.summary[0]["tp"]


def test_calibration_of_ten_bins():
    mentions = [(0.05, "A"), (0.95, "A"), (0.95, "B")]
    gold = [{"id": "q", "mentions": [{"start": 9 * i, "end": 9 * i + 4, "id": "A"} for i in range(3)]}]
    run = [{"start": 9 * i, "end": 9 * i + 4, "id": name, "score": score} for i, (score, name) in enumerate(mentions)]
    found = Sweep(oe.compile(gold, [{"id": "q", "mentions": run}]))
    assert [(row["links"], row["mean_score"], row["precision"]) for row in found.calibration] == [
        (1, pytest.approx(0.05), 1.0),
        (2, pytest.approx(0.95), 0.5),
    ]
    assert found.calibration_error == pytest.approx((0.95 + 2 * 0.45) / 3)


def test_scores_that_are_no_probabilities_have_no_calibration_error():
    gold, run = rows(8)
    for row in run:
        for mention in row["mentions"]:
            mention["score"] = 10 * mention["score"] - 3
    found = Sweep(oe.compile(gold, run))
    assert found.calibration_error is None
    assert found.calibration[0]["low"] < 0


def test_over_linking_by_threshold():
    gold = [{"id": f"q{i}", "mentions": [{"start": 0, "end": 4, "id": "NIL"}]} for i in range(4)]
    gold += [{"id": f"r{i}", "mentions": [{"start": 0, "end": 4, "id": "A"}]} for i in range(20)]
    run = [{"id": f"q{i}", "mentions": [{"start": 0, "end": 4, "id": "A", "score": 0.1 * i}]} for i in range(4)]
    run += [{"id": f"r{i}", "mentions": [{"start": 0, "end": 4, "id": "A", "score": 0.9}]} for i in range(20)]
    none, fitted, *_ = Sweep(oe.compile(gold, run)).summary
    assert (none["overlinked"], none["overlinking_rate"]) == (4, 1.0)
    assert (fitted["threshold"], fitted["overlinked"], fitted["f1"]) == (0.9, 0, 1.0)


def test_nothing_to_sweep_is_said():
    gold = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A"}]}]
    assert Sweep(oe.compile(gold, gold)).unmeasured == "no link has a score"
    nil = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "NIL", "score": 0.5}]}]
    assert Sweep(oe.compile(gold, nil)).unmeasured == "no link has a score"
    one = Sweep(oe.compile(gold, [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A", "score": 0.5}]}]))
    assert one.value is None, "one fold cannot judge itself"
    assert [row["cut"] for row in one.summary] == ["none", "fitted on itself"]
