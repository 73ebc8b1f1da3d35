"""Thresholds from repeated runs: one flip beyond the worst one."""

import tomllib

import pytest

import ontoeval as oe
from ontoeval.errors import NotComparable, UsageError
from ontoeval.gate.calibrate import calibrate


@pytest.fixture
def saved(tmp_path):
    """Saves a report of ten questions, the first so many of which are right."""

    def make(name, right, total=10, metrics=("recall@1",)):
        gold = {f"q{i:02}": ["d"] for i in range(total)}
        run = {f"q{i:02}": ["d" if i < right else "x"] for i in range(total)}
        return oe.evaluate(oe.compile(gold, run), metrics).save(tmp_path / f"{name}.json")

    return make


def test_the_threshold_is_one_flip_below_the_worst_run(saved):
    (found,) = calibrate([saved("a", 9), saved("b", 8), saved("c", 9)])
    assert (found.worst, found.values, found.n) == (0.8, (0.9, 0.8, 0.9), 10)
    assert found.flip == 0.1  # one question of ten
    assert found.limit == 0.7
    assert tomllib.loads(found.toml()) == {"gate": {"require": [{"metric": "recall@1", "min": 0.7, "min_n": 10}]}}


def test_a_run_that_loses_one_more_question_passes_and_one_that_loses_two_does_not(saved):
    (found,) = calibrate([saved("a", 9), saved("b", 8)])
    gate = oe.Gate(tomllib.loads(found.toml())["gate"]["require"])
    assert gate.check(saved("c", 7)).passed
    assert not gate.check(saved("d", 6)).passed


def test_few_questions_allow_no_threshold(saved):
    (found,) = calibrate([saved("a", 1, total=2), saved("b", 1, total=2)])
    assert found.limit is None
    assert found.reason == "one flip below the worst run (0.5000) every value is allowed: more questions are needed"
    assert found.toml().startswith("# recall@1: ")


def test_one_run_shows_no_noise(saved):
    with pytest.raises(UsageError, match="one run does not show"):
        calibrate([saved("a", 9)])


def test_runs_on_other_questions_are_refused(saved):
    with pytest.raises(NotComparable, match="another gold"):
        calibrate([saved("a", 9), saved("b", 8, total=9)])


def test_a_metric_that_a_report_does_not_hold(saved):
    with pytest.raises(UsageError, match="does not hold recall@10"):
        calibrate([saved("a", 9), saved("b", 8)], ["recall@10"])


def test_what_should_be_low_gets_a_largest_value(tmp_path):
    paths = []
    for name, wrong in (("a", 1), ("b", 2)):
        rows = [
            {"id": f"q{i}", "gold": {"docs": ["d"]}, "run": {"predicates": {"k": "b" if i < wrong else "a"}}}
            for i in range(10)
        ]
        scored = oe.evaluate(rows, ["false_exclusion_rate"], docs=[{"id": "d", "k": "a"}])
        paths.append(scored.save(tmp_path / f"{name}.json"))
    (found,) = calibrate(paths)
    assert (found.better, found.worst, found.limit) == ("lower", 0.2, 0.3)
