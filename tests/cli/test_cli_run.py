"""``ontoeval run``, ``demo`` and ``metrics``."""

import json
import shutil
from pathlib import Path

import click
import pytest

from ontoeval.cli import root
from ontoeval.metrics import registry


def command_lines(command=root, path=()):
    """Every command and group of the command line as words."""
    yield list(path)
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from command_lines(command.get_command(context, name), (*path, name))


def found(path):
    """The command of some words."""
    command = root
    for word in path:
        command = command.get_command(click.Context(command), word)
    return command


COMMAND_LINES = list(command_lines())
DEMO = Path(__file__).resolve().parents[2] / "fixtures" / "demo"


def test_run_names_layers_stages_and_unmeasured_stages(cli):
    done = cli("run", DEMO / "ontoeval.toml")
    assert done.code == 0
    lines = done.out.splitlines()
    for layer in ("OFFLINE", "ONLINE", "AFTER GENERATION", "SYSTEM"):
        assert layer in lines
    assert any(line.split()[:2] == ["filter", "false_exclusion_rate"] for line in lines)
    assert any(line.split()[:2] == ["grounding", "unmeasured"] for line in lines)
    assert not any(line != line.rstrip() for line in lines)


def test_run_reads_ontoeval_toml_of_the_current_folder(cli, tmp_path, monkeypatch, gold, answered):
    (tmp_path / "ontoeval.toml").write_text('gold = "gold.jsonl"\nrun = "run.jsonl"\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    done = cli("run", "--format", "json")
    values = {row["metric"]: row["value"] for row in json.loads(done.out)["results"]}
    assert values["recall@10"] == pytest.approx(2 / 3)


def test_paths_of_a_config_are_relative_to_the_config(cli, tmp_path, monkeypatch, gold, answered):
    config = tmp_path / "ontoeval.toml"
    config.write_text('gold = "gold.jsonl"\nrun = "run.jsonl"\nmetrics = ["recall"]\n', encoding="utf-8")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert "0.6667" in cli("run", config).out


def test_run_saves_several_reports(cli, tmp_path, gold, answered, write):
    config = write("ontoeval.toml", 'gold = "gold.jsonl"\nrun = "run.jsonl"\nmetrics = ["recall"]\n')
    targets = [tmp_path / "r.json", tmp_path / "r.md"]
    done = cli("run", config, "--save", targets[0], "--save", targets[1])
    assert done.code == 0
    assert all(target.exists() and str(target) in done.err for target in targets)


def test_strict_run_ends_with_4_when_a_named_metric_has_no_value(cli, write, gold, answered):
    config = write("ontoeval.toml", 'gold = "gold.jsonl"\nrun = "run.jsonl"\nmetrics = ["recall", "linking_f1"]\n')
    assert cli("run", config).code == 0
    assert cli("run", config, "--strict").code == 4


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('gld = "gold.jsonl"', ["unknown key gld", "did you mean gold?"]),
        ('gold = "gold.jsonl"\n[outputs]\nslot = ["a"]', ["unknown key outputs.slot", "did you mean outputs.slots?"]),
        ('gold = "gold.jsonl', ["this is no TOML"]),
        ("gold = 3", ["gold = 3", "a path as text"]),
        ('gold = "gold.jsonl"\nseed = "one"', ["seed = 'one'", "a whole number"]),
        ('gold = "gold.jsonl"\nseed = true', ["a whole number"]),
        ('gold = "gold.jsonl"\nmetrics = "recall"', ["a list of texts"]),
        ('gold = "gold.jsonl"\nwhere = "intent"', ["a table [where] of texts"]),
        ('gold = "gold.jsonl"\nduplicates = "last"', ['"error" or "first"']),
        ('gold = "gold.jsonl"\noutputs = 3', ["outputs is no table"]),
        ('gold = "gold.jsonl"\n[fields]\ngold.dcos = "x"', ["did you mean gold.docs"]),
        ("", ["no golden set is named"]),
        ('run = "run.jsonl"', ["no golden set is named"]),
        ('gold = "nowhere.jsonl"', ["nowhere.jsonl: no such file"]),
        ('gold = "gold.jsonl"', ["no stage can be measured"]),
    ],
)  # fmt: skip
def test_a_wrong_config_ends_with_3(cli, write, gold, text, words):
    done = cli("run", write("ontoeval.toml", text))
    assert (done.code, done.out) == (3, "")
    for word in words:
        assert word in done.err


def test_an_unknown_metric_in_a_config_suggests(cli, write, gold, answered):
    done = cli("run", write("c.toml", 'gold = "gold.jsonl"\nrun = "run.jsonl"\nmetrics = ["recal"]'))
    assert (done.code, done.out) == (2, "")
    assert "did you mean recall" in done.err


def test_a_config_that_is_not_utf8(cli, write):
    done = cli("run", write("c.toml", 'gold = "Größe.jsonl"'.encode("latin-1")))
    assert done.code == 3
    assert "utf-8" in done.err.lower()


@pytest.mark.parametrize("name", ["nowhere.toml", "."])
def test_a_config_that_is_no_file(cli, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    done = cli("run", name)
    assert done.code == 3
    assert done.err.startswith("error: ")


def test_metrics_list_names_every_metric_once(cli):
    lines = cli("metrics", "list").out.splitlines()
    named = [line.split()[0] for line in lines if line.startswith("  ")]
    assert sorted(named) == sorted(registry.entries())
    listed = json.loads(cli("metrics", "list", "--format", "json").out)["metrics"]
    assert [entry["name"] for entry in listed] == named
    assert all(entry["summary"] for entry in listed)


@pytest.mark.parametrize("name", ["ndcg", "ndcg@10", 'linking_f1(average="macro")'])
def test_metrics_show_takes_a_name_with_parameters(cli, name):
    done = cli("metrics", "show", name)
    assert done.code == 0
    assert "**Definition.**" in done.out
    assert ">>> " in done.out


@pytest.mark.parametrize("command", COMMAND_LINES)
@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_every_command_has_help(cli, command, flag):
    done = cli(*command, flag)
    assert done.code == 0
    assert done.out.startswith("Usage: ontoeval")
    assert done.err == ""


def test_every_command_names_its_twin_in_python(cli):
    for command in COMMAND_LINES:
        if isinstance(found(command), click.Group):
            continue
        assert "In Python:" in cli(*command, "--help").out, command


def test_version(cli):
    assert cli("--version").out == "ontoeval 0.1.0\n"


def test_a_run_is_the_same_wherever_it_is(cli, tmp_path):
    copy = tmp_path / "fixtures" / "demo"
    shutil.copytree(DEMO, copy)
    shutil.copytree(DEMO.parents[1] / "ontologies", tmp_path / "ontologies")
    first = cli("run", DEMO / "ontoeval.toml", "--format", "json").out
    assert cli("run", copy / "ontoeval.toml", "--format", "json").out == first


def test_filters_size_says_how_many_questions_a_claim_needs(cli):
    done = cli("filters", "size", "--below", "0.02")
    assert done.code == 0
    assert done.out.splitlines()[1].split()[0] == "149"  # rule of three, exact: 1 - .05 ** (1 / 149) < .02


@pytest.mark.parametrize(
    "options",
    [["--below", "2"], ["--below", "0"], ["--below", "x"], ["--below", "0.02", "--expect", "0.03"], []],
)  # fmt: skip
def test_filters_size_refuses_claims_that_make_no_sense(cli, options):
    done = cli("filters", "size", *options)
    assert (done.code, done.out) == (2, "")
