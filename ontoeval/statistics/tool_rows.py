"""Rows of precision, recall and F as other tools read them: nothing over nothing is a number of the tool's."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ontoeval.statistics.rows import Floats, FScore, Ratio


class ToolFScore(FScore):
    """An F score with a tool's value for nothing to find and nothing found.

    Args:
        tp, fp, fn: Counts, one per row.
        beta: Weight of recall, > 0.
        empty: The value when all counts are 0.
        counted: Whether a row's unit has a value of its own; those that have none are in the total only.
    """

    def __init__(
        self, tp: ArrayLike, fp: ArrayLike, fn: ArrayLike, *, beta: float, empty: float, counted: ArrayLike
    ) -> None:
        hits = np.asarray(tp)
        super().__init__(hits, hits + np.asarray(fp), hits, hits + np.asarray(fn), beta=beta)
        self.empty = empty
        self.columns["counted"] = np.asarray(counted, dtype=np.int64)

    def reduce(self, columns: Mapping[str, Floats]) -> Floats:
        """F-beta of the summed precision and recall."""
        nothing = (columns["p_den"] == 0) & (columns["r_den"] == 0)
        return np.where(nothing, self.empty, super().reduce(columns))

    def defined(self, n_units: int) -> NDArray[np.bool_]:
        """All units that have a row."""
        return _present(self.sample, n_units)

    def values(self, n_units: int) -> Floats:
        """The value of each unit alone; NaN where it has none."""
        columns = self.by_unit(n_units)
        return np.where(columns["counted"] > 0, self.reduce(columns), np.nan)


class ToolRatio(Ratio):
    """A precision (or a recall) that is 0 when nothing was found (or to be found).

    Args:
        num: Correct ones, one per row.
        den: Found (or wanted) ones.
        others: What only the other of the two counts: missed (or spurious) ones.
        empty: The value when all counts are 0.
        counted: Whether a row's unit has a value of its own; those that have none are in the total only.
    """

    def __init__(self, num: ArrayLike, den: ArrayLike, others: ArrayLike, *, empty: float, counted: ArrayLike) -> None:
        super().__init__(num, den)
        self.empty = empty
        self.columns["others"] = np.asarray(others, dtype=np.int64)
        self.columns["counted"] = np.asarray(counted, dtype=np.int64)

    def reduce(self, columns: Mapping[str, Floats]) -> Floats:
        """Σ num / Σ den, and a number for nothing."""
        nothing = (columns["den"] == 0) & (columns["others"] == 0)
        share = super().reduce(columns)
        return np.where(nothing, self.empty, np.where(columns["den"] == 0, 0.0, share))

    def shown(self, columns: Mapping[str, float]) -> dict[str, float]:
        """Numerator and denominator."""
        return {name: columns[name] for name in ("num", "den")}

    def defined(self, n_units: int) -> NDArray[np.bool_]:
        """All units that have a row."""
        return _present(self.sample, n_units)

    def values(self, n_units: int) -> Floats:
        """The value of each unit alone; NaN where it has none."""
        columns = self.by_unit(n_units)
        return np.where(columns["counted"] > 0, self.reduce(columns), np.nan)


def _present(sample: NDArray[np.int64], n_units: int) -> NDArray[np.bool_]:
    present = np.zeros(n_units, dtype=bool)
    present[sample] = True
    return present
