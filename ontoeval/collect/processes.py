"""Processes of a pipeline: ended with all that they started."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from typing import Any

#: Whether processes get a group of their own, so that what they started ends with them.
GROUP = os.name == "posix"


def environment() -> dict[str, str]:
    """The environment of a pipeline: one in Python writes UTF-8, whatever the system's own encoding is."""
    return {"PYTHONIOENCODING": "utf-8", **os.environ}


def kill(process: subprocess.Popen[Any]) -> None:
    """End a process and its group, and close its pipes."""
    with suppress(OSError):
        if GROUP:
            os.killpg(process.pid, signal.SIGKILL)
        else:
            subprocess.run(["taskkill", "/T", "/F", "/PID", str(process.pid)], capture_output=True, check=False)
            process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with suppress(OSError):
                stream.close()


def ended(code: int) -> str:
    """How a process ended, in words."""
    if code < 0:
        with suppress(ValueError):
            return f"crashed: the process ended with {signal.Signals(-code).name}"
    return f"crashed: the process ended with exit code {code}"
