"""Vectors of texts: what rubrics do with them."""

from __future__ import annotations

import math


def cosine(first: list[float], second: list[float]) -> float:
    """Cosine of two vectors; exactly 1 for equal ones, 0 when one of them is null."""
    if first == second and any(first):
        return 1.0
    scale = math.sqrt(math.fsum(x * x for x in first)) * math.sqrt(math.fsum(x * x for x in second))
    if not scale:
        return 0.0
    return max(-1.0, min(1.0, math.fsum(x * y for x, y in zip(first, second, strict=True)) / scale))
