"""A pipeline's reply as a row of a run."""

from __future__ import annotations

import json
from typing import Any

from pydantic import ValidationError

from ontoeval.collect.caller import CallFailed
from ontoeval.findings import shorten
from ontoeval.records.model import Run

#: Key under which the whole time of a call is kept.
TOTAL = "total"


def row_of(name: str, reply: Any, elapsed: float) -> dict[str, Any]:
    """The row of a run.

    Args:
        name: Id of the question.
        reply: Fields of ``run``, bare or under ``run``; or the text of an answer.
        elapsed: Seconds from question to reply; kept as ``latency_ms.total`` beside the stages that the pipeline
            reports, unless it reports a total itself.

    Raises:
        CallFailed: The reply is neither, a field is of another type, or a number is NaN or infinite.
    """
    if isinstance(reply, dict) and isinstance(reply.get("run"), dict):
        reply = reply["run"]
    if isinstance(reply, str):
        reply = {"answer": reply}
    if not isinstance(reply, dict):
        raise CallFailed(f"the reply is {shorten(reply, 60)}: expected an object with fields of run, or a text")
    try:
        Run.model_validate(reply)
    except ValidationError as error:
        first = error.errors()[0]
        field = str(first["loc"][0]) if first["loc"] else ""
        expected = Run.model_fields[field].description if field in Run.model_fields else first["msg"]
        raise CallFailed(f"the reply has {field} = {shorten(reply.get(field), 60)}: expected {expected}") from None
    try:
        json.dumps(reply, allow_nan=False)
    except ValueError:
        raise CallFailed("the reply holds NaN or infinity: leave out what has no value") from None
    latency = {TOTAL: round(elapsed * 1000, 3), **(reply.get("latency_ms") or {})}
    return {"id": name, **{key: value for key, value in reply.items() if key != "id"}, "latency_ms": latency}


def failed_row(name: str, problem: str, elapsed: float) -> dict[str, Any]:
    """The row of a question that got no reply."""
    return {"id": name, "error": " ".join(problem.split()), "latency_ms": {TOTAL: round(elapsed * 1000, 3)}}


def unknown_fields(reply: dict[str, Any]) -> set[str]:
    """Fields of a row that are no fields of a run."""
    return {name for name in reply if name != "id" and name not in Run.model_fields}
