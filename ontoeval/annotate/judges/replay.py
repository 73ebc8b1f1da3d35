"""The replay judge: answers from a journal of calls, and fails on a call that is not in it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ontoeval.annotate.journal import Asked, Journal, call_key, embedding_key
from ontoeval.annotate.protocol import Embedder, Judge, Reply, Step, Task, Usage
from ontoeval.errors import InputError


class ReplayJudge(Judge):
    """Repeats what a judge once said: record with a journal (``--cache FILE``), then replay in CI, offline.

    It has the name of the recorded judge, so that the verdicts are the same but for their usage. It asks nobody: a
    call that is not in the journal is an error.

    Args:
        path: The journal.
        name: The recorded judge; needed when there are several in it.

    Raises:
        InputError: There is no journal, no judge in it, or several and none was named.
    """

    priced = True

    def __init__(self, path: Path, name: str | None = None) -> None:
        self._calls = _Recorded(path, "judge", name)
        self.name = self._calls.name
        self.quotes = not self.name.startswith("classifier(")

    async def ask(self, task: Task) -> Reply:
        """The recorded reply.

        Raises:
            InputError: The call was not recorded.
        """
        what = f"step {task.step.name!r} of {task.rubric}, run {task.run}"
        return self._calls.reply(call_key(self.name, task), what)

    def calls(self, step: Step) -> int:
        """None are made."""
        return 0


class ReplayEmbedder(Embedder):
    """Repeats recorded vectors; the counterpart of `ReplayJudge`.

    Args:
        path: The journal.
        name: The recorded embedder; needed when there are several in it.

    Raises:
        InputError: There is no journal, no embedder in it, or several and none was named.
    """

    priced = True

    def __init__(self, path: Path, name: str | None = None) -> None:
        self._calls = _Recorded(path, "embedder", name)
        self.name = self._calls.name

    async def embed(self, texts: list[str], run: int = 0) -> Reply:
        """The recorded vectors.

        Raises:
            InputError: They were not recorded.
        """
        what = f"embeddings of {len(texts)} texts, run {run}"
        return self._calls.reply(embedding_key(self.name, texts, run), what)


class _Recorded:
    """The calls of one judge or embedder in a journal."""

    def __init__(self, path: Path, asked: Asked, name: str | None) -> None:
        if not path.exists():
            raise InputError("no such file", where=str(path), expected="a journal of calls, as --cache writes it")
        self.path, self.journal = path, Journal(path)
        names = sorted(self.journal.names[asked])
        if name is None and len(names) != 1:
            found = f"{len(names)} {asked}s are in it{': ' if names else ''}{', '.join(names)}"
            raise InputError(found, where=str(path), mend="name one of them" if names else "record one first")
        self.name = name or names[0]

    def reply(self, key: str, what: str) -> Reply:
        reply = self.journal.get(key)
        if reply is None:
            raise InputError(
                f"this call was not recorded: {what}, asked {self.name}",
                where=str(self.path),
                mend="record again: the material, the rubric or the number of runs has changed",
            )
        return replace(reply, usage=Usage())
