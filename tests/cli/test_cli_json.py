"""``--format json``: one object on stdout and nothing else, whatever else there is to say."""

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "fixtures" / "demo"
GOLD, RUN, DOCS = DEMO / "golden.jsonl", DEMO / "run.jsonl", DEMO / "docs.jsonl"
ONTOLOGY = ROOT / "ontologies" / "catalogue.obo"


@pytest.fixture
def report(cli, tmp_path):
    path = tmp_path / "report.json"
    assert cli("score", "recall@5", "--gold", GOLD, "--run", RUN, "--save", path).code == 0
    return path


def no_constant(name):
    raise AssertionError(f"{name} is no JSON")


@pytest.mark.parametrize(
    "arguments",
    [
        ["score", "recall@5", "linking_f1", "--gold", GOLD, "--run", RUN, "--by", "intent", "--save", "REPORT.csv"],
        ["run", DEMO / "ontoeval.toml"],
        ["run", DEMO / "gate.toml"],
        ["compare", "REPORT", "REPORT"],
        ["gate", "check", DEMO / "gate.toml"],
        ["audit", "filters", "--log", RUN, "--docs", DOCS, "--gold", GOLD],
        ["audit", "outputs", RUN, "--ontology", ONTOLOGY, "--slot", "category"],
        ["filters", "lint", RUN],
        ["filters", "decide", "--gold", GOLD, "--run", RUN, "--docs", DOCS],
        ["filters", "compare-engines", "--log", RUN, "--docs", DOCS, "--from", "qdrant", "--to", "sqlite"],
        ["ontology", "show", ONTOLOGY],
        ["ontology", "check", ONTOLOGY],
        ["ontology", "diff", ONTOLOGY, ONTOLOGY],
        ["ontology", "compile", ONTOLOGY, "--plan"],
        ["metrics", "list"],
        ["doctor"],
    ],
    ids=lambda arguments: " ".join(map(str, arguments[:2])),
)
def test_one_object_and_nothing_else(cli, report, arguments):
    given = [str(argument).replace("REPORT", str(report)) for argument in arguments]
    done = cli(*given, "--format", "json")
    assert done.code in (0, 1, 4), done.err
    assert isinstance(json.loads(done.out, parse_constant=no_constant), dict)
