"""The offline default: hashed character n-grams; no model, named as such."""

from __future__ import annotations

import unicodedata
from zlib import crc32

from ontoeval.annotate.protocol import Embedder, Reply, Usage
from ontoeval.errors import BadParameter


class HashedEmbedder(Embedder):
    """Counts the character n-grams of a text by hash: texts are near when they are spelled alike, not when they mean
    the same. Free, offline and always the same; its cosines must not be compared with those of a model.

    Args:
        size: Length of the vectors.
        shortest, longest: Lengths of the n-grams.

    Raises:
        BadParameter: A value is not allowed.
    """

    kind = "hashed"
    priced = True

    def __init__(self, size: int = 1024, shortest: int = 3, longest: int = 4) -> None:
        if size < 1 or not 1 <= shortest <= longest:
            raise BadParameter(
                f"size={size!r}, shortest={shortest!r}, longest={longest!r} are not allowed",
                expected="1 or more, shortest not above longest",
            )
        self.size, self.shortest, self.longest = size, shortest, longest
        self.name = f"hashed_ngrams({size},{shortest}-{longest})"

    async def embed(self, texts: list[str], run: int = 0) -> Reply:
        """The vectors."""
        return Reply([self.vector(text) for text in texts], usage=Usage(calls=1, attempts=1))

    def vector(self, text: str) -> list[float]:
        """Counts of the n-grams of a text, with a blank before and behind each word."""
        counts = [0.0] * self.size
        folded = f" {' '.join(unicodedata.normalize('NFKC', text).casefold().split())} ".encode("utf-32-le")
        for length in range(self.shortest, self.longest + 1):
            for start in range(0, len(folded) - 4 * (length - 1), 4):
                counts[crc32(folded[start : start + 4 * length]) % self.size] += 1.0
        return counts
