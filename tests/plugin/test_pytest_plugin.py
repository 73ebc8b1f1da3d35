"""The pytest plugin, in a pytest of its own: two questions, of which the run answers one."""

import subprocess
import sys
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

ROOT = Path(__file__).resolve().parent.parent.parent
HEAVY = {"numpy", "scipy", "networkx", "rdflib", "pydantic", "click", "rich", "rapidfuzz"}
TESTS = """
import pytest

def test_recall(assert_metric):
    assert_metric("recall@1", min=0.5)
"""


@pytest.fixture
def project(pytester):
    """A folder with a config, a golden set, and a run that finds one document of two."""
    pytester.path.joinpath("gold.jsonl").write_text(
        '{"id": "q1", "docs": ["d1"], "tags": {"lang": "de"}}\n{"id": "q2", "docs": ["d2"], "tags": {"lang": "en"}}\n'
    )
    pytester.path.joinpath("run.jsonl").write_text(
        '{"id": "q1", "retrieved": ["d1"]}\n{"id": "q2", "retrieved": ["d9"]}\n'
    )
    pytester.path.joinpath("ontoeval.toml").write_text('gold = "gold.jsonl"\nrun = "run.jsonl"\n')
    return pytester


def run(project, tests, *options):
    project.makepyfile(tests)
    known = any(point.value == "ontoeval.pytest_plugin" for point in entry_points(group="pytest11"))
    return project.runpytest_subprocess(*([] if known else ["-p", "ontoeval.pytest_plugin"]), *options)


def test_a_metric_that_reaches_its_limit_passes_and_is_in_the_summary(project):
    done = run(project, TESTS)
    done.assert_outcomes(passed=1)
    done.stdout.fnmatch_lines(["*= ontoeval =*", "PASS  recall@1 ≥ 0.5: 0.5000 *n = 2"])


def test_a_metric_below_its_limit_fails_with_the_reason_and_no_traceback(project):
    done = run(project, TESTS.replace("0.5", "0.6"))
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["FAIL  recall@1 ≥ 0.6: 0.5000 *", "*0.5000 is below min 0.6"])
    done.stdout.fnmatch_lines(["*= ontoeval =*", "FAIL  recall@1 ≥ 0.6: 0.5000 *"])
    done.stdout.no_fnmatch_line("*pytest_plugin.py*")


def test_each_value_of_a_tag_is_held_against_the_limit(project):
    done = run(project, TESTS.replace("min=0.5", "min=0.5, by='lang'"))
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["*FAIL  recall@1 ≥ 0.5 in each lang, lang=en: 0.0000*"])


def test_what_cannot_be_measured_fails(project):
    done = run(project, TESTS.replace("recall@1", "linking_f1"))
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["*no row has gold.mentions*"])


def test_a_misspelt_metric_fails_and_names_the_right_one(project):
    done = run(project, TESTS.replace("recall@1", "recal@1"))
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["*did you mean recall*"])


def test_evaluate_gives_a_report_and_the_config_may_come_from_option_or_marker(project):
    (project.path / "other").mkdir()
    (project.path / "other" / "run.jsonl").write_text('{"id": "q1", "docs": ["d1"], "retrieved": ["d1"]}\n')
    (project.path / "other" / "o.toml").write_text('gold = "run.jsonl"\nmetrics = ["recall@1"]\n')
    tests = """
import pytest

def test_option(evaluate):
    assert evaluate("recall@1")["recall@1"].value == {expected}

@pytest.mark.ontoeval(config="other/o.toml")
def test_marker(evaluate):
    assert evaluate()["recall@1"].value == 1.0
"""
    run(project, tests.format(expected=0.5), "--strict-markers").assert_outcomes(passed=2)
    run(project, tests.format(expected=1.0), "--ontoeval-config", "other/o.toml").assert_outcomes(passed=2)
    project.makeini("[pytest]\nontoeval_config = other/o.toml\n")
    run(project, tests.format(expected=1.0)).assert_outcomes(passed=2)


def test_the_ontology_of_the_config_is_a_fixture(project):
    (project.path / "o.obo").write_text("format-version: 1.2\n\n[Term]\nid: X:1\nname: one\n")
    tests = "def test_label(ontology):\n    assert ontology.label('X:1') == 'one'\n"
    run(project, tests).assert_outcomes(errors=1)
    with (project.path / "ontoeval.toml").open("a") as config:
        config.write('ontology = "o.obo"\n')
    run(project, tests).assert_outcomes(passed=1)


