"""Quantiles of one value per unit: exact, additive, with intervals from order statistics."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ontoeval.statistics.rows import Floats, Rows, Table

#: Width of the bins that resampling counts in: an error of at most 1 %, and the same bins for every run.
_BIN = 1.02
_ROUNDING = 1e-12


class Quantile(Table):
    """Rows of one value each, whose value is a quantile of them.

    The keys are the values and the column counts them, so rows of parts of a run add up to the rows of the whole. The
    quantile is the smallest value that at least the share ``quantile`` of the rows does not exceed (the inverse of the
    empirical distribution function): a value that was observed, whatever the order.

    Args:
        value: One number per row, at least 0.
        quantile: The share, in (0, 1).
        sample: The unit of each row; a unit has at most one.

    Example:
        >>> Quantile([30, 10, 20, 40], quantile=0.5).sums().value
        20.0

    Source: Hyndman and Fan 1996, doi:10.1080/00031305.1996.10473566 (definition 1).
    """

    resampled_as = ", in bins of 2 %"

    def __init__(self, value: ArrayLike, *, quantile: float, sample: ArrayLike | None = None) -> None:
        self.quantile = quantile
        labels, key = np.unique(np.asarray(value, dtype=np.float64), return_inverse=True)
        super().__init__({"count": np.ones_like(key)}, key=key, labels=labels.tolist(), sample=sample)

    def reduce(self, columns: Mapping[str, Floats]) -> Floats:
        """The smallest key that enough of the counts do not exceed; NaN without any."""
        below = np.cumsum(columns["count"], axis=-1)
        if not below.shape[-1]:
            return np.full(below.shape[:-1], np.nan)
        total = below[..., -1:]
        place = np.argmax(below >= self.quantile * total * (1 - _ROUNDING), axis=-1)
        return np.where(total[..., 0] > 0, np.asarray(self.labels, dtype=np.float64)[place], np.nan)

    def take(self, places: NDArray[np.int64]) -> Rows:
        """The rows at some places, with the keys that occur among them: a small slice has few."""
        used, key = np.unique(self._keys()[places], return_inverse=True)
        columns = {name: values[places] for name, values in self.columns.items()}
        return self.like(columns, self.sample[places], key, [self.labels[place] for place in used.tolist()])

    def values(self, n_units: int) -> Floats:
        """The value of each unit's row, shape ``(n_units,)``; NaN without one."""
        values = np.full(n_units, np.nan)
        values[self.sample] = self._by_row()
        return values

    def resampled(self) -> Quantile:
        """The same rows with the middle of a fixed logarithmic bin in place of each value."""
        values = self._by_row()
        known = values > 0
        exponent = np.floor(np.log(values, where=known, out=np.zeros_like(values)) / math.log(_BIN))
        bins = Quantile(np.where(known, _BIN ** (exponent + 0.5), 0.0), quantile=self.quantile, sample=self.sample)
        bins.columns = dict(self.columns)
        return bins

    def _by_row(self) -> Floats:
        return np.asarray(self.labels, dtype=np.float64)[self._keys()]

    def _keys(self) -> NDArray[np.int64]:
        assert self.key is not None
        return self.key


def order_statistics(ordered: Floats, quantile: float, level: float) -> tuple[float, float] | None:
    """The interval of a quantile between two of the observed values, exact for independent observations.

    The number of observations that do not exceed the true quantile is binomial, whatever they are distributed like.

    Args:
        ordered: Observations in increasing order, shape ``(n,)``.
        quantile: The share, in (0, 1).
        level: Confidence, in (0, 1).

    Returns:
        Two observations; None when there are too few for one of the bounds: for the 95 % interval of the 95th
        percentile fewer than 72, of the 99th fewer than 368.

    Source: David and Nagaraja 2003, Order Statistics, 7.1, doi:10.1002/0471722162.
    """
    from scipy.stats import binom

    n, tail = len(ordered), (1 - level) / 2
    low, high = int(binom.ppf(tail, n, quantile)), int(binom.isf(tail, n, quantile)) + 1
    return (float(ordered[low - 1]), float(ordered[high - 1])) if low >= 1 and high <= n else None
