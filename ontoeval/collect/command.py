"""A command line as pipeline: a process per question."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

from ontoeval.collect.caller import CallFailed, Question, decoded, late
from ontoeval.collect.processes import GROUP, ended, environment, kill
from ontoeval.errors import InputError, UsageError
from ontoeval.findings import shorten

_SHELL = ("|", "||", "&&", ";", ">", ">>", "<", "&")


def words(command: str, *, backslash_is_path: bool = os.sep == "\\") -> list[str]:
    """The words of a command line; in Windows a backslash is part of a path and quotes nothing.

    Raises:
        ValueError: A quotation is open.

    Example:
        >>> words(r'"C:\\Program Files\\rag.exe" --top 5', backslash_is_path=True)
        ['C:\\\\Program Files\\\\rag.exe', '--top', '5']
    """
    lexer = shlex.shlex(command, posix=True)
    lexer.whitespace_split, lexer.commenters = True, ""
    if backslash_is_path:
        lexer.escape, lexer.quotes = "", '"'
    return list(lexer)


class CommandCaller:
    """Runs a command for each question: the question as JSON on stdin, the reply as JSON on stdout.

    What else the command prints before the last line of stdout does not matter. No shell is involved.

    Args:
        command: The command with its arguments.
        timeout: Seconds for one question.

    Raises:
        UsageError: A quotation is open, or the command needs a shell.
    """

    def __init__(self, command: str, timeout: float) -> None:
        self.timeout = timeout
        try:
            self.words = words(command)
        except ValueError as error:
            raise UsageError(f"cannot read {command!r} ({error})", where="--command", mend="close it") from None
        for_shell = [word for word in self.words if word in _SHELL]
        if for_shell:
            shell = f"sh -c {shlex.quote(command)}" if GROUP else f'cmd /c "{command}"'
            raise UsageError(
                f"{for_shell[0]} means something to a shell only, and none is involved",
                where="--command",
                mend=f"name the shell: {shell}",
            )
        self._running: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Look whether there is such a command.

        Raises:
            InputError: There is none.
        """
        name = self.words[0] if self.words else ""
        if shutil.which(name) is None:
            mend = f"allow it to be run, or name what runs it: python {name}" if Path(name).is_file() else None
            expected = "a program on the PATH"
            raise InputError(f"there is no command {name!r}", where="--command", expected=expected, mend=mend)

    def call(self, question: Question) -> Any:
        """What the command says.

        Raises:
            CallFailed: It failed, took too long, or did not reply in JSON.
        """
        with self._started() as process:
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

    def _started(self) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        options: dict[str, Any] = {"encoding": "utf-8", "errors": "replace", "start_new_session": GROUP}
        program = shutil.which(self.words[0]) or self.words[0]  # Windows starts rag.cmd by its whole name only
        try:
            return subprocess.Popen(
                [program, *self.words[1:]], stdin=pipe, stdout=pipe, stderr=pipe, env=environment(), **options
            )
        except OSError as error:
            raise CallFailed(f"the command cannot be started: {error.strerror}") from None

    def close(self) -> None:
        """End a command that runs."""
        running = self._running
        if running is not None:
            kill(running)
