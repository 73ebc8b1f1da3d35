"""``ontoeval gate`` and the gate of ``ontoeval run``."""

import json
from pathlib import Path

import pytest

from ontoeval.metrics import registry

DEMO = Path(__file__).resolve().parents[2] / "fixtures" / "demo"
FILES = 'gold = "gold.jsonl"\nrun = "run.jsonl"\n'
MINE = '''"""Mine."""

import numpy as np

from ontoeval import metric
from ontoeval.statistics.rows import Mean
from ontoeval.views.rankings import Rankings


@metric(view=Rankings, average="macro", direction="higher", bounds=(0, 1), level="headline", source="me")
def mine(rankings: Rankings) -> Mean:
    """One for every question."""
    return Mean(np.ones(rankings.n))
'''
RECALL = '[[gate.require]]\nmetric = "recall@1"\n'


def test_the_gate_of_the_demo_fails_for_the_silent_filter_and_names_it(cli):
    done = cli("gate", "check", DEMO / "gate.toml")
    assert done.code == 1
    failed = [line for line in done.out.splitlines() if line.startswith("FAIL")]
    assert failed == ["FAIL  false_exclusion_rate ≤ 0.02: 0.2600 (0.1463 – 0.4034), n = 50"]  # 13 of 50: manifest.json
    assert "→ The filter on category excludes the gold document of 11 questions." in done.out
    assert done.out.splitlines()[-1] == "GATE failed: 3 passed, 1 failed of 4"
    row = cli("gate", "check", DEMO / "gate.toml", "--format", "md").out.splitlines()[5]
    assert row.startswith(
        "| **false_exclusion_rate ≤ 0.02** | **FAIL** | 0.2600 | 0.1463 – 0.4034 | 50 | 0.2600 is above"
    )
    assert "| The filter on category excludes the gold document of 11 questions." in row
    assert "<br>The filter on locale excludes" in row


# recall@1 of gold and run: q1 right, q2 and q3 wrong
@pytest.mark.parametrize(
    ("limits", "code"),
    [("min = 0.3", 0), ("min = 0.5", 1), ('min = 0.3\non = "bound"', 4), ("min = 0.3\nmin_n = 4", 1)],
)
def test_exit_codes_of_run_and_check_are_those_of_the_gate(cli, write, gold, answered, limits, code):
    config = write("ontoeval.toml", FILES + RECALL + limits)
    assert cli("gate", "check", config).code == code
    assert cli("run", config).code == code


def test_run_scores_what_the_gate_looks_at(cli, write, gold, answered):
    config = write("ontoeval.toml", FILES + 'metrics = ["precision@1"]\n' + RECALL + 'min = 0.5\nby = "intent"')
    content = json.loads(cli("run", config, "--format", "json").out)
    assert {row["metric"] for row in content["results"]} == {"precision@1", "recall@1"}
    assert {row["slice"] for row in content["results"]} == {"", "intent=howto", "intent=lookup"}
    states = [check["state"] for check in content["gate"]["lines"][0]["checks"]]
    assert (content["gate"]["exit_code"], states) == (1, ["fail", "pass"])


@pytest.mark.parametrize(("format_", "where"), [("table", "out"), ("csv", "err"), ("md", "err")])
def test_the_verdict_does_not_spoil_what_programs_read(cli, write, gold, answered, format_, where):
    config = write("ontoeval.toml", FILES + 'metrics = ["recall@1"]\n' + RECALL + "min = 0.5")
    done = cli("run", config, "--format", format_)
    assert "FAIL  recall@1 ≥ 0.5: 0.3333" in getattr(done, where)
    assert ("FAIL  " in done.out) == (where == "out")


def test_the_verdict_as_markdown_is_first_in_a_saved_report_too(cli, tmp_path, write, gold, answered):
    lines = RECALL + 'min = 0.5\nname = "a | b\\nc [x](y)"\n' + RECALL + "min = 0.3"
    config = write("ontoeval.toml", FILES + 'metrics = ["recall@1"]\n' + lines)
    done = cli("gate", "check", config, "--format", "md")
    assert done.code == 1
    assert done.out.splitlines()[:4] == [
        "## Gate failed: 1 passed, 1 failed of 2",
        "",
        "| line | verdict | value | 95 % interval | n | why | what the report knows |",
        "| --- | --- | ---: | --- | ---: | --- | --- |",
    ]
    # 1 of 3 is right: Clopper-Pearson .0084 to .9057
    bad, good = done.out.splitlines()[4:]
    assert bad == r"| **a \| b c \[x\](y)** | **FAIL** | 0.3333 | 0.0084 – 0.9057 | 3 | 0.3333 is below min 0.5 |  |"
    assert good == "| recall&#64;1 ≥ 0.3 | PASS | 0.3333 | 0.0084 – 0.9057 | 3 |  |  |"
    cli("run", config, "--save", tmp_path / "report.md")
    assert (tmp_path / "report.md").read_text(encoding="utf-8").startswith(done.out + "\n## ")
    assert cli("run", config, "--format", "md").out.startswith(done.out + "\n## ")


