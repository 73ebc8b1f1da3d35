"""Laws that hold for every measure of every metric, on random samples with every awkward case."""

from __future__ import annotations

import dataclasses
import json
import os
import random
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from generator import DOCS, World, perfect_world, random_world
from measures import ALL, MEASURES, measures

import ontoeval as oe
from ontoeval.errors import InputError
from ontoeval.evaluation.report import Report
from ontoeval.evaluation.scored import Scored, score
from ontoeval.metrics.definition import Measure
from ontoeval.records.model import FIELDS
from ontoeval.statistics.intervals import Interval, intervals
from ontoeval.statistics.rows import Sums

SEEDS = (0, 1)
every_seed = pytest.mark.parametrize("seed", SEEDS)
every_metric = pytest.mark.parametrize("metric", ALL.values(), ids=ALL.keys())


@cache
def world(seed: int) -> World:
    return random_world(seed)


@cache
def whole(seed: int) -> Any:
    return world(seed).compiled()


@cache
def shuffled(seed: int) -> Any:
    return world(seed).shuffled(seed + 10).compiled()


@cache
def parts(seed: int, size: int) -> list[Any]:
    """The samples in parts of the given size, in random order; a run row without gold joins the first part."""
    both = world(seed)
    names = [row["id"] for row in both.gold]
    random.Random(seed).shuffle(names)
    with_run = {row["id"] for row in both.run}
    names.sort(key=lambda name: name not in with_run)  # the join needs one common id in the first part
    groups = [set(names[start : start + size]) for start in range(0, len(names), size)]
    groups[0].add("only in the run")
    return [both.compiled(group) for group in groups]


@cache
def perfect() -> Any:
    return perfect_world(0).compiled()


def value_of(scored: Scored) -> float | None:
    return None if scored.rows is None else scored.rows.sums().value


def interval_of(scored: Scored, compiled: Any) -> Interval:
    roster = compiled.roster
    return intervals([scored.rows], len(roster), roster.cluster_hashes, replicates=100)[0]


def part_sums(measure: Measure, compiled: Any, seed: int) -> Sums | None:
    """The sums of one part. What only the whole can decide is decided there: which view, and unmeasured."""
    view_class = type(whole(seed).view(measure.view))
    view = compiled.view(view_class)
    view.lacking = lambda parameters: None
    planned = Measure(measure.metric, measure.parameters, measure.average)
    planned.__dict__["view"] = view_class
    tag = measure.average.removeprefix("macro:")
    if ":" in measure.average and tag not in view_class.keys and not compiled.roster.tag_values(tag):
        return None
    return score(planned, compiled).rows.sums()


def within(value: float, measure: Measure) -> bool:
    low, high = measure.metric.bounds
    return (low is None or value >= low) and (high is None or value <= high)


def test_generator_fills_every_field_of_the_records():
    filled = set()
    for seed in SEEDS:
        for batch in whole(seed).samples.batches():
            filled |= {path for path, values in batch.columns.items() if any(v is not None for v in values)}
    assert filled | {"id"} == set(FIELDS)


def test_generator_makes_every_awkward_case():
    statuses = {
        int(code)
        for seed in SEEDS
        for view in map(whole(seed).view, {measure.view for measure in MEASURES})
        for code in view.status
    }
    assert {0, 1, 2} <= statuses  # ok, missing, undefined


@every_metric
def test_random_samples_are_measured(metric):
    assert value_of(score(metric.measure(), whole(0))) is not None


@every_metric
@every_seed
def test_any_order_gives_the_same_bits(metric, seed):
    for measure in measures(metric):
        first = score(measure, whole(seed))
        other = score(measure, shuffled(seed))
        assert value_of(other) == value_of(first), measure.name
        assert other.rows.sums().shown == first.rows.sums().shown, measure.name
        assert interval_of(other, shuffled(seed)) == interval_of(first, whole(seed)), measure.name


