"""An asynchronous stream read from ordinary code, also where an event loop is already running."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")

_END = object()


def drain(stream: AsyncGenerator[Item, None]) -> Iterator[Item]:
    """The items of a stream, in a thread with a loop of its own; an interrupt cancels what is under way."""
    with ThreadPoolExecutor(1, thread_name_prefix="ontoeval-judging") as thread:
        runner = thread.submit(asyncio.Runner).result()
        loop = thread.submit(runner.get_loop).result()
        try:
            while True:
                item = _wait(thread.submit(runner.run, _next(stream)), loop)
                if item is _END:
                    return
                yield item  # type: ignore[misc]
        finally:
            thread.submit(_close, runner, stream).result()


def _wait(step: Future[object], loop: asyncio.AbstractEventLoop) -> object:
    try:
        return step.result()
    except BaseException:
        if not step.done():  # interrupted while waiting
            loop.call_soon_threadsafe(_cancel_all, loop)
        raise


async def _next(stream: AsyncGenerator[Item, None]) -> object:
    return await anext(stream, _END)


def _cancel_all(loop: asyncio.AbstractEventLoop) -> None:
    for task in asyncio.all_tasks(loop):
        task.cancel()


def _close(runner: asyncio.Runner, stream: AsyncGenerator[Item, None]) -> None:
    with runner:
        runner.run(stream.aclose())
