"""``ontoeval init``: what it writes works, and the shell steps of its CI files lead from nothing to the gate."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

yaml = pytest.importorskip("yaml")

FILES = [
    "ontoeval.toml", "golden.jsonl", "docs.jsonl", "ontology.obo", "pipeline.py",
    ".github/workflows/ontoeval.yml", ".gitlab-ci.yml",
]  # fmt: skip
#: Answers every question with the document that is wrong for all of them.
BROKEN = "def answer(question):\n    return {'retrieved': ['none'], 'concepts': [], 'contexts': [], 'answer': ''}\n"


@pytest.fixture
def project(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = cli("init")
    assert done.code == 0
    return tmp_path


def github(project):
    job = yaml.safe_load((project / ".github/workflows/ontoeval.yml").read_text(encoding="utf-8"))["jobs"]["gate"]
    return [step["run"] for step in job["steps"] if "run" in step and step["name"] != "Install"]


def gitlab(project):
    return yaml.safe_load((project / ".gitlab-ci.yml").read_text(encoding="utf-8"))["ontoeval"]["script"]


def shell(project, steps, **env):
    """Runs steps as a CI service does, until one fails; later ones that always run are run too."""
    environment = {name: value for name, value in os.environ.items() if name != "OPENAI_API_KEY"}
    environment["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), environment["PATH"]])
    environment |= {"GITHUB_STEP_SUMMARY": str(project / "summary.md"), "SUBSET": "", **env}
    outcomes = []
    for step in steps:
        if any(done.returncode for done in outcomes) and "SUMMARY" not in step:
            continue
        outcomes.append(
            subprocess.run(["bash", "-e", "-c", step], cwd=project, env=environment, capture_output=True, text=True)
        )
    return outcomes


def test_everything_is_written_and_what_is_there_is_kept(project, cli):
    assert all((project / name).is_file() for name in FILES)
    (project / "pipeline.py").write_text("mine")
    done = cli("init")
    assert done.code == 0
    assert "kept pipeline.py" in done.out
    assert (project / "pipeline.py").read_text() == "mine"
    assert cli("init", "--force").code == 0
    assert (project / "pipeline.py").read_text() != "mine"


def test_another_folder_and_one_ci_service(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert cli("init", "new/project", "--ci", "gitlab").code == 0
    assert (tmp_path / "new/project/.gitlab-ci.yml").is_file()
    assert not (tmp_path / "new/project/.github").exists()


@pytest.mark.skipif(os.name != "posix", reason="needs bash")
@pytest.mark.parametrize("service", [github, gitlab])
def test_the_generated_steps_lead_to_an_open_gate(project, service):
    outcomes = shell(project, service(project), SUBSET="--subset 3" if service is gitlab else "")
    assert [done.returncode for done in outcomes] == [0] * len(service(project)), outcomes[-1].stderr
    assert any("GATE passed: 3 passed of 3" in done.stdout for done in outcomes)
    assert any("judged offline, by rule" in done.stdout for done in outcomes)
    assert all((project / name).is_file() for name in ("report.html", "report.json", "report.md", "history.jsonl"))
    if service is github:
        assert "recall@3" in (project / "summary.md").read_text(encoding="utf-8")


@pytest.mark.skipif(os.name != "posix", reason="needs bash")
@pytest.mark.parametrize("service", [github, gitlab])
def test_a_pipeline_that_breaks_closes_the_gate_and_the_summary_is_written_all_the_same(project, service):
    (project / "pipeline.py").write_text(BROKEN)
    outcomes = shell(project, service(project))
    assert [done.returncode for done in outcomes if done.returncode] == [1]
    assert any("FAIL  recall@3 ≥ 0.75: 0.0000" in done.stdout for done in outcomes)
    assert (project / "report.html").is_file()
    if service is github:
        assert "recall@3" in (project / "summary.md").read_text(encoding="utf-8")


def test_ci_files_filter_paths_run_at_night_and_keep_what_was_made(project):
    workflow = yaml.safe_load((project / ".github/workflows/ontoeval.yml").read_text(encoding="utf-8"))
    on = workflow[True]  # YAML 1.1 reads the key `on` as true
    assert {"golden.jsonl", "ontoeval.toml", "pipeline.py"} <= set(on["pull_request"]["paths"])
    assert on["schedule"][0]["cron"]
    assert workflow["permissions"] == {"contents": "read"}
    last = workflow["jobs"]["gate"]["steps"][-1]
    assert (last["if"], "history.jsonl" in last["with"]["path"]) == ("always()", True)
    job = yaml.safe_load((project / ".gitlab-ci.yml").read_text(encoding="utf-8"))["ontoeval"]
    assert "golden.jsonl" in job["rules"][0]["changes"]
    assert "schedule" in job["rules"][1]["if"]
    assert job["artifacts"]["when"] == "always"


def test_the_stub_gets_no_gold_and_the_config_is_the_one_that_run_reads(project, cli):
    assert cli("collect", "golden.jsonl", "--call", "pipeline:answer", "-o", "run.jsonl").code == 0
    # faithfulness has no verdicts without `annotate`: the gate must not pass
    assert cli("run").code != 0


# ---- an ontology and its golden set ----------------------------------------------------------------------------------


@pytest.fixture
def guarded(cli, tmp_path, monkeypatch):
    """A clone of a repository that ``init --kind ontology`` filled, on a branch of its own."""
    if shutil.which("git") is None:
        pytest.skip("the steps call git")
    origin, clone = tmp_path / "origin", tmp_path / "clone"

    def git(*arguments, cwd=origin):
        settings = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main"]
        subprocess.run(["git", *settings, *arguments], cwd=cwd, check=True, capture_output=True)

    origin.mkdir()
    assert cli("init", origin, "--kind", "ontology").code == 0
    git("init")
    git("add", ".")
    git("commit", "-m", "first")
    git("clone", str(origin), str(clone), cwd=tmp_path)
    git("checkout", "-b", "change", cwd=clone)
    monkeypatch.chdir(clone)
    return clone


def guarding_github(project):
    text = (project / ".github/workflows/ontology.yml").read_text(encoding="utf-8")
    steps = yaml.safe_load(text)["jobs"]["guard"]["steps"]
    return [step["run"] for step in steps if "run" in step and step["name"] != "Install"]


def guarding_gitlab(project):
    text = (project / ".gitlab-ci.yml").read_text(encoding="utf-8")
    return ["\n".join(yaml.safe_load(text)["ontology"]["script"])]


def guarding(project, steps):
    """Every step is run, as those that always run are."""
    names = {"BASE": "main", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main"}
    return [shell(project, [step], **names)[0] for step in steps]


@pytest.mark.skipif(os.name != "posix", reason="needs bash")
@pytest.mark.parametrize("service", [guarding_github, guarding_gitlab])
def test_the_guard_of_an_ontology_passes_what_does_no_harm_and_fails_what_breaks_the_golden_set(guarded, service):
    steps = service(guarded)
    assert {done.returncode for done in guarding(guarded, steps)} == {0}
    file = guarded / "ontology.obo"
    file.write_text(file.read_text(encoding="utf-8").replace("id: TEA:0004", "id: TEA:0009"), encoding="utf-8")
    outcomes = guarding(guarded, steps)
    assert [done.returncode for done in outcomes] == ([0, 1, 0] if service is guarding_github else [1])
    assert any("TEA:0004" in done.stdout and "EVL01" in done.stdout for done in outcomes)
    steps_proposed = json.loads((guarded / "migration.json").read_text(encoding="utf-8"))["steps"]
    assert [(step["rule"], step["from"]) for step in steps_proposed] == [("EVL01", "TEA:0004")]
    if service is guarding_github:
        assert "**fails**" in (guarded / "summary.md").read_text(encoding="utf-8")


@pytest.mark.skipif(os.name != "posix", reason="needs bash")
@pytest.mark.parametrize("service", [guarding_github, guarding_gitlab])
def test_an_ontology_that_the_target_branch_does_not_have_yet_is_checked_all_the_same(guarded, service):
    text = (guarded / "ontology.obo").read_text(encoding="utf-8")
    (guarded / "other.obo").write_text(text.replace("name: tea", "name: green tea"), encoding="utf-8")
    steps = [step.replace("ontology.obo", "other.obo") for step in service(guarded)]
    outcomes = guarding(guarded, steps)
    assert [done.returncode for done in outcomes] == ([1, 0, 0] if service is guarding_github else [1])
    assert any("there is nothing to compare with" in done.stdout for done in outcomes)


def test_files_that_there_are_take_the_place_of_the_examples(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "src").mkdir()
    for name in ("mine.obo", "rows.jsonl"):
        (tmp_path / "src" / name).write_text("x")
    done = cli("init", "--kind", "ontology", "--ontology", "src/mine.obo", "--golden", "src/rows.jsonl")
    assert done.code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        ".github", ".gitlab-ci.yml", "check.toml", "known.json", "src",
    ]  # fmt: skip
    for name in ("check.toml", ".gitlab-ci.yml", ".github/workflows/ontology.yml"):
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert "src/mine.obo" in text
        assert "ontology.obo" not in text
        assert "golden.jsonl" not in text
    assert "src/mine.obo --config check.toml" in done.out


def test_files_that_are_not_there_or_have_no_place_are_refused(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.obo").write_text("x")
    assert cli("init", "--kind", "ontology", "--ontology", "none.obo").code == 3
    assert cli("init", "--kind", "ontology", "--ontology", tmp_path / "mine.obo").code == 2
    assert cli("init", "--ontology", "mine.obo").code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["mine.obo"]
