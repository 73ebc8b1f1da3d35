"""The journal of calls: every reply on one line of a file, kept the moment it is there; cache and replay read it."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from ontoeval.annotate.protocol import Reply, Task
from ontoeval.errors import InputError

Asked = Literal["judge", "embedder"]


def call_key(judge: str, task: Task) -> str:
    """The identity of a call: who is asked, by which rubric, about what, for the how-manieth time."""
    return _hash([judge, task.rubric, task.step.name, task.data, task.run])


def embedding_key(embedder: str, texts: list[str], run: int) -> str:
    """The identity of a call for embeddings."""
    return _hash([embedder, texts, run])


def _hash(content: Any) -> str:
    return sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode("utf-8", "replace")).hexdigest()


class Journal:
    """Replies by key, in memory and, with a path, in an append-only file of JSON lines.

    A line is on the disk before the reply is used. A last line that was cut off by a crash is left out and overwritten.

    Args:
        path: The file; made when the first reply arrives.

    Raises:
        InputError: The file holds something else.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._replies: dict[str, Reply] = {}
        self.names: dict[Asked, set[str]] = {"judge": set(), "embedder": set()}
        if path is not None and path.exists():
            self._read(path)

    def __len__(self) -> int:
        return len(self._replies)

    def get(self, key: str) -> Reply | None:
        """The reply of a call, if there is one."""
        return self._replies.get(key)

    def put(self, key: str, asked: Asked, name: str, reply: Reply) -> None:
        """Keep a reply, unless its fault may be gone the next time.

        Args:
            key: The call.
            asked: What was asked.
            name: Its name.
            reply: What it replied.
        """
        if reply.passing:
            return
        self._replies[key] = reply
        if self.path is not None:
            append_line(self.path, {"key": key, asked: name, "reply": reply.as_dict()})

    def _read(self, path: Path) -> None:
        for number, row in enumerate(whole_lines(path), 1):
            try:
                self._replies[row["key"]] = Reply.from_dict(row["reply"])
                asked: Asked = "judge" if "judge" in row else "embedder"
                self.names[asked].add(row[asked])
            except (KeyError, TypeError):
                raise InputError(
                    "this is no journal of calls",
                    where=f"{path}:{number}",
                    expected='{"key": …, "judge": …, "reply": …}',
                    mend="name another file",
                ) from None


def append_line(path: Path, row: dict[str, Any]) -> None:
    """Append a row to a file and wait until it is on the disk."""
    with path.open("ab") as stream:
        stream.write(json.dumps(row, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace") + b"\n")
        stream.flush()
        os.fsync(stream.fileno())


def whole_lines(path: Path) -> list[dict[str, Any]]:
    """The rows of an append-only file; a last line that was cut off is removed from the file.

    Raises:
        InputError: A line before the last is no JSON object.
    """
    content = path.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if len(whole) < len(content):
        with path.open("r+b") as stream:
            stream.truncate(len(whole))
    rows = []
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict):
            raise InputError("this is no JSON object", where=f"{path}:{number}", mend="name another file")
        rows.append(row)
    return rows
