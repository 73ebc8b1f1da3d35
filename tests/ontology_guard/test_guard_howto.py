"""The CI files of the how-to: their shell steps are taken from the page and run."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "how-to" / "guard-an-ontology.md"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)
GITHUB, GITLAB, HOOK = (text for kind, text in BLOCKS if kind == "yaml")
CHECK_TOML = next(text for kind, text in BLOCKS if kind == "toml")
RUN = {"id": "q1", "run": {"concepts": ["CAT:0000018"]}}

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="the steps call git")


def github_steps():
    """The scripts behind ``run: |``, by the name of their step."""
    steps = re.findall(
        r"^      - name: ([^\n]+)\n(?:        if: [^\n]+\n)?        run: \|\n((?:          [^\n]*\n)+)", GITHUB, re.M
    )
    return {name: re.sub(r"^ {10}", "", script, flags=re.M) for name, script in steps}


def gitlab_steps(section):
    """The lines of ``before_script`` or ``script``."""
    lines = re.search(rf"^  {section}:\n((?:    - [^\n]*\n)+)", GITLAB, re.M)[1]
    return [line.removeprefix("    - ") for line in lines.splitlines()]


@pytest.fixture
def checkout(tmp_path):
    """A clone whose branch changes the ontology, beside the repository that it came from."""
    origin, clone = tmp_path / "origin", tmp_path / "clone"

    def git(*arguments, cwd=clone):
        settings = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main"]
        subprocess.run(["git", *settings, *arguments], cwd=cwd, check=True, capture_output=True)

    origin.mkdir()
    git("init", cwd=origin)
    (origin / "ontology").mkdir()
    (origin / "golden").mkdir()
    catalogue = (ROOT / "ontologies" / "catalogue.obo").read_text(encoding="utf-8")
    (origin / "ontology" / "catalogue.obo").write_text(catalogue, encoding="utf-8")
    (origin / "ontology" / "check.toml").write_text(CHECK_TOML, encoding="utf-8")
    shutil.copy(ROOT / "fixtures" / "demo" / "golden.jsonl", origin / "golden")
    shutil.copy(ROOT / "fixtures" / "demo" / "run.jsonl", origin / "golden")
    program = f'#!/bin/sh\nexec "{sys.executable}" -m ontoeval "$@"\n'
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "ontoeval").write_text(program, encoding="utf-8")
    (tmp_path / "bin" / "ontoeval").chmod(0o755)
    baseline = ["ontology", "check", "ontology/catalogue.obo", "--write-baseline", "ontology/known.json"]
    subprocess.run([sys.executable, "-m", "ontoeval", *baseline], cwd=origin, check=True, capture_output=True)
    git("add", ".", cwd=origin)
    git("commit", "-m", "first", cwd=origin)
    git("clone", str(origin), str(clone), cwd=tmp_path)
    git("checkout", "-b", "change")
    return clone


def shell(script, folder, **environment):
    path = f"{folder.parent / 'bin'}:{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", script],
        cwd=folder,
        env={**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )


def edit(checkout, old, new):
    file = checkout / "ontology" / "catalogue.obo"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_the_page_shows_the_steps_that_are_run_here():
    assert list(github_steps()) == [
        "Install", "Check the ontology", "What does it do to the golden set?", "Summary",
    ]  # fmt: skip
    assert github_steps()["Install"].strip() == "pip install ontoeval"
    assert gitlab_steps("before_script") == ["pip install ontoeval"]


def test_github_steps_on_a_branch_that_changes_nothing(checkout, tmp_path):
    summary = tmp_path / "summary.md"
    for name, script in github_steps().items():
        if name != "Install":
            done = shell(script, checkout, BASE="main", GITHUB_STEP_SUMMARY=str(summary))
            assert done.returncode == 0, (name, done.stdout, done.stderr)
    assert summary.read_text(encoding="utf-8").count("**passes**") == 2
    assert json.loads((checkout / "check.sarif").read_text(encoding="utf-8"))["version"] == "2.1.0"
    assert json.loads((checkout / "migration.json").read_text(encoding="utf-8"))["steps"] == []


def test_github_steps_on_a_branch_that_breaks_something(checkout, tmp_path):
    edit(checkout, "is_a: CAT:0000018 ! Electric car\nis_a: CAT:0000005", "is_a: CAT:0000999\nis_a: CAT:0000005")
    edit(checkout, "id: CAT:0000070\n", "id: CAT:0000777\n")
    steps = github_steps()
    checked = shell(steps["Check the ontology"], checkout)
    assert checked.returncode == 1
    assert "::error file=ontology/catalogue.obo,line=" in checked.stdout
    assert "ONT102" in checked.stdout
    compared = shell(steps["What does it do to the golden set?"], checkout, BASE="main")
    assert compared.returncode == 1
    assert "::error file=golden/golden.jsonl,line=" in compared.stdout
    assert "EVL01" in compared.stdout
    steps_proposed = json.loads((checkout / "migration.json").read_text(encoding="utf-8"))["steps"]
    assert {step["from"] for step in steps_proposed if step["rule"] == "EVL01"} == {"CAT:0000070"}
    summary = tmp_path / "summary.md"
    assert shell(steps["Summary"], checkout, GITHUB_STEP_SUMMARY=str(summary)).returncode == 0
    assert summary.read_text(encoding="utf-8").count("**fails**") == 2


def test_gitlab_steps(checkout):
    script = "\n".join(gitlab_steps("script"))
    done = shell(script, checkout, CI_MERGE_REQUEST_TARGET_BRANCH_NAME="main")
    assert done.returncode == 0, (done.stdout, done.stderr)
    for name in ("check.xml", "diff.xml"):
        assert ElementTree.parse(checkout / name).getroot().get("failures") == "0"
    edit(checkout, "name: Hatchback\n", "name: Hatchback\nis_obsolete: true\n")
    done = shell(script, checkout, CI_MERGE_REQUEST_TARGET_BRANCH_NAME="main")
    assert done.returncode == 1
    assert ElementTree.parse(checkout / "check.xml").getroot().get("failures") != "0"


def test_a_branch_whose_target_has_no_ontology_is_checked_and_not_compared(checkout, tmp_path):
    steps = {name: script.replace("$BASE:ontology", "$BASE:nowhere") for name, script in github_steps().items()}
    assert shell(steps["Check the ontology"], checkout).returncode == 0
    assert shell(steps["What does it do to the golden set?"], checkout, BASE="main").returncode == 0
    summary = tmp_path / "summary.md"
    assert shell(steps["Summary"], checkout, GITHUB_STEP_SUMMARY=str(summary)).returncode == 0
    assert summary.read_text(encoding="utf-8").count("**passes**") == 1


def test_the_hook(checkout):
    entry = re.search(r"^        entry: (.*)$", HOOK, re.M)[1]
    assert shell(entry, checkout).returncode == 0
    edit(checkout, "is_a: CAT:0000018 ! Electric car\nis_a: CAT:0000005", "is_a: CAT:0000999\nis_a: CAT:0000005")
    assert shell(entry, checkout).returncode == 1
