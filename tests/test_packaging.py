"""The wheel: what is in it, and that it works with the core dependencies only, outside the checkout."""

import email
import json
import os
import re
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
BIN = "Scripts" if os.name == "nt" else "bin"

pytestmark = pytest.mark.slow


def sh(*command: object, cwd: Path, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "ONTOEVAL_"))}
    return subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=environment | {"PYTHONUTF8": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", **(env or {})},
        capture_output=True,
        encoding="utf-8",
        timeout=600,
    )


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of the checkout; the build needs hatchling, from this environment or from the package index."""
    out = tmp_path_factory.mktemp("wheel")
    here = sh(sys.executable, "-c", "import hatchling, build", cwd=out).returncode == 0
    built = sh(
        sys.executable, "-m", "build", "--wheel", *(["--no-isolation"] if here else []), "--outdir", out, ROOT, cwd=out
    )
    assert built.returncode == 0, built.stdout + built.stderr
    (path,) = out.glob("*.whl")
    return path


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts folder of a fresh environment with the wheel and its core dependencies, and nothing else."""
    home = tmp_path_factory.mktemp("fresh") / "venv"
    venv.create(home, with_pip=True)
    done = sh(home / BIN / "python", "-m", "pip", "install", "--quiet", wheel, cwd=home)
    if done.returncode and re.search(r"Could not find a version|Connection|Temporary failure|No matching", done.stderr):
        pytest.skip(f"the package index cannot be reached: {done.stderr.strip().splitlines()[-1]}")
    assert done.returncode == 0, done.stderr
    return home / BIN


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """An empty folder outside the checkout."""
    assert ROOT not in tmp_path.parents
    return tmp_path


def test_the_wheel_holds_package_demo_and_ontology_and_nothing_else(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names} == {"ontoeval", wheel.name.split("-py3")[0] + ".dist-info"}
    for needed in (
        "ontoeval/py.typed",
        "ontoeval/_data/fixtures/demo/ontoeval.toml",
        "ontoeval/_data/fixtures/demo/golden.jsonl",
        "ontoeval/_data/fixtures/demo/run.jsonl",
        "ontoeval/_data/ontologies/catalogue.obo",
        "ontoeval/_data/init/ontoeval.toml",
        "ontoeval/_data/init/github.yml",
        "ontoeval/metrics/retrieval/ndcg.py",
    ):
        assert needed in names
    assert [name for name in names if "test" in name.lower() or "__pycache__" in name] == ["ontoeval/pytest_plugin.py"]


def test_every_module_and_metric_of_the_checkout_is_in_the_wheel(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "ontoeval").rglob("*.py")}
    assert modules <= names


def test_the_metadata_names_license_python_scripts_and_extras(wheel):
    archive = zipfile.ZipFile(wheel)
    folder = wheel.name.split("-py3")[0] + ".dist-info"
    metadata = email.message_from_string(archive.read(f"{folder}/METADATA").decode())
    assert metadata["License-Expression"] == "Apache-2.0"
    assert metadata["Requires-Python"] == ">=3.11"
    extras = {"owl", "nlp", "llm", "sql", "arrow", "text", "yaml", "png", "all"}
    assert set(metadata.get_all("Provides-Extra")) == extras
    assert "ontoeval = ontoeval.cli:main" in archive.read(f"{folder}/entry_points.txt").decode()
    assert f"{folder}/licenses/LICENSE" in archive.namelist()


def test_help_works_outside_the_checkout(installed, empty):
    for command in ([installed / "ontoeval"], [installed / "python", "-m", "ontoeval"]):
        done = sh(*command, "--help", cwd=empty)
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith("Usage: ontoeval")
    assert "ndcg" in sh(installed / "ontoeval", "metrics", "list", cwd=empty).stdout


def test_score_works_outside_the_checkout(installed, empty):
    (empty / "gold.jsonl").write_text('{"id": "q", "docs": ["d1", "d2"]}\n')
    (empty / "run.jsonl").write_text('{"id": "q", "retrieved": ["d1", "d3"]}\n')
    done = sh(
        installed / "ontoeval", "score", "recall", "--gold", "gold.jsonl", "--run", "run.jsonl", "--format", "json",
        cwd=empty,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["results"][0]["value"] == 0.5


def test_demo_works_outside_the_checkout(installed, empty):
    done = sh(installed / "ontoeval", "demo", cwd=empty)
    assert done.returncode == 0, done.stderr
    assert "false_exclusion_rate" in done.stdout
    assert (empty / "report.html").is_file()


def test_a_library_that_is_missing_is_one_sentence_that_names_what_to_install(installed, empty):
    code = "import ontoeval as oe; oe.score('recall', {'q': ['d']}, {'q': ['d']}).to_frame()"
    done = sh(installed / "python", "-c", code, cwd=empty)
    assert done.stderr.strip().splitlines()[-1].strip() == "mend: pip install pandas"


def test_formats_of_an_extra_are_refused_in_one_sentence(installed, empty):
    (empty / "a.ofn").write_text("Prefix(:=<http://x/>)\nOntology(<http://x/o> Declaration(Class(:A)))\n")
    (empty / "gold.jsonl").write_text('{"id": "q", "concepts": ["A"]}\n')
    done = sh(
        installed / "ontoeval", "score", "hierarchical_f1", "--gold", "gold.jsonl", "--ontology", "a.ofn", cwd=empty
    )
    assert done.returncode == 3
    assert done.stdout == ""
    assert done.stderr.startswith("error: ")
    assert "Traceback" not in done.stderr
    assert "ontoeval[owl]" in done.stderr or "convert it" in done.stderr


def test_a_missing_extra_is_one_sentence_that_names_it():
    from ontoeval.errors import MissingExtra

    error = MissingExtra("py-horned-owl", "owl", "reading OWL functional syntax")
    assert str(error) == (
        "reading OWL functional syntax needs py-horned-owl, which is not installed: pip install 'ontoeval[owl]'"
    )
    assert error.exit_code == 3


def test_every_extra_that_the_code_names_exists():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    code = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "ontoeval").rglob("*.py"))
    assert set(re.findall(r"ontoeval\[(\w+)\]", code)) <= set(extras)
    assert set(re.findall(r"MissingExtra\(\s*\"[\w\-]+\",\s*\"(\w+)\"", code)) <= set(extras)
    listed = re.fullmatch(r"ontoeval\[([\w,]+)\]", extras["all"][0])[1].split(",")
    assert set(listed) == set(extras) - {"all"}
