"""Texts of concepts, kept as one block of bytes instead of a million objects."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np


class TextColumn:
    """A list of texts per row, in one UTF-8 block with offsets; read-only.

    Args:
        rows: For each row its texts; an empty sequence where there is none.
    """

    __slots__ = ("_block", "_item_ends", "_row_ends")

    def __init__(self, rows: Iterable[Sequence[str]]) -> None:
        items: list[bytes] = []
        row_ends: list[int] = [0]
        for row in rows:
            for text in row:
                items.append(text.encode("utf-8", "surrogatepass"))
            row_ends.append(len(items))
        self._block = b"".join(items)
        self._item_ends = np.zeros(len(items) + 1, np.int64)
        np.cumsum(np.fromiter(map(len, items), np.int64, len(items)), out=self._item_ends[1:])
        self._row_ends = np.array(row_ends, np.int32)

    def __len__(self) -> int:
        return len(self._row_ends) - 1

    def span(self, row: int) -> tuple[int, int]:
        """First and last-plus-one position of the row's texts among all texts."""
        return int(self._row_ends[row]), int(self._row_ends[row + 1])

    def all(self, row: int) -> tuple[str, ...]:
        """All texts of a row."""
        first, end = self.span(row)
        ends = self._item_ends[first : end + 1].tolist()
        return tuple(self._block[start:stop].decode("utf-8", "surrogatepass") for start, stop in pairwise(ends))

    def first(self, row: int) -> str | None:
        """The first text of a row, or None."""
        first, end = self.span(row)
        if first == end:
            return None
        start, stop = self._item_ends[first], self._item_ends[first + 1]
        return self._block[start:stop].decode("utf-8", "surrogatepass")