def test_another_process_gives_the_same_bits():
    """Nothing hangs on the order of sets: hashes of texts differ between the two processes."""
    code = (
        "import json, sys\n"
        "sys.path.insert(0, sys.argv[1])\n"
        "from generator import random_world\n"
        "from measures import MEASURES\n"
        "from ontoeval.evaluation.report import Report\n"
        "print(json.dumps(Report(random_world(0).compiled(), MEASURES, replicates=20).rows()))\n"
    )
    here = str(Path(__file__).parent)
    rows = []
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", code, here]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        rows.append(json.loads(done.stdout))
    assert rows[0] == rows[1]
    assert len(rows[0]) == len(MEASURES)


@every_metric
@pytest.mark.parametrize("size", [1, 7])
@every_seed
def test_any_splitting_gives_the_same_bits(metric, seed, size):
    for measure in measures(metric):
        expected = score(measure, whole(seed)).rows.sums()
        sums = [found for part in parts(seed, size) if (found := part_sums(measure, part, seed)) is not None]
        for order in (1, -1):
            total, *rest = sums[::order]
            for more in rest:
                total = total + more
            assert total.value == expected.value, measure.name
            assert total.shown == expected.shown, measure.name


@every_metric
@every_seed
def test_values_items_and_intervals_keep_the_bounds(metric, seed):
    for measure in measures(metric):
        scored = score(measure, whole(seed))
        value = value_of(scored)
        assert value is None or (np.isfinite(value) and within(value, measure)), measure.name
        assert all(within(item, measure) for item in scored.item_values if not np.isnan(item)), measure.name
        interval = interval_of(scored, whole(seed))
        if interval.low is not None:
            assert interval.low <= interval.high, measure.name
            assert within(interval.low, measure), measure.name
            assert within(interval.high, measure), measure.name
        else:
            assert interval.high is None
            assert interval.method.startswith("none: ")


@pytest.mark.parametrize("seed", SEEDS)
def test_reports_account_for_every_sample_and_are_json(seed):
    report = Report(whole(seed), MEASURES, by=["kind", "split"], replicates=20)
    assert {result.slice for result in report} == {"", "kind=long", "kind=odd", "kind=short", "split=a", "split=b"}
    for result in report:
        assert result.n_samples == result.n_ok + result.n_missing + result.n_undefined + result.n_invalid
        assert (result.value is None) == (result.reason != "")
        if result.value is None:
            assert result.low is None
            assert result.high is None
        if not result.slice:
            assert result.n_samples == 41  # 40 in the golden set, one only in the run
    items = {measure.name: report.items(measure.name) for measure in MEASURES}
    assert json.loads(json.dumps([report.rows(), items, report.tables()], allow_nan=False))


@every_metric
def test_all_samples_missing_scores_the_declared_value(metric):
    lost = World(world(0).gold, [{**row, "run": {**row["run"], "error": "boom"}} for row in world(0).run])
    compiled = lost.compiled()
    scored = score(metric.measure(), compiled)
    assert scored.unmeasured is None
    assert value_of(scored) == metric.missing
    assert {int(code) for code in scored.status} <= {1, 2}
    result = Report(compiled, [metric.measure()], replicates=20)[metric.name]
    assert result.n_ok == 0
    assert result.n_missing > 0
    assert (result.reason == "") == (metric.missing is not None)


@every_metric
def test_absent_run_rows_and_run_errors_are_the_same_thing(metric):
    """A pipeline failure is data: it counts like a row that is not there."""
    names = [row["id"] for row in world(1).gold][:20]
    kept = [row for row in world(1).run if row["id"] not in names]
    failed = [{"id": row["id"], "run": {"error": "boom"}} if row["id"] in names else row for row in world(1).run]
    absent, error = World(world(1).gold, kept).compiled(), World(world(1).gold, failed).compiled()
    left, right = (score(metric.measure(), compiled) for compiled in (absent, error))
    assert value_of(left) == value_of(right)
    assert np.bincount(left.status, minlength=4).tolist() == np.bincount(right.status, minlength=4).tolist()


