"""The command line in this process, and small files to give to it."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ontoeval.cli import execute


@dataclass
class Outcome:
    """What a command did."""

    code: int
    out: str
    err: str


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Outcome]:
    """Runs the command line with arguments; a traceback shown to the user fails the test."""
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("ONTOEVAL_TRACEBACK", raising=False)

    def call(*arguments: object) -> Outcome:
        capsys.readouterr()
        code = execute([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Outcome(code, out, err)

    return call


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Writes a file: rows as JSON lines, text or bytes as they are."""

    def make(name: str, content: Any) -> Path:
        path = tmp_path / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        elif isinstance(content, str):
            path.write_text(content, encoding="utf-8")
        else:
            path.write_text("".join(json.dumps(row) + "\n" for row in content), encoding="utf-8")
        return path

    return make


@pytest.fixture
def gold(write: Callable[..., Path]) -> Path:
    """Three questions with tags."""
    return write(
        "gold.jsonl",
        [
            {"id": "q1", "docs": ["d1"], "tags": {"intent": "lookup"}},
            {"id": "q2", "docs": ["d2"], "tags": {"intent": "lookup"}},
            {"id": "q3", "docs": ["d3"], "tags": {"intent": "howto"}},
        ],
    )


@pytest.fixture
def answered(write: Callable[..., Path]) -> Path:
    """The run that belongs to ``gold``: recall 2 of 3."""
    return write(
        "run.jsonl",
        [
            {"id": "q1", "retrieved": ["d1"]},
            {"id": "q2", "retrieved": ["d9", "d2"]},
            {"id": "q3", "retrieved": []},
        ],
    )
