"""Replies of model APIs as they were saved: what the model answered, why it stopped, and what went wrong.

Known are chat completions and responses of OpenAI and of the many servers that speak as it does, messages of
Anthropic, candidates of Gemini, chats of Ollama, and the results of the batches of the first two.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

_FAILED = frozenset({"error", "type", "request_id"})
#: Every known reply has one of these.
_MARKS = frozenset({"custom_id", "choices", "type", "object", "candidates", "message", "error"})


@dataclass(frozen=True, slots=True)
class Reply:
    """What a reply says.

    Attributes:
        output: The answer: the arguments of the first tool call where there is one, else the text.
        finish_reason: Why the model stopped, in the words of its API; None where it does not say.
        error: What went wrong instead, or None.
        id: The caller's name for the request in a batch, or None.
        left: How many further choices and tool calls stand beside the one that is read.
    """

    output: Any = None
    finish_reason: str | None = None
    error: str | None = None
    id: str | None = None
    left: int = 0


def reply_of(row: Any) -> Reply | None:
    """The reply that an object is, or None when it is none of the known ones.

    Example:
        >>> row = {"choices": [{"message": {"role": "assistant", "content": "{}"}, "finish_reason": "stop"}]}
        >>> reply_of(row).output, reply_of(row).finish_reason
        ('{}', 'stop')
    """
    if not isinstance(row, Mapping) or _MARKS.isdisjoint(row):
        return None
    found = (read(row) for read in (_batched, _completion, _message, _response, _candidate, _chat, _failed))
    return next((reply for reply in found if reply is not None), None)


def said(error: Any) -> str:
    """An error in words: its kind and its message where it has them."""
    if not isinstance(error, Mapping):
        return str(error)
    inner = error.get("error")
    if isinstance(inner, Mapping):
        return said(inner)
    parts = [str(error[name]) for name in ("code", "type", "message") if isinstance(error.get(name), str | int)]
    return ": ".join(parts) or str(dict(error))


def _batched(row: Mapping[str, Any]) -> Reply | None:
    """A line of the results of a batch."""
    if "custom_id" not in row or not row.keys() & {"response", "result"}:
        return None
    outer: Mapping[str, Any] = next(
        (row[name] for name in ("response", "result") if isinstance(row.get(name), Mapping)), {}
    )
    inner = next((outer[name] for name in ("body", "message") if isinstance(outer.get(name), Mapping)), None)
    reply = reply_of(inner)
    if reply is None and inner is not None:
        reply = Reply(inner)
    if reply is None:
        error = row.get("error") or outer.get("error") or outer.get("type") or "no reply"
        reply = Reply(error=said(error))
    return replace(reply, id=str(row["custom_id"]))


def _completion(row: Mapping[str, Any]) -> Reply | None:
    first = _first(row.get("choices"))
    if isinstance(first.get("message"), Mapping):
        return _spoken(first["message"], first.get("finish_reason"), len(row["choices"]) - 1)
    if isinstance(first.get("text"), str) and "finish_reason" in first:
        return Reply(first["text"], _text(first["finish_reason"]), left=len(row["choices"]) - 1)
    return None


def _message(row: Mapping[str, Any]) -> Reply | None:
    if row.get("type") != "message" or not isinstance(row.get("content"), list):
        return None
    calls = [block.get("input") for block in _of_type(row["content"], "tool_use")]
    return _answered(calls, _joined(row["content"], "text"), row.get("stop_reason"))


def _response(row: Mapping[str, Any]) -> Reply | None:
    if row.get("object") != "response" or not isinstance(row.get("output"), list):
        return None
    if row.get("error"):
        return Reply(error=said(row["error"]))
    details = row.get("incomplete_details")
    reason = details.get("reason") if isinstance(details, Mapping) else None
    calls = [item.get("arguments") for item in _of_type(row["output"], "function_call")]
    parts = [part for item in _of_type(row["output"], "message") for part in item.get("content") or ()]
    refusals = [str(part.get("refusal")) for part in _of_type(parts, "refusal")]
    if refusals and not calls:
        return Reply("".join(refusals), "refusal")
    return _answered(calls, _joined(parts, "output_text"), reason)


def _candidate(row: Mapping[str, Any]) -> Reply | None:
    first = _first(row.get("candidates"))
    content = first.get("content")
    if "finishReason" not in first and not (isinstance(content, Mapping) and "parts" in content):
        return None
    parts = [part for part in content.get("parts") or () if isinstance(part, Mapping)] if content else []
    calls = [part["functionCall"].get("args") for part in parts if isinstance(part.get("functionCall"), Mapping)]
    texts = "".join(part["text"] for part in parts if isinstance(part.get("text"), str) and not part.get("thought"))
    reply = _answered(calls, texts, first.get("finishReason"))
    return replace(reply, left=reply.left + len(row["candidates"]) - 1)


def _chat(row: Mapping[str, Any]) -> Reply | None:
    if not isinstance(row.get("message"), Mapping) or "done" not in row:
        return None
    return _spoken(row["message"], row.get("done_reason"), 0)


def _failed(row: Mapping[str, Any]) -> Reply | None:
    error = row.get("error")
    if not row.keys() <= _FAILED or not isinstance(error, Mapping) or "message" not in error:
        return None
    return Reply(error=said(error))


def _spoken(message: Mapping[str, Any], reason: Any, left: int) -> Reply:
    """The answer in a message of a chat: its tool call, its refusal or its text."""
    functions = [call.get("function") for call in message.get("tool_calls") or () if isinstance(call, Mapping)]
    functions += [message["function_call"]] if message.get("function_call") else []
    calls = [function.get("arguments") for function in functions if isinstance(function, Mapping)]
    if message.get("refusal") and not calls:
        return Reply(str(message["refusal"]), "refusal", left=left)
    content = message.get("content")
    text = _joined(content, "text") if isinstance(content, list) else content or ""
    reply = _answered(calls, text, reason)
    return replace(reply, left=reply.left + left)


def _answered(calls: list[Any], text: Any, reason: Any) -> Reply:
    return Reply(calls[0] if calls else text, _text(reason), left=max(len(calls) - 1, 0))


def _first(items: Any) -> Mapping[str, Any]:
    return items[0] if isinstance(items, list) and items and isinstance(items[0], Mapping) else {}


def _of_type(items: Iterable[Any], kind: str) -> list[Mapping[str, Any]]:
    return [item for item in items if isinstance(item, Mapping) and item.get("type") == kind]


def _joined(blocks: Iterable[Any], kind: str) -> str:
    return "".join(str(block.get("text") or "") for block in _of_type(blocks, kind))


def _text(reason: Any) -> str | None:
    return None if reason is None else str(reason)
