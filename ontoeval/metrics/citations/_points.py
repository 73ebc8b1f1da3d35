"""How much a citation counts that supports a claim in part."""

from __future__ import annotations

from typing import Literal

from ontoeval.statistics.rows import Floats
from ontoeval.views.base import Integers

Credit = Literal["strict", "lenient"]


def points(degree: Integers, credit: Credit) -> Floats:
    """1 for full support, 0 (strict) or ½ (lenient) for support in part, 0 for none."""
    lenient: Floats = degree / 2
    return lenient if credit == "lenient" else (degree == 2).astype(lenient.dtype)
