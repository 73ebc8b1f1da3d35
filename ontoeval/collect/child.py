"""The process that holds a pipeline's function: a question per line comes in, a reply per line goes out.

It is started as ``python -m ontoeval.collect.child MODULE:FUNCTION``. The function may print: its stdout is stderr
here, and the replies take another way.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import json
import os
import re
import sys
import traceback
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

#: So many functions are named when the right one is not there.
_SHOWN = 8


class NoFunction(Exception):
    """A name leads to no function; the text says what is there instead."""


def load(target: str) -> Callable[[Any], Any]:
    """The function that ``module:function`` names; the function may be an attribute of an object: ``module:a.b``.

    Raises:
        NoFunction: The module has no such function.
        BaseException: Whatever the module raises when it is imported.
    """
    module, _, path = target.rpartition(":")
    if module.endswith(".py") or "/" in module or "\\" in module:
        plain = ".".join(part for part in re.split(r"[/\\.]", module.removesuffix(".py")) if part and part[-1] != ":")
        raise NoFunction(f"{module} is a path: say {plain}:{path}")
    found: Any = importlib.import_module(module)
    for name in path.split("."):
        if not hasattr(found, name):
            there = [other for other in dir(found) if other[0] != "_" and callable(getattr(found, other, None))]
            near = get_close_matches(name, there, n=1)
            hint = f"did you mean {near[0]}?" if near else f"it has {', '.join(there[:_SHOWN]) or 'none'}"
            raise NoFunction(f"{module} has no function {name}; {hint}")
        found = getattr(found, name)
    if not callable(found):
        raise NoFunction(f"{target} is no function")
    return found  # type: ignore[no-any-return]


def answer(function: Callable[[Any], Any], line: str) -> str:
    """The reply to a question as a line, ``{"reply": …}`` or ``{"error": …}``."""
    try:
        reply = function(json.loads(line))
        if inspect.isawaitable(reply):
            reply = _finished(reply)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit too: no question ends the others
        return json.dumps({"error": describe(error)})
    try:
        return json.dumps({"reply": reply}, default=_plain, allow_nan=False)
    except ValueError as error:
        if "Circular" in str(error):
            return json.dumps({"error": "the reply is no JSON: it holds itself"})
        return json.dumps({"error": "the reply holds NaN or infinity: leave out what has no value"})
    except (TypeError, RecursionError) as error:
        return json.dumps({"error": f"the reply is no JSON: {error}"})


def _plain(value: Any) -> Any:
    """What a data class, a pydantic model, or a number or array of numpy says as JSON."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    for name in ("model_dump", "tolist"):
        method = getattr(value, name, None)
        if callable(method) and not isinstance(value, type):
            return method()
    raise TypeError(f"it holds a {type(value).__name__}; return dicts, lists, texts and numbers")


def _finished(awaitable: Any) -> Any:
    import asyncio

    async def wait() -> Any:
        return await awaitable

    return asyncio.run(wait())


def describe(error: BaseException) -> str:
    """An error in one line, with the last place in the user's own code."""
    text = " ".join(str(error).split())
    if isinstance(error, NoFunction):
        return text
    said = f"{type(error).__name__}: {text}" if text else type(error).__name__
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _is_theirs(frame.filename)]
    return f"{said} ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else said


def _is_theirs(file: str) -> bool:
    """Whether code is not that of the import system, nor of this file."""
    return file not in (__file__, importlib.__file__) and not file.startswith("<frozen ")


def main(target: str) -> None:
    """Load the function, say so, and answer until there are no more questions."""
    questions = os.fdopen(os.dup(0), encoding="utf-8")
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    try:
        function = load(target)
    except BaseException as error:
        print(json.dumps({"error": describe(error)}), file=replies, flush=True)
        return
    print(json.dumps({"ready": True}), file=replies, flush=True)
    for line in questions:
        print(answer(function, line), file=replies, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
