"""Files that tests write."""

from __future__ import annotations

import pytest


@pytest.fixture
def write(tmp_path):
    """Writes a file, in folders that need not be there: text as UTF-8, or bytes as they are."""

    def write(name, content):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write
