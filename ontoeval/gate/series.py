"""`Series`: one metric over the runs of a history, as columns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ontoeval.gate.entry import OWN, Entry, Value

Column = NDArray[np.float64]


@dataclass
class Series:
    """One metric of one slice over the runs that hold it, oldest first.

    Attributes:
        runs: These runs.
        rows: What each of them keeps of the metric.
        part: Number of the stretch of comparable runs that each belongs to, ascending from 0.
    """

    runs: list[Entry] = field(default_factory=list)
    rows: list[Value] = field(default_factory=list)
    part: list[int] = field(default_factory=list)
    _goodness: list[float] = field(default_factory=list)
    _flip: list[float] = field(default_factory=list)
    _basis: Any = None

    def add(self, run: Entry, row: Value) -> None:
        """Add a run; a new part begins where anything changes that its value depends on."""
        basis = (run.basis, *map(row.get, OWN))
        self.part.append(self.part[-1] + (basis != self._basis) if self.part else 0)
        self._basis = basis
        self.runs.append(run)
        self.rows.append(row)
        value = row["value"]
        self._goodness.append(np.nan if value is None else value if row["better"] == "higher" else -value)
        self._flip.append(_flip(row))

    @cached_property
    def goodness(self) -> Column:
        """Values with the sign that makes larger ones better; NaN where there is none."""
        return np.array(self._goodness)

    @cached_property
    def flip(self) -> Column:
        """What one flip is worth in each run."""
        return np.array(self._flip)

    def parts(self) -> Iterator[list[Entry]]:
        """The stretches of comparable runs."""
        ends = [*np.flatnonzero(np.diff(self.part)) + 1, len(self.runs)] if self.runs else []
        for start, end in pairwise([0, *ends]):
            yield self.runs[start:end]


def series_of(runs: Sequence[Entry], slice_name: str = "", metrics: Collection[str] = ()) -> dict[str, Series]:
    """The series of each metric of a slice, in one pass over the runs.

    Args:
        runs: Runs, oldest first.
        slice_name: ``"tag=value"``, or "" for all samples.
        metrics: Only these.
    """
    found: defaultdict[str, Series] = defaultdict(Series)
    for run in runs:
        for metric, row in run.values(slice_name).items():
            if not metrics or metric in metrics:
                found[metric].add(run, row)
    return found


def _flip(row: Value) -> float:
    """What one flip is worth, with room for rounding; for a metric without bounds half the interval or, without one, a
    tenth of the value.
    """
    flip = row.get("flip")
    if flip is not None:
        return float(flip) + 1e-9
    low, high = row["low"], row["high"]
    return abs(row["value"] or 0.0) / 10 if low is None or high is None else float(high - low) / 2