def test_check_of_a_saved_report_with_a_baseline(cli, tmp_path, write, gold, answered):
    config = write("ontoeval.toml", FILES + 'metrics = ["recall@1"]\n' + RECALL + "max_drop = 0.1")
    before = write("better.jsonl", [{"id": f"q{i}", "retrieved": [f"d{i}"]} for i in (1, 2, 3)])
    for name, run in (("before", before), ("after", answered)):
        cli("score", "recall@1", "--gold", gold, "--run", run, "--save", tmp_path / f"{name}.json")
    files = {name: tmp_path / f"{name}.json" for name in ("before", "after")}
    done = cli("gate", "check", config, "--report", files["after"], "--baseline", files["before"])
    assert done.code == 1
    assert "0.6667 worse than the baseline on 3 common questions, 0.1 allowed" in done.out
    assert cli("gate", "check", config, "--report", files["before"], "--baseline", files["before"]).code == 0
    done = cli("gate", "check", config, "--report", files["after"])
    assert (done.code, "there is no baseline" in done.err) == (2, True)


def test_a_baseline_in_the_config_is_relative_to_it(cli, tmp_path, write, gold, answered):
    cli("score", "recall@1", "--gold", gold, "--run", answered, "--save", tmp_path / "main.json")
    text = FILES + 'metrics = ["recall@1"]\n[gate]\nbaseline = "main.json"\n' + RECALL + "max_drop = 0"
    assert cli("gate", "check", write("ontoeval.toml", text)).code == 0
    done = cli("gate", "check", write("ontoeval.toml", text.replace("main.json", "other.json")))
    assert (done.code, "other.json: the baseline cannot be used: no such file" in done.err) == (3, True)


def test_a_subset_scores_fewer_and_leaves_full_lines_out(cli, write, gold, answered):
    config = write("ontoeval.toml", FILES + RECALL + "min = 0\n" + RECALL + "min = 1\nfull = true")
    assert cli("gate", "check", config).code == 1
    done = cli("gate", "check", config, "--subset", "2")
    assert done.code == 0
    assert "n = 2" in done.out
    assert "SKIP  recall@1 ≥ 1: subset" in done.out


@pytest.mark.parametrize("size", ["many", "0", "150%", "-3", "nan"])
def test_a_subset_of_no_size(cli, write, gold, answered, size):
    done = cli("run", write("ontoeval.toml", FILES), f"--subset={size}")
    assert (done.code, done.out) == (2, "")


def test_a_preset_says_that_it_is_a_starting_point(cli, write, gold, answered):
    done = cli("gate", "check", write("ontoeval.toml", FILES + '[gate]\npreset = "starting-point"'))
    assert done.code == 1
    assert done.out.startswith("note: preset starting-point: figures to start from, not yours")
    assert "FAIL  false_exclusion_rate ≤ 0.02: –, n = 0" in done.out


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("", 3, ["there is no [gate]"]),
        ("[gate]", 3, ["the gate has no line", "mend: add [[gate.require]]"]),
        ("gate = 3", 3, ["a table [gate]"]),
        ('[gate]\nrecall = 0.8', 3, ["unknown key recall"]),
        ('[gate]\nbasline = "x"', 3, ["did you mean baseline?"]),
        ('[gate]\npreset = "strict"', 3, ['"starting-point" or "high-stakes"']),
        ('[gate]\npreset = ["x"]', 3, ['"starting-point" or "high-stakes"']),
        ("[gate]\nbaseline = 3", 3, ["the path of a saved report.json"]),
        ('[gate]\nrequire = "recall"', 3, ["[[gate.require]]"]),
        (RECALL + 'min = "0.5"', 3, ["[gate] line 1: min = '0.5'", "a number without quotes"]),
        ('[[gate.require]]\nmetric = "recal@1"\nmin = 0.5', 2, ["line 1: there is no metric", "did you mean recall"]),
        (RECALL + 'min = 0.5\nby = "intend"', 2, ["[gate]: no sample has the tag 'intend'", "did you mean intent?"]),
        (RECALL + "min = 85", 3, ["line 1: min = 85 is no value of recall@1", "85 % is min = 0.85"]),
    ],
)  # fmt: skip
def test_a_gate_that_is_off(cli, write, gold, answered, text, code, words):
    done = cli("gate", "check", write("ontoeval.toml", FILES + text))
    assert (done.code, done.out) == (code, "")
    for word in words:
        assert word in done.err


def test_a_gate_on_a_metric_of_ones_own(cli, write, monkeypatch, gold, answered):
    monkeypatch.setattr(registry, "_user", {})
    write("mine.py", MINE)
    text = FILES + 'metrics = ["recall@1"]\nmetrics_file = "mine.py"\n[[gate.require]]\nmetric = "mine"\nmin = 1\n'
    done = cli("gate", "check", write("ontoeval.toml", text))
    registry._load.cache_clear()
    assert done.out.splitlines()[0].startswith("PASS  mine ≥ 1: 1.0000 ")


def test_calibrate_writes_lines_that_the_gate_reads(cli, tmp_path, write, gold, answered):
    paths = [tmp_path / "a.json", tmp_path / "b.json"]
    for path in paths:
        cli("score", "recall@2", "--gold", gold, "--run", answered, "--save", path)
    done = cli("gate", "calibrate", *paths)
    assert done.out.splitlines()[1].split() == ["recall@2", "0.6667", "0.6667", "0.3333", "≥", "0.33"]
    lines = cli("gate", "calibrate", *paths, "--format", "toml").out
    assert cli("gate", "check", write("ontoeval.toml", FILES + lines)).code == 0
    assert json.loads(cli("gate", "calibrate", *paths, "--format", "json").out)["thresholds"][0]["limit"] == 0.33
    assert cli("gate", "calibrate", paths[0]).code == 2
    done = cli("gate", "calibrate", *paths, tmp_path / "x" / ".." / "b.json")
    assert (done.code, "this report is given twice" in done.err) == (2, True)
