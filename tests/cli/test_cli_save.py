"""Files to write: refused before any work, by every command that has such an option."""

from __future__ import annotations

import os

import click
import pytest

from ontoeval.cli import root

#: What stands for the inputs: none of it exists, so a command that begins to work says something else.
NEEDED = {
    "score": ["recall", "--gold", "none.jsonl"],
    "run": ["none.toml"],
    "audit concepts": ["none.csv", "--ontology", "none.obo"],
    "audit filters": ["--log", "none.jsonl", "--docs", "none.jsonl"],
    "audit links": ["none.jsonl"],
    "audit outputs": ["none.jsonl"],
    "filters lint": ["none.jsonl"],
    "ontology check": ["none.obo"],
    "ontology diff": ["none.obo", "none.obo"],
}


def _options(command, name=""):
    context = click.Context(command)
    if isinstance(command, click.Group):
        for child in command.list_commands(context):
            yield from _options(command.get_command(context, child), f"{name} {child}".strip())
    for parameter in command.params:
        option = parameter.opts[0]
        if option in ("--save", "--pairs") or (name, option) == ("audit outputs", "--report"):
            yield name, option


OPTIONS = list(_options(root))


def test_every_command_that_saves_is_here():
    assert {name for name, _ in OPTIONS} == set(NEEDED)
    assert len(OPTIONS) == len(NEEDED) + 2  # --report and --pairs


@pytest.fixture
def save(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def call(name, option, target):
        return cli(*name.split(), *NEEDED[name], option, target)

    return call


@pytest.fixture
def suffix(request):
    return ".csv" if request.getfixturevalue("option") == "--pairs" else ".json"


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_a_folder_that_does_not_exist(save, name, option, suffix):
    done = save(name, option, f"no/r{suffix}")
    assert (done.code, done.out, done.err) == (3, "", "error: no: there is no such folder\n  mend: make it first\n")


@pytest.mark.parametrize(("name", "option"), OPTIONS)
@pytest.mark.parametrize("target", ["r.pdf", "r", ""])
def test_a_suffix_without_a_writer(save, name, option, target):
    done = save(name, option, target)
    assert (done.code, done.out) == (2, "")
    assert "no writer for" in done.err


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_a_file_that_must_not_be_written(save, name, option, suffix, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    done = save(name, option, f"r{suffix}")
    assert (done.code, done.out) == (3, "")
    assert done.err.startswith(f"error: r{suffix}: it cannot be written")


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_a_folder_in_place_of_the_file(save, name, option, suffix, tmp_path):
    (tmp_path / f"r{suffix}").mkdir()
    done = save(name, option, f"r{suffix}")
    assert (done.code, done.out) == (3, "")
    assert "this is a folder" in done.err


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_a_file_that_can_be_written_lets_the_work_begin(save, name, option, suffix):
    done = save(name, option, f"r{suffix}")
    assert done.code == 3
    assert "none." in done.err


@pytest.mark.parametrize(
    "call",
    [
        "audit outputs none.jsonl --slot a[",
        "audit outputs none.jsonl --label a..b",
        "audit outputs none.jsonl --output a[x]",
        "audit outputs none.jsonl --text a.",
        "audit outputs none.jsonl --triples $",
        "score recall --gold none.jsonl --slot a[",
        "ontology diff none.obo none.obo --slot a[",
    ],
)
def test_a_path_that_cannot_be_read_is_a_wrong_call(cli, call):
    done = cli(*call.split())
    *_, option, path = call.split()
    assert done.code == 2
    assert done.err.startswith(f"error: {option}: cannot read the path {path!r}; expected a path such as")


def test_the_demo_refuses_a_report_without_a_writer_before_it_works(cli):
    done = cli("demo", "--output", "r.pdf")
    assert (done.code, done.out) == (2, "")
    assert "no writer for '.pdf'" in done.err
