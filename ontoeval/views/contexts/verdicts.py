"""Verdicts on the contexts of a sample: how many there must be, and their means over repetitions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ontoeval.records.batch import Batch
from ontoeval.statistics.rows import Floats


def n_contexts(batch: Batch, position: int) -> int | None:
    """How many contexts a sample has."""
    hits = batch.column("run.contexts")[position]
    return None if hits is None else len(hits)


def miscount(n_verdicts: int, n: int | None) -> str | None:
    """What is wrong when verdicts are not about that many contexts, or None."""
    return None if n is None or n_verdicts == n else f"partition: {n_verdicts} verdicts on {n} contexts"


def means(repetitions: Sequence[Sequence[Any]]) -> Floats:
    """The mean over the repetitions for each context, shape ``(n_contexts,)``."""
    if not repetitions:
        return np.zeros(0)
    mean: Floats = np.array(repetitions, dtype=np.float64).mean(axis=0)
    return mean
