"""A model behind an OpenAI-compatible server: OpenAI, Gemini, vLLM, Ollama, llama.cpp and others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, get_args

from ontoeval.annotate.families import is_version
from ontoeval.annotate.judges.logprobs import grade_probabilities
from ontoeval.annotate.judges.prompt import read_json, system_text, user_text, wire_schema
from ontoeval.annotate.judges.server import Failed, Server
from ontoeval.annotate.protocol import Judge, Reply, Task
from ontoeval.errors import BadParameter
from ontoeval.records.verdicts import InvalidVerdict

ResponseMode = Literal["json_schema", "json_object", "tool", "none"]

_FINISHED = {"stop", "tool_calls", "function_call"}
_TOOL = "give_verdict"


class OpenAIJudge(Judge):
    """Asks a model behind an OpenAI-compatible server.

    A reply is a fault, never a verdict, when it is late (``timeout``), cut off (``truncated``), withheld
    (``filtered``), empty (``no_content``), no JSON (``not_json``), from another model (``other_model``), or when the
    server refuses (``rate_limited``, ``server``, ``rejected``, ``connection``).

    Args:
        model: The model.
        server: Where it is; else OpenAI or ``OPENAI_BASE_URL``.
        mode: How the server is asked for the schema: ``"json_schema"`` (enforced), ``"tool"`` (a function call),
            ``"json_object"`` or ``"none"`` (the schema is in the prompt; with ``"none"`` the object may stand in text).
        temperature: None leaves it to the server.
        max_tokens: Of the completion; None leaves it to the server.
        any_model: Whether another model than the one asked for may answer.
        logprobs: Whether to ask for the probabilities of grades.
        options: Further fields of the request, e.g. ``{"reasoning_effort": "low"}``.

    Raises:
        BadParameter: There is no such mode.
    """

    def __init__(
        self,
        model: str,
        server: Server | None = None,
        *,
        mode: ResponseMode = "json_schema",
        temperature: float | None = 0.0,
        max_tokens: int | None = 4096,
        any_model: bool = False,
        logprobs: bool = False,
        options: dict[str, Any] | None = None,
    ) -> None:
        if mode not in get_args(ResponseMode):
            raise BadParameter(f"mode={mode!r} is not allowed", expected=", ".join(get_args(ResponseMode)))
        self.model = model
        self.models = (model,)
        self.server = server or Server()
        self.mode, self.any_model, self.logprobs = mode, any_model, logprobs
        self.priced = self.server.prices is not None and self.server.prices.of(model) is not None
        given = {"temperature": temperature, "max_tokens": max_tokens, **(options or {})}
        self._options = {name: value for name, value in given.items() if value is not None}
        settings = ",".join(f"{name}={value}" for name, value in sorted(self._options.items()))
        self.name = f"{model}@{self.server.host}({mode}{',logprobs' if logprobs else ''},{settings})"

    def check(self) -> None:
        """Whether a call could be made at all.

        Raises:
            InputError: There is no key.
            MissingExtra: httpx is not installed.
        """
        self.server.check()

    async def ask(self, task: Task) -> Reply:
        """Ask the model."""
        try:
            content, usage = await self.server.post("/chat/completions", self._body(task), self.model)
        except Failed as failed:
            return Reply(fault=failed.fault, usage=failed.usage)
        served = content.get("model")
        reply = Reply(model=None if served is None else str(served), usage=usage)
        try:
            choice, text = self._choice(content)
        except InvalidVerdict as fault:
            return replace(reply, fault=str(fault))
        try:
            output = read_json(text, embedded=self.mode == "none")
        except InvalidVerdict as fault:
            return replace(reply, fault=str(fault), text=text)
        if self.logprobs and task.step.decision == "rating":
            output["probabilities"] = grade_probabilities(choice)
        return replace(reply, output=output, text=text)

    async def aclose(self) -> None:
        """Close the connections."""
        await self.server.aclose()

    def _body(self, task: Task) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self.model,
            "messages": [
                {"role": "system", "content": system_text(task, self.mode in ("json_object", "none"))},
                {"role": "user", "content": user_text(task)},
            ],
            **self._options,
        }
        if self.mode == "json_object":
            body["response_format"] = {"type": "json_object"}
        if self.mode == "json_schema":
            shape = {"name": task.step.name, "strict": True, "schema": wire_schema(task.step.schema)}
            body["response_format"] = {"type": "json_schema", "json_schema": shape}
        if self.mode == "tool":
            function = {"name": _TOOL, "strict": True, "parameters": wire_schema(task.step.schema)}
            body["tools"] = [{"type": "function", "function": function}]
            body["tool_choice"] = {"type": "function", "function": {"name": _TOOL}}
        if self.logprobs and task.step.decision == "rating":
            body |= {"logprobs": True, "top_logprobs": 10}
        return body

    def _choice(self, content: dict[str, Any]) -> tuple[dict[str, Any], str]:
        served = content.get("model")
        if served is not None and not self.any_model and not is_version(str(served), self.model):
            raise InvalidVerdict(f"other_model: asked for {self.model!r}, {str(served)!r} answered")
        choices = content.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        message = choice.get("message") if isinstance(choice, dict) else None
        if not isinstance(choice, dict) or not isinstance(message, dict):
            raise InvalidVerdict("no_content: the response has no message")
        reason = choice.get("finish_reason")
        if reason == "length":
            raise InvalidVerdict("truncated: finish_reason is 'length'; raise max_tokens")
        if reason == "content_filter" or message.get("refusal"):
            raise InvalidVerdict(f"filtered: {message.get('refusal') or 'finish_reason is content_filter'}")
        if reason not in _FINISHED:
            raise InvalidVerdict(f"truncated: finish_reason is {reason!r}")
        text = self._text(message)
        if not text.strip():
            raise InvalidVerdict("no_content: the message is empty")
        return choice, text

    def _text(self, message: dict[str, Any]) -> str:
        if self.mode != "tool":
            return str(message.get("content") or "")
        calls = message.get("tool_calls")
        try:
            return str(calls[0]["function"]["arguments"]) if calls else ""
        except (LookupError, TypeError):
            return ""
