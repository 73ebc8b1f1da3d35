"""A history of 10,000 runs read and looked at, against pandas reading the same lines."""

import json
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import numpy as np
import pandas as pd
import pytest

from ontoeval.gate.history import History
from ontoeval.gate.trend import trends

RUNS, METRICS = 10_000, 22
PANDAS = "import pandas, sys; print(len(pandas.read_json(sys.argv[1], lines=True, precise_float=True)))"


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("history") / "history.jsonl"
    start = datetime(2020, 1, 1, tzinfo=UTC)
    numbers = np.random.default_rng(7).uniform(0.79, 0.81, (RUNS, METRICS)).round(6).tolist()
    fixed = {"low": 0.7, "high": 0.9, "n": 100, "missing": 0, "invalid": 0, "better": "higher", "level": "headline"}
    with path.open("w", encoding="utf-8") as stream:
        for place, row in enumerate(numbers):
            run = {
                "id": f"r{place}",
                "time": (start + timedelta(hours=place)).strftime("%Y-%m-%dT%H:%M:%SZ"),
                "commit": "a1b2c3d",
                "dirty": False,
                "signature": {"ontoeval": "0.1.0", "gold": "83f7ba71de5b3e31", "docs": None, "ontology": None},
                "judges": [],
                "runs": 0,
                "subset": None,
                "gate": None,
                "values": {"": {f"m{i}": {"value": v, **fixed, "flip": 0.01, "version": 1} for i, v in enumerate(row)}},
            }
            stream.write(json.dumps(run) + "\n")
    return path


@pytest.mark.parametrize("last", [100, RUNS])
def test_look_at_a_history(bench, path, last):
    def ours() -> list[float | None]:
        return [trend.value for trend in trends(History(path).runs()[-last:])]

    def pandas() -> list[float]:
        frame = pd.read_json(path, lines=True, precise_float=True)
        return [value["value"] for value in frame["values"].iloc[-1][""].values()]

    found, expected = bench.compare(
        f"history of 10k runs × {METRICS} metrics: read, drops and drifts of the last {last:,}",
        ours,
        pandas,
        "pandas.read_json",
        target="< 2 CPU s",
        rounds=3,
    )
    assert found == expected


def test_show_a_whole_history(bench, path):
    def run(*words: object) -> str:
        command = [sys.executable, *map(str, words)]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    found, expected = bench.compare(
        f"history show --last 10000, 10k runs × {METRICS} metrics, with its start",
        lambda: run("-m", "ontoeval", "history", "show", path, "--last", RUNS),
        lambda: run("-c", PANDAS, path),
        "python -c pandas.read_json",
        target="< 2 CPU s",
        rounds=3,
        children=True,
    )
    assert found.startswith("10,000 runs from 2020-01-01 00:00 a1b2c3d")
    assert expected == "10000\n"
