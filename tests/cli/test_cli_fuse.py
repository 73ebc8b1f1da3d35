"""``ontoeval fuse``: one run of several."""

from __future__ import annotations

import json

import pytest

DENSE = ["d3", "d7", "d1", "d4", "d2", "d9", "d10"]
SPARSE = ["d2", "d3", "d8", "d1", "d11", "d4", "d6"]


@pytest.fixture
def runs(tmp_path):
    paths = []
    for name, docs in (("dense", DENSE), ("sparse", SPARSE)):
        path = tmp_path / f"{name}.jsonl"
        path.write_text(json.dumps({"id": "q", "run": {"retrieved": docs}}) + "\n")
        paths.append(path)
    return paths


def test_fused_run_is_the_handbooks_and_can_be_scored(cli, runs, tmp_path):
    """spec/core.md 4: d3 .03252, d2 .03178, d1 .03150."""
    out = tmp_path / "fused.jsonl"
    done = cli("fuse", *runs, "--out", out, "--depth", 3)
    assert (done.code, done.out) == (0, "")
    assert "1 questions" in done.err
    (row,) = [json.loads(line) for line in out.read_text().splitlines()]
    assert [(hit["id"], round(hit["score"], 5)) for hit in row["retrieved"]] == [
        ("d3", 0.03252),
        ("d2", 0.03178),
        ("d1", 0.0315),
    ]
    gold = tmp_path / "gold.jsonl"
    gold.write_text('{"id": "q", "docs": ["d2"]}\n')
    scored = cli("score", "reciprocal_rank", "--gold", gold, "--run", out, "--format", "json")
    assert json.loads(scored.out)["results"][0]["value"] == 0.5


def test_weights_go_with_the_runs(cli, runs, tmp_path):
    out = tmp_path / "fused.jsonl"
    assert cli("fuse", *runs, "--out", out, "--weight", 0, "--weight", 1).code == 0
    assert [hit["id"] for hit in json.loads(out.read_text())["retrieved"]][:7] == SPARSE


def test_mistakes(cli, runs, tmp_path):
    out = tmp_path / "fused.jsonl"
    done = cli("fuse", runs[0], "--out", out)
    assert (done.code, "1 run to fuse" in done.err) == (2, True)
    done = cli("fuse", *runs, "--out", out, "--method", "weighted")
    assert done.code == 3
    assert "dense.jsonl:1 run.retrieved: no scores" in done.err
    done = cli("fuse", *runs, "--out", out, "--weight", 1)
    assert (done.code, "1 weights for 2 rankings" in done.err) == (2, True)
    assert not out.exists()
