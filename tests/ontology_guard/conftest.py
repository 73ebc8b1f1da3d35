"""Small ontologies, written as OBO, and the command line in this process."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from guard_terms import make_obo

from ontoeval.cli import execute


@dataclass
class Outcome:
    """What a command did."""

    code: int
    out: str
    err: str


@pytest.fixture
def cli(capsys, monkeypatch) -> Callable[..., Outcome]:
    """Runs the command line with arguments; a traceback or an internal error fails the test."""
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("ONTOEVAL_TRACEBACK", raising=False)

    def call(*arguments: object) -> Outcome:
        capsys.readouterr()
        code = execute([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        assert code != 70, err
        assert "Traceback" not in out + err
        return Outcome(code, out, err)

    return call


@pytest.fixture
def write(tmp_path) -> Callable[[str, Any], Path]:
    """Writes a file: rows as JSON lines, text or bytes as they are."""

    def make(name: str, content: Any) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        elif isinstance(content, str):
            path.write_text(content, encoding="utf-8")
        else:
            path.write_text("".join(json.dumps(row) + "\n" for row in content), encoding="utf-8")
        return path

    return make


@pytest.fixture
def obo() -> Callable[..., bytes]:
    """Makes an OBO file: one line per term, ``"A:2 cat < A:1 | alt_id: A:9"``."""
    return make_obo
