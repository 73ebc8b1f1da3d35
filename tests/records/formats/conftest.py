"""What tests read out of files."""

from __future__ import annotations

import pytest

from ontoeval.records.batch import Problems
from ontoeval.records.formats import named


@pytest.fixture
def rows():
    """Rows of a file by id, and the problems and notes of reading it."""

    def rows(path, format, part="gold"):
        problems = Problems()
        found = {row["id"]: row for _, row in named(format).rows(path, problems, part)}
        return found, problems

    return rows
