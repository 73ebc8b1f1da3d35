"""What a pipeline is for the collector: something that takes a question and gives a reply."""

from __future__ import annotations

import json
from typing import Any, Protocol

from ontoeval.findings import shorten

Question = dict[str, Any]


class CallFailed(Exception):
    """The pipeline gave no usable reply to a question; the text says why."""


class Caller(Protocol):
    """A way to reach the pipeline, used by one thread at a time."""

    def start(self) -> None:
        """Make ready for a call, where that is still to be done.

        Raises:
            InputError: The pipeline is not there, or does not start: no question could be answered.
        """
        ...

    def call(self, question: Question) -> Any:
        """The reply to a question.

        Raises:
            CallFailed: There is none.
        """
        ...

    def close(self) -> None:
        """End what was started, also a call that is under way in another thread."""
        ...


def late(timeout: float) -> CallFailed:
    """The error of a question that took too long."""
    return CallFailed(f"timeout: no reply within {timeout:g} s")


def decoded(text: str) -> Any:
    """A reply as JSON; what was printed before its last line does not matter.

    Raises:
        CallFailed: Neither the text nor its last line is JSON.
    """
    text = text.removeprefix("\ufeff")
    last = text.rstrip().rpartition("\n")[2]
    for part in (text, last):
        try:
            return json.loads(part)
        except (ValueError, RecursionError):
            continue
    said = shorten(last.strip(), 120)
    raise CallFailed(f"the reply is no JSON: {said}" if said else "the reply is empty")
