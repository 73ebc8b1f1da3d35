"""The small ontology, and the command line in this process."""

import json
from pathlib import Path

import pytest
from animal_ontology import TEXT

import ontoeval as oe
from ontoeval.cli import execute


@pytest.fixture(scope="session")
def onto() -> oe.Ontology:
    return oe.load(TEXT.encode())


@pytest.fixture
def write(tmp_path):
    """Writes a file: text as it is, anything else as JSON."""

    def make(name: str, content) -> Path:
        path = tmp_path / name
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return path

    return make


@pytest.fixture
def cli(capsys, monkeypatch):
    """Runs ``ontology compile``; an internal error fails the test. Returns exit code, stdout, stderr."""
    monkeypatch.delenv("ONTOEVAL_TRACEBACK", raising=False)

    def call(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        code = execute(["ontology", "compile", *map(str, arguments)])
        out, err = capsys.readouterr()
        assert code != 70, err
        return code, out, err

    return call