@every_metric
def test_run_without_any_field_is_unmeasured_with_a_reason(metric):
    silent = World(world(0).gold, [{"id": row["id"], "run": {}} for row in world(0).run])
    result = Report(silent.compiled(), [metric.measure()])[metric.name]
    assert result.value is None
    assert result.reason.startswith("unmeasured: ")
    assert result.interval == "none: no value"
    assert result.n_ok == result.n_missing == 0


@pytest.mark.parametrize("field", [path for path in FIELDS if path.startswith("run.") and path != "run.error"])
def test_run_field_that_is_null_everywhere_never_becomes_a_zero(field):
    """Without the field a measure is what it was, or says why it is nothing."""
    name = field.removeprefix("run.")
    run = [{**row, "run": {**row["run"], name: None}} for row in world(0).run]
    report = Report(World(world(0).gold, run).compiled(), MEASURES, with_intervals=False)
    for measure in MEASURES:
        result, before = report[measure.name], score(measure, whole(0))
        if result.value is None:
            assert result.reason.startswith(("unmeasured: ", "undefined: ")), measure.name
        elif measure.view.stage != "funnel":  # a loss moves on to the next stage that is logged
            assert result.value == value_of(before), measure.name


@pytest.mark.parametrize("field", [path for path in FIELDS if path.startswith("gold.")])
def test_gold_field_that_is_null_everywhere_leaves_a_value_or_a_reason(field):
    name = field.removeprefix("gold.")
    gold = [row if row["gold"] is None else {**row, "gold": {**row["gold"], name: None}} for row in world(0).gold]
    report = Report(World(gold, world(0).run).compiled(), MEASURES, with_intervals=False)
    for result in report:
        assert result.reason if result.value is None else result.n_ok > 0, result.metric


@every_metric
def test_golden_set_without_truth_is_undefined_or_not_needed(metric):
    blank = World([{**row, "gold": {}} for row in world(0).gold], world(0).run)
    result = Report(blank.compiled(), [metric.measure()])[metric.name]
    with_truth = value_of(score(metric.measure(), whole(0)))
    if result.value is None:
        assert result.reason
        assert result.n_ok == 0
    else:
        assert result.value == with_truth


@every_metric
def test_no_sample_at_all_is_a_clear_error(metric):
    with pytest.raises(InputError, match="there are no rows"):
        oe.evaluate(oe.compile([], None, docs=DOCS), [metric.name])


@every_metric
def test_golden_set_fed_back_as_run_is_perfect(metric):
    low, high = metric.bounds
    best = high if metric.direction == "higher" else low
    value = value_of(score(metric.measure(), perfect()))
    if metric.direction == "lower" and value is None:
        return  # a share of errors, and there is none
    assert best is None or value == best
    for measure in measures(metric):
        if measure.parameters == metric.measure().parameters and best is not None:
            assert value_of(score(measure, perfect())) == best, measure.name


@every_metric
def test_metric_is_pure(metric):
    """The arrays of its view are frozen; a second call gives the same rows."""
    compiled = world(0).compiled()
    for measure in measures(metric):
        view = compiled.view(measure.view)
        before = _frozen(view)
        first, second = measure.rows(view), measure.rows(view)
        assert first.columns.keys() == second.columns.keys()
        for name, column in first.columns.items():
            np.testing.assert_array_equal(column, second.columns[name], measure.name)
        np.testing.assert_array_equal(first.sample, second.sample, measure.name)
        for array, copy in before:
            np.testing.assert_array_equal(array, copy, measure.name)
        assert before


def _frozen(holder: Any) -> list[tuple[np.ndarray, np.ndarray]]:
    found = []
    for value in vars(holder).values():
        if isinstance(value, np.ndarray):
            value.setflags(write=False)
            found.append((value, value.copy()))
        elif dataclasses.is_dataclass(value) and not isinstance(value, type):
            found += _frozen(value)
    return found
