"""Texts of concepts, kept as one block of bytes instead of a million objects."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ontoeval.ontology.arrays import Int32, Int64


class TextColumn:
    """A list of texts per row, in one UTF-8 block with offsets; read-only.

    Args:
        block: All texts, one after the other, in UTF-8, as uint8.
        item_ends: Where each text ends, after a leading 0.
        row_ends: How many texts there are up to the end of each row, after a leading 0.
    """

    __slots__ = ("block", "item_ends", "row_ends")

    def __init__(self, block: NDArray[np.uint8], item_ends: Int64, row_ends: Int32) -> None:
        self.block = block
        self.item_ends = item_ends
        self.row_ends = row_ends

    @classmethod
    def of_rows(cls, rows: Iterable[Sequence[str]]) -> TextColumn:
        """A column of the texts of each row; an empty sequence where there is none."""
        block, item_ends, row_ends = bytearray(), array("q", [0]), array("i", [0])
        for row in rows:
            for text in row:
                block += text.encode("utf-8", "surrogatepass")
                item_ends.append(len(block))
            row_ends.append(len(item_ends) - 1)
        return cls(np.frombuffer(block, np.uint8), np.array(item_ends, np.int64), np.array(row_ends, np.int32))

    @classmethod
    def of_optional(cls, texts: Sequence[str | None]) -> TextColumn:
        """A column of at most one text per row."""
        present = [text for text in texts if text is not None]
        joined = "".join(present)
        if joined.isascii():  # then characters are bytes
            lengths, block = map(len, present), joined.encode()
        else:
            encoded = [text.encode("utf-8", "surrogatepass") for text in present]
            lengths, block = map(len, encoded), b"".join(encoded)
        item_ends = np.zeros(len(present) + 1, np.int64)
        np.cumsum(np.fromiter(lengths, np.int64, len(present)), out=item_ends[1:])
        if len(present) == len(texts):
            row_ends = np.arange(len(texts) + 1, dtype=np.int32)
        else:
            row_ends = np.zeros(len(texts) + 1, np.int32)
            np.cumsum([text is not None for text in texts], out=row_ends[1:])
        return cls(np.frombuffer(block, np.uint8), item_ends, row_ends)

    def __len__(self) -> int:
        return len(self.row_ends) - 1

    def span(self, row: int) -> tuple[int, int]:
        """First and last-plus-one position of the row's texts among all texts."""
        return int(self.row_ends[row]), int(self.row_ends[row + 1])

    def all(self, row: int) -> tuple[str, ...]:
        """All texts of a row."""
        first, end = self.span(row)
        ends = self.item_ends[first : end + 1].tolist()
        return tuple(self._text(start, stop) for start, stop in pairwise(ends))

    def first(self, row: int) -> str | None:
        """The first text of a row, or None."""
        first, end = self.span(row)
        if first == end:
            return None
        return self._text(int(self.item_ends[first]), int(self.item_ends[first + 1]))

    def texts(self) -> list[str]:
        """All texts of all rows, in order."""
        block = self.block.tobytes()
        return [block[a:b].decode("utf-8", "surrogatepass") for a, b in pairwise(self.item_ends.tolist())]

    def _text(self, start: int, stop: int) -> str:
        return self.block[start:stop].tobytes().decode("utf-8", "surrogatepass")
