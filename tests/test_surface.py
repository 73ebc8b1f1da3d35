"""What ``import ontoeval as oe`` offers, and what importing it or asking for help must not do."""

import ast
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import ontoeval as oe

ROOT = Path(__file__).resolve().parent.parent

#: Packages that take long to import; help and listing must do without them.
HEAVY = {
    "numpy", "scipy", "networkx", "rdflib", "pyoxigraph", "pydantic", "pydantic_core", "jsonschema", "jsonschema_rs",
    "rapidfuzz", "rich", "pandas", "pyarrow", "matplotlib", "sklearn", "torch", "transformers", "outlines", "httpx",
    "spacy", "nltk", "seqeval", "owlready2", "pyhornedowl", "sqlglot", "sacrebleu", "asyncio", "http.client",
    "requests",
}  # fmt: skip

#: Runs Python code, then says which modules are imported and which audit events on sockets were seen.
PROBE = """
import json, sys
sockets = []
sys.addaudithook(lambda event, args: sockets.append(event) if event.startswith("socket.") else None)
try:
    exec({code!r})
except SystemExit as stop:
    assert not stop.code, stop.code
print(json.dumps({{"modules": sorted(sys.modules), "sockets": sockets}}), file=sys.stderr)
"""

LAUNCHERS = {
    "import ontoeval": "import ontoeval",
    "ontoeval --help": "from ontoeval.cli import main; main(['--help'])",
    "ontoeval --version": "from ontoeval.cli import main; main(['--version'])",
    "python -m ontoeval --help": (
        "import runpy; sys.argv = ['ontoeval', '--help']; runpy.run_module('ontoeval', run_name='__main__')"
    ),
    "python cli.py --help": (
        "import runpy; sys.argv = ['cli.py', '--help']; runpy.run_path('cli.py', run_name='__main__')"
    ),
    "ontoeval metrics list": "from ontoeval.cli import main; main(['metrics', 'list'])",
    "ontoeval score --help": "from ontoeval.cli import main; main(['score', '--help'])",
    "ontoeval audit concepts --help": "from ontoeval.cli import main; main(['audit', 'concepts', '--help'])",
    "ontoeval audit outputs --help": "from ontoeval.cli import main; main(['audit', 'outputs', '--help'])",
    "ontoeval run --help": "from ontoeval.cli import main; main(['run', '--help'])",
    "ontoeval gate check --help": "from ontoeval.cli import main; main(['gate', 'check', '--help'])",
    "ontoeval history show --help": "from ontoeval.cli import main; main(['history', 'show', '--help'])",
    "ontoeval collect --help": "from ontoeval.cli import main; main(['collect', '--help'])",
    "ontoeval doctor --help": "from ontoeval.cli import main; main(['doctor', '--help'])",
    "ontoeval init --help": "from ontoeval.cli import main; main(['init', '--help'])",
    "ontoeval demo --help": "from ontoeval.cli import main; main(['demo', '--help'])",
    "ontoeval ontology check --help": "from ontoeval.cli import main; main(['ontology', 'check', '--help'])",
}


def probe(code: str) -> dict[str, list[str]]:
    """Modules and socket events of a fresh interpreter that ran some code."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE.format(code=code)], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stderr.splitlines()[-1])


def test_public_names_are_exactly_these():
    assert sorted(oe.__all__) == [
        "Finding",
        "Gate",
        "History",
        "OntoevalError",
        "Ontology",
        "Report",
        "Result",
        "Samples",
        "assert_conforms",
        "compile",
        "convert",
        "evaluate",
        "impact",
        "load",
        "metric",
        "read",
        "score",
    ]
    assert list(oe.__all__) == sorted(oe.__all__)


@pytest.mark.parametrize("name", oe.__all__)
def test_public_name_resolves_to_something_documented(name):
    found = getattr(oe, name)
    assert found.__doc__
    assert callable(found)


def test_what_belongs_to_ontologies_is_reached_through_their_package():
    assert callable(oe.ontology.check)
    assert callable(oe.ontology.diff)
    assert "ontoeval.ontology.checking.run" not in probe("import ontoeval.ontology")["modules"]


def test_dir_lists_the_public_names_and_packages():
    assert set(dir(oe)) == {*oe.__all__, "annotate", "audit", "filters", "ontology", "retrieval", "__version__"}
    assert [type(getattr(oe, name)).__name__ for name in ("audit", "__version__")] == ["module", "str"]


@pytest.mark.parametrize("package", ["annotate", "audit", "filters", "ontology", "retrieval"])
def test_dir_of_a_package_lists_what_it_offers_and_nothing_else(package):
    assert dir(getattr(oe, package)) == sorted(getattr(oe, package).__all__)


def test_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'evaluat'"):
        oe.evaluat  # noqa: B018


def test_no_submodule_shadows_a_public_name():
    package = ROOT / "ontoeval"
    modules = {path.stem for path in package.glob("*.py")} | {
        path.parent.name for path in package.glob("*/__init__.py")
    }
    assert modules & set(oe.__all__) == set()


def test_no_function_of_a_package_has_the_name_of_a_module_in_it():
    """Importing the module would put it in the function's place."""
    for init in (ROOT / "ontoeval").rglob("__init__.py"):
        defined = {
            node.name
            for node in ast.parse(init.read_text(encoding="utf-8")).body
            if isinstance(node, ast.FunctionDef | ast.ClassDef)
        }
        inside = {path.stem for path in init.parent.glob("*.py")} | {
            path.parent.name for path in init.parent.glob("*/*.py")
        }
        assert defined & inside == set(), init


def test_public_names_stay_what_they_are_after_every_submodule_is_imported():
    code = (
        "import pkgutil, importlib, types, ontoeval as oe\n"
        "for found in pkgutil.walk_packages(oe.__path__, 'ontoeval.'):\n"
        "    if not found.name.endswith('__main__'):\n"
        "        importlib.import_module(found.name)\n"
        "wrong = [name for name in oe.__all__ if isinstance(getattr(oe, name), types.ModuleType)]\n"
        "assert not wrong, wrong\n"
    )
    assert "ontoeval.evaluation.api" in probe(code)["modules"]
    assert not isinstance(oe.evaluate, ModuleType)


@pytest.mark.parametrize("how", LAUNCHERS)
def test_light_commands_import_nothing_heavy_and_open_no_socket(how):
    seen = probe(LAUNCHERS[how])
    assert HEAVY & set(seen["modules"]) == set()
    assert seen["sockets"] == []


def test_listing_metrics_imports_none_of_them():
    modules = probe(LAUNCHERS["ontoeval metrics list"])["modules"]
    assert [name for name in modules if name.startswith("ontoeval.metrics.") and name.count(".") > 2] == []


def test_scoring_opens_no_socket():
    demo = "fixtures/demo"
    code = f"from ontoeval.cli import main; main(['run', '{demo}/ontoeval.toml'])"
    assert probe(code)["sockets"] == []


def test_the_three_launchers_say_the_same():
    command = (["-m", "ontoeval"], ["cli.py"], ["-c", "from ontoeval.cli import main; main()"])
    said = {
        subprocess.run(
            [sys.executable, *how, "--help"], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
        ).stdout
        for how in command
    }
    assert len(said) == 1
    assert said.pop().startswith("Usage: ontoeval ")
