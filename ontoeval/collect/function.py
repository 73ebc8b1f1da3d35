"""A Python function as pipeline, in a process of its own that can be ended when it hangs."""

from __future__ import annotations

import json
import subprocess
import sys
from threading import Timer
from typing import Any

from ontoeval.collect.caller import CallFailed, Question, late
from ontoeval.collect.processes import GROUP, ended, environment, kill
from ontoeval.errors import InputError


class FunctionCaller:
    """Calls ``module:function`` in a child process, which is started again after it crashed or hung.

    Args:
        target: ``"mypkg.pipeline:answer"``; the module is looked for in the current folder too.
        timeout: Seconds for one question.
        start_timeout: Seconds for importing the module.
    """

    def __init__(self, target: str, timeout: float, start_timeout: float) -> None:
        self.target, self.timeout, self.start_timeout = target, timeout, start_timeout
        self._child: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Import the function, unless it was and its process still runs.

        Raises:
            InputError: It cannot be imported.
        """
        if self._child is not None:
            return
        command = [sys.executable, "-m", "ontoeval.collect.child", self.target]
        pipe = subprocess.PIPE
        self._child = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, encoding="utf-8", env=environment(), start_new_session=GROUP
        )
        try:
            said = self._ask("", self.start_timeout)
            problem = said.get("error")
        except CallFailed as error:
            problem = str(error)
        if problem is not None:
            self.close()
            raise InputError(
                f"the pipeline does not start: {problem}",
                where=f"--call {self.target}",
                expected="MODULE:FUNCTION that can be imported from the current folder within the --start-timeout",
            )

    def call(self, question: Question) -> Any:
        """The reply of the function.

        Raises:
            CallFailed: It raised, crashed, took too long, or returned what is no JSON.
        """
        said = self._ask(json.dumps(question) + "\n", self.timeout)
        if "error" in said:
            raise CallFailed(said["error"])
        return said["reply"]

    def close(self) -> None:
        """End the process."""
        if self._child is not None:
            kill(self._child)
            self._child = None

    def _ask(self, line: str, timeout: float) -> dict[str, Any]:
        child = self._child
        assert child is not None
        assert child.stdin is not None
        assert child.stdout is not None
        expired: list[bool] = []

        def expire() -> None:
            expired.append(True)
            kill(child)

        timer = Timer(timeout, expire)
        timer.start()
        try:
            child.stdin.write(line)
            child.stdin.flush()
            reply = child.stdout.readline()
        except OSError:
            reply = ""
        finally:
            timer.cancel()
        if reply.endswith("\n"):
            said: dict[str, Any] = json.loads(reply)
            return said
        code = child.wait()
        self.close()
        raise late(timeout) if expired else CallFailed(ended(code))
