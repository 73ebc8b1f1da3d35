"""A history of 10,000 runs read and looked at, against pandas reading the same lines."""

import json
from datetime import UTC, datetime, timedelta

import numpy as np
import pandas as pd

from ontoeval.gate.history import History
from ontoeval.gate.trend import trends

RUNS, METRICS = 10_000, 22


def test_show_a_history(bench, tmp_path):
    path = tmp_path / "history.jsonl"
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

    def ours() -> list[float | None]:
        return [trend.value for trend in trends(History(path).runs()[-100:])]

    def pandas() -> list[float]:
        frame = pd.read_json(path, lines=True, precise_float=True)
        return [value["value"] for value in frame["values"].iloc[-1][""].values()]

    found, expected = bench.compare(
        "history of 10k runs × 22 metrics: read, drops and drifts of the last 100",
        ours,
        pandas,
        "pandas.read_json",
        target="< 2 CPU s",
        rounds=3,
    )
    assert found == expected
