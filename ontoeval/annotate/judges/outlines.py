"""A model in this process whose output is held to the schema by outlines."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any

from ontoeval.annotate.judges.prompt import system_text, user_text, wire_schema
from ontoeval.annotate.protocol import Judge, Reply, Step, Task, Usage
from ontoeval.errors import MissingExtra


class OutlinesJudge(Judge):
    """Asks a model of outlines (transformers, llama.cpp, MLX, vLLM offline …), which can only write valid JSON.

    Args:
        model: The model, as ``outlines.from_…`` gives it.
        name: Its name.
        backend: The engine of outlines that holds it to the schema.
        options: For the call of the model, e.g. ``{"max_new_tokens": 1024}``.
    """

    priced = True

    def __init__(
        self, model: Any, name: str, *, backend: str = "llguidance", options: dict[str, Any] | None = None
    ) -> None:
        self._model, self._backend, self._options = model, backend, dict(options or {})
        self.models = (name,)
        settings = ",".join(f"{key}={value}" for key, value in sorted(self._options.items()))
        self.name = f"outlines({name},{backend}{',' + settings if settings else ''})"
        self._generators: dict[str, Any] = {}
        self._one_at_a_time = threading.Lock()

    def check(self) -> None:
        """Whether outlines is there.

        Raises:
            MissingExtra: It is not.
        """
        _outlines()

    async def ask(self, task: Task) -> Reply:
        """Let the model write."""
        text = await asyncio.to_thread(self._write, task)
        usage = Usage(calls=1, attempts=1, cost=0.0)
        try:
            output = json.loads(text)
        except ValueError:
            return Reply(fault=f"truncated: {text[-80:]!r}", model=self.models[0], usage=usage, text=text)
        return Reply(output, model=self.models[0], usage=usage, text=text)

    def _write(self, task: Task) -> str:
        prompt = f"{system_text(task, with_schema=True)}\n\n{user_text(task)}\n"
        with self._one_at_a_time:
            return str(self._generator(task.step)(prompt, **self._options))

    def _generator(self, step: Step) -> Any:
        if step.name not in self._generators:
            outlines = _outlines()
            shape = outlines.json_schema(json.dumps(wire_schema(step.schema)))
            self._generators[step.name] = outlines.Generator(self._model, shape, backend=self._backend)
        return self._generators[step.name]


def _outlines() -> Any:
    try:
        import outlines
    except ImportError:
        raise MissingExtra("outlines", "llm", "a judge in this process") from None
    return outlines