def test_a_config_that_is_missing_is_said_without_a_traceback(project):
    done = run(project, TESTS, "--ontoeval-config", "nowhere.toml")
    done.assert_outcomes(errors=1)
    done.stdout.fnmatch_lines(["*nowhere.toml: no such file*--ontoeval-config FILE*"])
    done.stdout.no_fnmatch_line("*another exception*")


def test_what_cannot_be_used_is_said_without_another_exception(project):
    (project.path / "ontoeval.toml").write_text('gold = "gold.jsonl"\nrum = "run.jsonl"\n')
    done = run(project, TESTS)
    done.stdout.fnmatch_lines(["*unknown key rum*"])
    done.stdout.no_fnmatch_line("*another exception*")


def test_an_ontology_is_checked_without_a_config(pytester):
    pets = "[Term]\nid: A:1\nname: pet\n\n[Term]\nid: A:2\nname: {}\nis_a: A:1\n"
    pytester.path.joinpath("guard").mkdir()
    pytester.path.joinpath("guard", "check.toml").write_text('fail_on = "warning"\nskip = ["ONT306"]\n')
    pytester.path.joinpath("pets.obo").write_text(pets.format("cat"))
    tests = """
def test_settings(assert_ontology):
    assert assert_ontology("pets.obo", config="guard/check.toml").passed

def test_options(assert_ontology):
    assert_ontology("pets.obo", fail_on="warning", only=["ONT306"])
"""
    done = run(pytester, tests)
    done.assert_outcomes(passed=1, failed=1)
    done.stdout.fnmatch_lines(["FAIL  pets.obo: 0 errors, 1 warning, 0 notes", "*none of the 2 concepts*"])
    done.stdout.fnmatch_lines(["*= ontoeval =*", "FAIL  pets.obo: 0 errors, 1 warning*", "PASS  pets.obo: 0 errors*"])
    done.stdout.no_fnmatch_line("*CheckReport*")
    pytester.path.joinpath("pets.obo").write_text(pets.format("pet"))
    run(pytester, tests).assert_outcomes(failed=2)
    pytester.path.joinpath("pets.obo").unlink()
    done = run(pytester, tests)
    done.assert_outcomes(failed=2)
    done.stdout.fnmatch_lines(["*pets.obo: no such file*"])


def test_known_findings_do_not_fail_and_the_baseline_is_found_from_the_root(pytester):
    pytester.path.joinpath("pets.obo").write_text("[Term]\nid: A:1\nname: pet\n\n[Term]\nid: A:2\nname: pet\n")
    done = pytester.run(
        sys.executable, "-m", "ontoeval", "ontology", "check", "pets.obo", "--write-baseline", "known.json"
    )
    assert done.ret == 0
    tests = """
def test_pets(assert_ontology):
    assert_ontology("pets.obo", baseline="known.json", fail_on="info")
"""
    run(pytester, tests).assert_outcomes(passed=1)


def test_results_of_parallel_processes_are_in_one_summary(project):
    pytest.importorskip("xdist")
    tests = TESTS + "\ndef test_mrr(assert_metric):\n    assert_metric('reciprocal_rank', min=0.5)\n"
    done = run(project, tests, "-n", "2")
    done.assert_outcomes(passed=2)
    done.stdout.fnmatch_lines(["PASS  recall@1 ≥ 0.5*", "PASS  reciprocal_rank ≥ 0.5*"])


def test_tests_without_its_fixtures_show_nothing_of_it(project):
    done = run(project, "def test_nothing():\n    pass\n")
    done.assert_outcomes(passed=1)
    done.stdout.no_fnmatch_line("*ontoeval =*")


def test_the_plugin_imports_nothing_but_pytest_and_typing():
    code = "import sys, pytest, typing; before = set(sys.modules); import ontoeval.pytest_plugin; "
    code += "print(*(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    new = {name.split(".")[0] for name in done.stdout.split()}
    assert new == {"ontoeval"}
    assert HEAVY & new == set()


def test_pytest_finds_the_plugin_by_its_entry_point():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"ontoeval": "ontoeval.pytest_plugin"}


def test_the_example_in_the_documentation_does_what_the_page_says(pytester):
    page = (ROOT / "docs" / "how-to" / "pytest.md").read_text(encoding="utf-8")
    code = page.partition("```py\n")[2].partition("```")[0]
    summary = page.partition("```text\n")[2].partition("```")[0].splitlines()
    for name in ("fixtures", "ontologies"):
        (pytester.path / name).symlink_to(ROOT / name)
    pytester.makeini("[pytest]\nontoeval_config = fixtures/demo/ontoeval.toml\n")
    done = run(pytester, code)
    done.assert_outcomes(passed=6)
    assert "ontoeval" in summary[0]
    for line in summary[1:]:
        assert line in done.outlines
