"""Sweeps: quality, latency and cost in one table, the knee, and what is dominated."""

from __future__ import annotations

import pytest

import ontoeval as oe
from ontoeval.errors import BadParameter, UsageError

GOLD = [{"id": f"q{n}", "docs": ["g"]} for n in range(100)]


def run(found: int, latency: float | None = None, cost: float | None = None) -> list[dict]:
    """The first questions find their document; each takes this long, half of it for retrieval."""
    rows = []
    for number, row in enumerate(GOLD):
        mine = {"retrieved": ["g" if number < found else "x"]}
        if latency is not None:
            mine["latency_ms"] = {"retrieval": latency / 2, "rerank": latency / 2}
        if cost is not None:
            mine["cost"] = {"embed": cost}
        rows.append({"id": row["id"], "run": mine})
    return rows


def test_table_and_knee_by_hand():
    """Scaled x 0, 1/7, 3/7, 1 and y 0, .7, .9, 1: the knee is at 256."""
    runs = {128: run(50, 10, 1), 256: run(85, 20, 2), 512: run(95, 40, 4), 1024: run(100, 80, 8)}
    found = oe.retrieval.sweep_configs(GOLD, runs)
    assert [
        (row["config"], row["value"], row["latency_p50"], row["latency_p95"], row["cost"]) for row in found.rows
    ] == [
        (128, 0.5, 10.0, 10.0, 1.0),
        (256, 0.85, 20.0, 20.0, 2.0),
        (512, 0.95, 40.0, 40.0, 4.0),
        (1024, 1.0, 80.0, 80.0, 8.0),
    ]
    assert [row["config"] for row in found.knees] == [256]
    assert found.best == {"config": 1024}
    assert [row["delta"] for row in found.rows] == [
        pytest.approx(-0.5),
        pytest.approx(-0.15),
        pytest.approx(-0.05),
        None,
    ]
    assert found.rows[1]["delta_high"] < 0  # 256 is shown to be worse than 1024
    assert not any(row["dominated"] for row in found.rows)
    assert found.rows[0]["low"] < 0.5 < found.rows[0]["high"]


def test_dominated_configuration():
    """b is no better than a in anything, and slower."""
    found = oe.retrieval.sweep_configs(GOLD, {"a": run(90, 10), "b": run(90, 20), "c": run(95, 30)})
    assert {row["config"]: row["dominated"] for row in found.rows} == {"a": False, "b": True, "c": False}
    assert found.knees == []  # names have no order


def test_knee_of_models_against_latency_and_cost():
    runs = {"small": run(50, 10, 1), "base": run(85, 20, 7), "large": run(95, 40, 7.5), "huge": run(100, 80, 8)}
    assert [row["config"] for row in oe.retrieval.sweep_configs(GOLD, runs, against="latency").knees] == ["base"]
    found = oe.retrieval.sweep_configs(GOLD, runs, against="cost")
    assert found.knees == []  # x 0, .857, .929, 1 lies above y 0, .7, .9, 1


def test_several_settings_have_a_knee_for_each_combination_of_the_others():
    sizes = {128: 50, 256: 85, 512: 95, 1024: 100}
    runs = [
        ({"chunk": size, "overlap": share}, run(value - round(10 * share)))
        for share in (0.0, 0.2)
        for size, value in sizes.items()
    ]
    found = oe.retrieval.sweep_configs(GOLD, runs, axis="chunk")
    assert [(row["chunk"], row["overlap"]) for row in found.knees] == [(256, 0.0), (256, 0.2)]


def test_few_questions_have_no_95th_percentile():
    gold = GOLD[:10]
    rows = oe.retrieval.sweep_configs(gold, {1: run(5, 10)[:10], 2: run(6, 20)[:10]}).rows
    assert [(row["latency_p50"], row["latency_p95"]) for row in rows] == [(10.0, None), (20.0, None)]


def test_run_that_does_not_say_has_no_latency():
    rows = oe.retrieval.sweep_configs(GOLD, {1: run(5), 2: run(6)}).rows
    assert [(row["latency_p50"], row["cost"], row["dominated"]) for row in rows] == [(None, None, False)] * 2


def test_what_cannot_be_used():
    with pytest.raises(UsageError, match="1 configuration"):
        oe.retrieval.sweep_configs(GOLD, {1: run(1)})
    with pytest.raises(UsageError, match="different settings"):
        oe.retrieval.sweep_configs(GOLD, [({"a": 1}, run(1)), ({"b": 1}, run(1))])
    with pytest.raises(UsageError, match="axis=None; expected a or b"):
        oe.retrieval.sweep_configs(GOLD, [({"a": 1, "b": 1}, run(1)), ({"a": 2, "b": 1}, run(1))])
    with pytest.raises(BadParameter, match="against="):
        oe.retrieval.sweep_configs(GOLD, {1: run(1), 2: run(2)}, against="memory")
    with pytest.raises(BadParameter, match="better when it is lower"):
        oe.retrieval.sweep_configs(GOLD, {1: run(1), 2: run(2)}, metric="empty_result_rate")
