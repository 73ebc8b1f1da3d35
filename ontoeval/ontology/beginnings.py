"""How far texts are the same from their beginning."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence


def common_start(a: str, b: str) -> int:
    """How many signs two texts have in common from their beginning.

    Example:
        >>> common_start("HP:0001250", "HP:0001945")
        7
    """
    shortest = min(len(a), len(b))
    return next((at for at in range(shortest) if a[at] != b[at]), shortest)


def longest_start(texts: Sequence[str], text: str) -> int:
    """How many signs, at most, a text has in common with one of others from its beginning.

    Args:
        texts: Sorted.
        text: The text.

    Example:
        >>> longest_start(["cat", "catalogue", "dog"], "cattle")
        3
    """
    at = bisect(texts, text)
    return max((common_start(text, other) for other in texts[max(0, at - 1) : at + 1]), default=0)
