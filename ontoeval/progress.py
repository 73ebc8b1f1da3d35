"""Progress of long work: silent in a library, shown on stderr by the command line after two seconds."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sized
from contextlib import contextmanager
from typing import TypeVar

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


def track(items: Iterable[Item], doing: str) -> Iterator[Item]:
    """The items as they are; when shown and slow, with a line on stderr that counts them.

    Args:
        items: Batches or single things; a sized thing counts as many as it holds.
        doing: What is done, e.g. ``"reading golden.jsonl"``.
    """
    if not _shown:
        yield from items
        return
    start = last = time.monotonic()
    done, written = 0, False
    live = sys.stderr.isatty()
    every, begin, end = (_EVERY, "\r", "") if live else (_EVERY_IN_A_LOG, "", "\n")
    try:
        for item in items:
            yield item
            done += len(item) if isinstance(item, Sized) else 1
            now = time.monotonic()
            if now - start > _AFTER and now - last > every:
                last, written = now, True
                sys.stderr.write(f"{begin}{doing}: {done:,} in {now - start:.0f} s{end}")
                sys.stderr.flush()
    finally:  # an error must not be written behind a half line
        if written:
            sys.stderr.write(f"{begin}{doing}: {done:,} in {time.monotonic() - start:.0f} s\n")
