"""``ontoeval history`` and the line that ``ontoeval run`` adds."""

import importlib.util
import json
import os
import subprocess
import sys
from xml.etree import ElementTree

import pytest

FILES = 'gold = "gold.jsonl"\nrun = "run.jsonl"\nmetrics = ["recall@1"]\nhistory = "h.jsonl"\n'


@pytest.fixture
def config(write, gold, answered):
    return write("ontoeval.toml", FILES)


@pytest.fixture
def history(config):
    return config.with_name("h.jsonl")


def test_run_adds_a_line_beside_the_config(cli, config, history):
    for runs in (1, 2):
        done = cli("run", config, "--run-id", f"r{runs}")
        assert (done.code, "added a line to" in done.err) == (0, True)
        assert len(history.read_text(encoding="utf-8").splitlines()) == runs
    kept = json.loads(history.read_text(encoding="utf-8").splitlines()[0])
    assert (kept["id"], kept["commit"], kept["dirty"], kept["gate"]) == ("r1", None, None, None)


def test_the_commit_and_whether_files_differ_from_it_are_kept(cli, config, history):
    def git(*words):
        author = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        return subprocess.run(["git", *author, *words], cwd=config.parent, check=True, capture_output=True, text=True)

    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "first")
    head = git("rev-parse", "--short", "HEAD").stdout.strip()
    cli("run", config)
    config.write_text(FILES + "seed = 1\n", encoding="utf-8")
    cli("run", config)
    kept = [json.loads(line) for line in history.read_text(encoding="utf-8").splitlines()]
    assert [(line["commit"], line["dirty"]) for line in kept] == [(head, False), (head, True)]


def test_an_id_that_is_there_ends_with_3(cli, config):
    cli("run", config, "--run-id", "one")
    done = cli("run", config, "--run-id", "one")
    assert (done.code, "it holds a run 'one' already" in done.err) == (3, True)


def test_show_names_the_drop(cli, write, config, history):
    right = [{"id": f"q{i}", "retrieved": [f"d{i}"]} for i in (1, 2, 3)]
    worse = write("run.jsonl", right)
    cli("run", config)
    worse.write_text(json.dumps({"id": "q1", "retrieved": ["d1"]}) + "\n", encoding="utf-8")
    cli("run", config)
    done = cli("history", "show", history)
    assert done.code == 0
    assert any(line.startswith("drop ") and "recall@1: 1.0000 → 0.3333" in line for line in done.out.splitlines())
    (row,) = json.loads(cli("history", "show", history, "--format", "json").out)["trends"]
    assert (row["value"], row["previous"], row["runs"]) == (pytest.approx(1 / 3), 1.0, 2)


def test_show_of_one_metric_and_of_slices(cli, config, history):
    config.write_text(FILES.replace('["recall@1"]', '["recall@1", "recall@2"]') + 'by = ["intent"]\n', encoding="utf-8")
    cli("run", config)
    done = cli("history", "show", history, "--metric", "recall@2", "--slices", "--format", "json")
    rows = json.loads(done.out)["trends"]
    # of q1 (lookup), q2 (lookup) and q3 (howto), recall@2 finds the first two
    assert [(row["metric"], row["slice"], round(row["value"], 4)) for row in rows] == [
        ("recall@2", "", 0.6667),
        ("recall@2", "intent=howto", 0.0),
        ("recall@2", "intent=lookup", 1.0),
    ]
    done = cli("history", "show", history, "--metric", "recal@2")
    assert (done.code, "did you mean recall@2?" in done.err) == (2, True)


def test_show_says_what_cannot_be_read(cli, config, history):
    cli("run", config)
    with history.open("a", encoding="utf-8") as stream:
        stream.write('{"id": "half')
    done = cli("history", "show", history)
    assert done.code == 0
    assert "warning: h.jsonl:2: this line is cut off" in done.err
    assert done.out.startswith("1 run 20")


def test_plot_writes_an_svg(cli, config, history, tmp_path):
    cli("run", config)
    done = cli("history", "plot", history, "--output", tmp_path / "h.svg")
    assert done.code == 0
    assert ElementTree.parse(tmp_path / "h.svg").getroot().tag.endswith("svg")
    assert cli("history", "plot", history, "--metric", "recal", "--output", tmp_path / "x.svg").code == 2
    assert not (tmp_path / "x.svg").exists()


def test_plot_writes_a_png_with_the_extra_and_names_it_without(cli, config, history, tmp_path, monkeypatch):
    cli("run", config)
    target = tmp_path / "h.png"
    if importlib.util.find_spec("resvg_py") is not None:
        assert cli("history", "plot", history, "--output", target).code == 0
        assert target.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
        target.unlink()
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    done = cli("history", "plot", history, "--output", target)
    assert (done.code, "pip install 'ontoeval[png]'" in done.err, target.exists()) == (3, True, False)
    done = cli("history", "plot", history, "--output", tmp_path / "h.pdf")
    assert (done.code, "expected .svg or .png" in done.err) == (2, True)


def test_a_history_that_cannot_get_a_line_stops_a_run_before_it_scores(cli, config, history):
    history.mkdir()
    done = cli("run", config)
    assert (done.code, done.out, "h.jsonl: this is a folder" in done.err) == (3, "", True)


def test_the_verdict_is_shown_even_if_the_history_cannot_be_written(cli, write, config):
    gate = '[[gate.require]]\nmetric = "recall@1"\nmin = 0.5\n'
    write("ontoeval.toml", FILES + gate)
    cli("run", config, "--run-id", "one")
    done = cli("run", config, "--run-id", "one")
    assert (done.code, "it holds a run 'one' already" in done.err) == (3, True)
    assert done.out.splitlines()[-1] == "GATE failed: 1 failed of 1"


@pytest.mark.skipif(os.name != "posix", reason="makes a stand-in for git")
def test_without_git_or_with_a_detached_head_a_run_is_kept_all_the_same(cli, config, history, tmp_path, monkeypatch):
    def git(*words):
        author = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        return subprocess.run(["git", *author, *words], cwd=config.parent, check=True, capture_output=True, text=True)

    git("init", "-q")
    cli("run", config)  # no commit yet
    git("add", ".")
    git("commit", "-q", "-m", "first")
    git("checkout", "-q", "--detach")
    head = git("rev-parse", "--short", "HEAD").stdout.strip()
    cli("run", config)
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    assert cli("run", config).code == 0
    kept = [json.loads(line) for line in history.read_text(encoding="utf-8").splitlines()]
    # the history itself is a tracked file, which the second run finds as it was committed
    assert [(line["commit"], line["dirty"]) for line in kept] == [(None, None), (head, False), (None, None)]


def test_merge_says_how_many_runs_there_are(cli, config, history, tmp_path):
    cli("run", config, "--run-id", "a")
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(history.read_bytes())
    cli("run", config, "--run-id", "b")
    done = cli("history", "merge", copy, history)
    assert (done.code, done.out) == (0, f"{copy}: 2 runs\n")
    assert "1 lines repeat a run and count once" in done.err


@pytest.mark.parametrize("command", [("show",), ("plot",), ("merge", "new.jsonl")])
def test_a_history_that_is_not_there_ends_with_3(cli, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    done = cli("history", *command, "nowhere.jsonl")
    assert (done.code, "nowhere.jsonl: no such file" in done.err) == (3, True)
    assert list(tmp_path.iterdir()) == []


def test_an_empty_history(cli, write):
    empty = write("h.jsonl", "")
    assert cli("history", "show", empty).out == "no runs\n"
    assert cli("history", "plot", empty).code == 3
