"""``ontoeval init``: what it writes works, and the shell steps of its CI files lead from nothing to the gate."""

import os
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
