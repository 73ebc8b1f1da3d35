"""The commit that a run belongs to."""

from __future__ import annotations

import subprocess
from pathlib import Path


def commit(folder: Path) -> tuple[str | None, bool | None]:
    """Short hash of the commit that is checked out, and whether tracked files differ from it.

    Returns:
        Both None outside a git repository, or without git.
    """
    head = _git(folder, "rev-parse", "--short", "HEAD")
    if not head:
        return None, None
    changed = _git(folder, "status", "--porcelain", "--untracked-files=no")
    return head, None if changed is None else bool(changed)


def _git(folder: Path, *words: str) -> str | None:
    command = ["git", "-C", str(folder), *words]
    try:
        done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None
