"""Progress of long work: silent in a library, shown on stderr by the command line after two seconds."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from typing import BinaryIO, TypeVar, cast

Item = TypeVar("Item")

_AFTER = 2.0
_EVERY = 0.5
_EVERY_IN_A_LOG = 10.0
_shown = False


@contextmanager
def shown() -> Iterator[None]:
    """Show progress on stderr while this is open."""
    global _shown
    before, _shown = _shown, True
    try:
        yield
    finally:
        _shown = before


def track(items: Iterable[Item], doing: str | Callable[[], str]) -> Iterator[Item]:
    """The items as they are; when shown and slow, with a line on stderr that counts them.

    Args:
        items: Batches or single things; a sized thing counts as many as it holds, a tuple as one.
        doing: What is done, e.g. ``"reading golden.jsonl"``; a function says it anew each time.
    """
    if not _shown:
        yield from items
        return
    meter = _Meter(doing)
    try:
        for item in items:
            yield item
            meter.add(len(item) if isinstance(item, Sized) and not isinstance(item, tuple) else 1)
    finally:  # an error must not be written behind a half line
        meter.close()


def watch(stream: BinaryIO, doing: str) -> BinaryIO:
    """The stream as it is; when shown and slow to read, with a line on stderr that counts its bytes."""
    return cast(BinaryIO, _Watched(stream, doing)) if _shown else stream


class _Meter:
    """Counts what is done, and says so from time to time."""

    def __init__(self, doing: str | Callable[[], str]) -> None:
        self.doing = doing
        self.done, self.written = 0, False
        self.start = self.last = time.monotonic()
        live = sys.stderr.isatty()
        self.every, self.begin, self.end = (_EVERY, "\r", "") if live else (_EVERY_IN_A_LOG, "", "\n")

    def add(self, count: int) -> None:
        self.done += count
        now = time.monotonic()
        if now - self.start > _AFTER and now - self.last > self.every:
            self.last, self.written = now, True
            self._write(now, self.end)

    def close(self) -> None:
        if self.written:
            self.written = False
            self._write(time.monotonic(), "\n")

    def _write(self, now: float, end: str) -> None:
        seconds = now - self.start
        doing = self.doing if isinstance(self.doing, str) else self.doing()
        sys.stderr.write(f"{self.begin}{doing}: {self.done:,} in {seconds:.0f} s{end}")
        sys.stderr.flush()


class _Watched(io.BufferedIOBase):
    """A stream that tells a meter how much was read of it."""

    def __init__(self, stream: BinaryIO, doing: str) -> None:
        self._stream = stream
        self._meter = _Meter(doing)

    def readable(self) -> bool:
        return True

    def read(self, size: int | None = -1) -> bytes:
        data = self._stream.read(-1 if size is None else size)
        self._meter.add(len(data))
        return data

    def read1(self, size: int = -1) -> bytes:
        return self.read(size)

    def close(self) -> None:
        if not self.closed:
            self._meter.close()
            self._stream.close()
        super().close()
