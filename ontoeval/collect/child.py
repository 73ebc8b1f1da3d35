"""The process that holds a pipeline's function: a question per line comes in, a reply per line goes out.

It is started as ``python -m ontoeval.collect.child MODULE:FUNCTION``. The function may print: its stdout is stderr
here, and the replies take another way.
"""

from __future__ import annotations

import importlib
import inspect
import json
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any


def load(target: str) -> Callable[[Any], Any]:
    """The function that ``module:function`` names; the function may be an attribute of an object: ``module:a.b``."""
    module, _, path = target.partition(":")
    found: Any = importlib.import_module(module)
    for name in path.split("."):
        found = getattr(found, name)
    if not callable(found):
        raise TypeError(f"{target} is no function")
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
        return json.dumps({"reply": reply}, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        return json.dumps({"error": f"the reply is no JSON: {error}"})


def _finished(awaitable: Any) -> Any:
    import asyncio

    async def wait() -> Any:
        return await awaitable

    return asyncio.run(wait())


def describe(error: BaseException) -> str:
    """An error in one line, with the last place in the user's own code."""
    text = " ".join(str(error).split())
    said = f"{type(error).__name__}: {text}" if text else type(error).__name__
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename != __file__]
    return f"{said} ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else said


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
