"""Files that tests write, and what they read out of them."""

from __future__ import annotations

import pytest

from ontoeval.records.batch import Problems
from ontoeval.records.formats import named


@pytest.fixture
def write(tmp_path):
    def write(name, content):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


@pytest.fixture
def rows():
    """Rows of a file by id, and the problems and notes of reading it."""

    def rows(path, format, part="gold"):
        problems = Problems()
        found = {row["id"]: row for _, row in named(format).rows(path, problems, part)}
        return found, problems

    return rows
