"""A command line as pipeline: a process per question."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
from typing import Any

from ontoeval.collect.caller import CallFailed, Question, decoded, late
from ontoeval.collect.processes import GROUP, ended, kill
from ontoeval.errors import InputError
from ontoeval.findings import shorten


class CommandCaller:
    """Runs a command for each question: the question as JSON on stdin, the reply as JSON on stdout.

    What else the command prints before the last line of stdout does not matter. No shell is involved.

    Args:
        command: The command with its arguments.
        timeout: Seconds for one question.
    """

    def __init__(self, command: str, timeout: float) -> None:
        self.timeout = timeout
        self.words = shlex.split(command, posix=os.name == "posix")
        self._running: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Look whether there is such a command.

        Raises:
            InputError: There is none.
        """
        if not self.words or shutil.which(self.words[0]) is None:
            name = self.words[0] if self.words else ""
            raise InputError(f"there is no command {name!r}", where="--command", expected="a program on the PATH")

    def call(self, question: Question) -> Any:
        """What the command says.

        Raises:
            CallFailed: It failed, took too long, or did not reply in JSON.
        """
        pipe = subprocess.PIPE
        with subprocess.Popen(
            self.words,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            encoding="utf-8",
            errors="replace",
            start_new_session=GROUP,
        ) as process:
            self._running = process
            try:
                out, err = process.communicate(json.dumps(question) + "\n", timeout=self.timeout)
            except subprocess.TimeoutExpired:
                raise late(self.timeout) from None
            finally:
                self._running = None
                kill(process)
        if process.returncode:
            last = shorten(err.strip().rpartition("\n")[2], 160)
            raise CallFailed(f"{ended(process.returncode)}: {last}" if last else ended(process.returncode))
        return decoded(out)

    def close(self) -> None:
        """End a command that runs."""
        running = self._running
        if running is not None:
            kill(running)
