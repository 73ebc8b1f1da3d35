"""What commands print, as files to read and compare. ``ONTOEVAL_UPDATE_GOLDEN=1`` writes them: look at the diff."""

import os
from pathlib import Path

import pytest

from ontoeval.cli import execute
from ontoeval.evaluation.signature import package_version

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
DEMO = ("--gold", "fixtures/demo/golden.jsonl", "--run", "fixtures/demo/run.jsonl")
CATALOGUE = ("--ontology", "ontologies/catalogue.obo")

CASES: dict[str, tuple[str, ...]] = {
    "help": ("--help",),
    "score": ("score", "recall@5", "linking_f1", "hierarchical_f1", *DEMO, *CATALOGUE),
    "score-by": ("score", "recall@5", "ndcg@5", *DEMO, "--by", "intent", "--where", "language=en"),
    "score-unmeasured": ("score", "hierarchical_f1", "false_exclusion_rate", "recall", *DEMO),
    "score-csv": ("score", "recall@5", "linking_f1", *DEMO, "--format", "csv"),
    "score-md": ("score", "recall@5", "linking_f1", *DEMO, "--format", "md"),
    "score-json": ("score", "success@1", "--where", "intent=comparison", *DEMO, "--format", "json"),
    "run": ("run", "fixtures/demo/ontoeval.toml"),
    "run-md": ("run", "fixtures/demo/ontoeval.toml", "--format", "md"),
    "metrics-show": ("metrics", "show", "ndcg"),
}


def printed(case: str, capsys: pytest.CaptureFixture[str]) -> str:
    code = execute(list(CASES[case]))
    out, err = capsys.readouterr()
    text = f"$ ontoeval {' '.join(CASES[case])}\n{out}"
    if err:
        text += f"--- stderr ---\n{err}"
    return f"{text}--- exit code {code} ---\n".replace(f"ontoeval:{package_version()}", "ontoeval:VERSION")


@pytest.mark.parametrize("case", CASES)
def test_prints_the_golden_text(case, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "80")
    text = printed(case, capsys)
    golden = HERE / f"{case}.txt"
    if os.environ.get("ONTOEVAL_UPDATE_GOLDEN"):
        golden.write_text(text, encoding="utf-8")
    assert text.splitlines() == golden.read_text(encoding="utf-8").splitlines()


def test_every_golden_file_has_its_case():
    assert {path.stem for path in HERE.glob("*.txt")} == set(CASES)
