"""Time, money and failures of a run."""

import pytest

import ontoeval as oe

IDS = [f"q{n}" for n in range(1, 11)]
TIMES = [30, 54, 71, 88, 90, 120, 150, 240, 560, 1197]
GOLD = [{"id": name, "tags": {"half": "slow" if n > 4 else "quick"}} for n, name in enumerate(IDS)]
RUN = [{"id": name, "latency_ms": {"total": time, "search": time / 2}} for name, time in zip(IDS, TIMES, strict=True)]


@pytest.mark.parametrize(
    ("metric", "value"),
    [
        ("latency_ms", 1197),  # numpy 2.4.6: np.quantile(TIMES, .95, method="inverted_cdf")
        ("latency_ms(quantile=0.5)", 90),
        ('latency_ms(quantile=0.5, stage="search")', 45),
        ("slow_rate", 0),
        ("slow_rate(limit=240)", 0.2),  # 560 and 1197 of ten; 240 is not above 240
        ("error_rate", 0),
    ],
)
def test_values_by_hand(metric, value):
    assert oe.score(metric, GOLD, RUN).value == value


def test_a_total_is_not_added_to_its_stages_but_stages_without_one_are_added_up():
    run = [{"id": "a", "latency_ms": {"total": 100, "search": 60}}, {"id": "b", "latency_ms": {"search": 60, "x": 50}}]
    report = oe.evaluate(oe.compile([{"id": "a"}, {"id": "b"}], run), ["latency_ms(quantile=0.5)", "latency_ms"])
    assert [result.value for result in report] == [100, 110]


def test_slices_have_their_own_quantile():
    report = oe.evaluate(oe.compile(GOLD, RUN), ["latency_ms(quantile=0.5)"], by=["half"])
    assert {result.slice: result.value for result in report} == {"": 90, "half=quick": 71, "half=slow": 240}


def test_the_times_are_items_and_no_table_beside_them():
    report = oe.evaluate(oe.compile(GOLD, RUN), ["latency_ms"])
    assert [row["value"] for row in report.items("latency_ms")] == [30, 1197, 54, 71, 88, 90, 120, 150, 240, 560]
    assert "latency_ms" not in report.tables()


def test_the_table_of_time_has_a_row_per_stage_and_no_percentile_of_few():
    report = oe.evaluate(oe.compile(GOLD, RUN), ["latency_ms"])
    assert report.table("time") == [
        {"stage": "search", "questions": 10, "sum": 1300, "p50": 45, "p95": None, "p99": None},
        {"stage": "total", "questions": 10, "sum": 2600, "p50": 90, "p95": None, "p99": None},
    ]


def test_failures_and_silent_rows_are_counted_and_not_scored():
    run = [
        {"id": "a", "latency_ms": {"total": 5}, "cost": {"answer": 0.5}},
        {"id": "b", "error": "timeout", "latency_ms": {"total": 30_000}, "cost": {"answer": 9}},
        {"id": "c", "answer": "yes"},
    ]
    gold = [{"id": name} for name in "abcd"]
    report = oe.evaluate(oe.compile(gold, run), ["latency_ms", "cost", "error_rate"])
    assert [(result.value, result.n_ok, result.n_missing) for result in report] == [
        (5, 1, 3),
        (0.5, 1, 3),
        (0.5, 2, 2),
    ]


def test_a_stage_that_no_row_names_is_unmeasured_and_the_others_are_named():
    found = oe.score('latency_ms(stage="serach")', GOLD, RUN)
    assert found.value is None
    assert "no row has run.latency_ms.serach, there are search, total" in found.reason


def test_without_a_run_nothing_of_it_is_measured():
    report = oe.evaluate(oe.compile([{"id": "a"}]), ["error_rate", "latency_ms", "cost", "slow_rate"])
    assert [result.value for result in report] == [None] * 4
    assert [result.reason for result in report] == [
        "unmeasured: no row has a field of a run",
        "unmeasured: no row has run.latency_ms",
        "unmeasured: no row has run.cost",
        "unmeasured: no row has run.latency_ms",
    ]


def test_a_saved_baseline_is_compared_by_quantile(tmp_path):
    before = oe.evaluate(oe.compile(GOLD, RUN), ["latency_ms(quantile=0.5)", "slow_rate(limit=100)"])
    slower = [{**row, "latency_ms": {"total": row["latency_ms"]["total"] * 2}} for row in RUN]
    after = oe.evaluate(oe.compile(GOLD, slower), ["latency_ms(quantile=0.5)", "slow_rate(limit=100)"])
    before.save(tmp_path / "before.json")
    after.save(tmp_path / "after.json")
    for comparison in (before.compare(after), before.compare(tmp_path / "after.json")):
        change = comparison["latency_ms(quantile=0.5)"]
        assert (change.paired.a, change.paired.b, change.paired.delta) == (90, 180, 90)
        assert comparison["slow_rate(limit=100)"].paired.flips == (4, 0)
        assert comparison.moved[0]["id"] == "q2"  # from quick to slow; a move of 1 197 ms is a share of 2 394


def test_p95_below_a_limit_is_a_line_of_a_gate():
    gate = oe.Gate([{"metric": "latency_ms", "max": 1500}, {"metric": "slow_rate(limit=100)", "max": 0.05}])
    verdict = gate.check(oe.evaluate(oe.compile(GOLD, RUN), ["latency_ms", "slow_rate(limit=100)"]))
    assert [line.state for line in verdict.lines] == ["pass", "fail"]


def test_a_number_alone_is_the_total():
    run = [{"id": "a", "latency_ms": 812.5, "cost": 0.25}]
    report = oe.evaluate(oe.compile([{"id": "a"}], run), ["latency_ms", "cost"])
    assert [result.value for result in report] == [812.5, 0.25]


@pytest.mark.parametrize("wrong", [-1, {"search": -1}, True, {"search": "fast"}, float("nan")])
def test_an_amount_that_cannot_be_is_refused_with_its_row(wrong):
    with pytest.raises(oe.errors.RecordError, match="latency_ms"):
        oe.score("latency_ms", [{"id": "a"}], [{"id": "a", "latency_ms": wrong}])
