"""Confidence against frequency: calibration error from a table of counts by bin or by confidence, and its curve."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ontoeval.statistics.intervals import Interval, share_interval
from ontoeval.statistics.rows import Floats, Table

Scheme = Literal["width", "mass", "debiased"]

BINS = 10


class CalibrationTable(Table):
    """Rows by bin (or by confidence, for bins of equal mass) whose value is the calibration error.

    Args:
        confidence: Confidences in [0, 1], shape ``(m,)``.
        right: Whether each was right.
        known: Which units they belong to, shape ``(n,)`` with ``m`` true values.
        bins: Number of bins.
        scheme: See ``expected_calibration_error``.
    """

    def __init__(
        self, confidence: Floats, right: NDArray[np.bool_], known: NDArray[np.bool_], *, bins: int, scheme: Scheme
    ) -> None:
        self.bins = bins
        by = confidence if scheme == "mass" else bin_of(confidence, bins)
        labels, key = np.unique(by, return_inverse=True)
        statistic = {"width": distance, "mass": self._by_mass, "debiased": debiased}[scheme]
        columns = {
            "count": np.ones(len(confidence), dtype=np.int64),
            "confidence": confidence,
            "right": right.astype(np.int64),
        }
        super().__init__(columns, key=key, labels=labels.tolist(), statistic=statistic, sample=np.flatnonzero(known))

    def _by_mass(self, columns: Mapping[str, Floats]) -> Floats:
        """The error over bins of equally many questions; keys come with rising confidence."""
        count = columns["count"]
        total = count.sum(axis=-1, keepdims=True)
        before = np.cumsum(count, axis=-1) - count
        place = np.minimum(np.floor(before * self.bins / np.where(total > 0, total, 1.0)), self.bins - 1)
        binned = {
            name: np.stack([np.where(place == each, values, 0.0).sum(axis=-1) for each in range(self.bins)], axis=-1)
            for name, values in columns.items()
        }
        return distance(binned)


def bin_of(confidence: Floats, bins: int) -> NDArray[np.int64]:
    """The bin of each confidence, from 0: it has its lower edge, and the last one its upper edge too."""
    edges = np.arange(bins + 1) / bins
    return np.minimum(np.searchsorted(edges, confidence, side="right") - 1, bins - 1).astype(np.int64)


def score_bins(score: Floats, bins: int = BINS) -> tuple[Floats, NDArray[np.int64]]:
    """Edges of bins of equal width, and the bin of each score.

    The bins go from 0 to 1 when all scores lie there, else from the lowest score to the highest one.

    Args:
        score: Finite scores, shape ``(n,)``, n ≥ 1.
        bins: Number of bins.
    """
    low, high = float(score.min()), float(score.max())
    if low >= 0 and high <= 1:
        low, high = 0.0, 1.0
    edges = low + (high - low) * np.arange(bins + 1) / bins
    return edges, np.clip(np.searchsorted(edges, score, "right") - 1, 0, bins - 1)


def score_calibration(
    score: Floats, count: Floats, right: Floats, unit: str
) -> tuple[list[dict[str, Any]], float | None]:
    """Score against precision in ten bins, and the mean distance of the two.

    Args:
        score: Finite scores, shape ``(n,)``.
        count, right: How many things have each score, and how many of them are right, shape ``(n,)``.
        unit: Column for how many things a bin holds.

    Returns:
        Rows ``low``, ``high``, *unit*, ``mean_score``, ``precision`` of the bins that hold something; and the error,
        None unless all scores lie in [0, 1].
    """
    if not len(score):
        return [], None
    edges, place = score_bins(score)
    total, hits, sums = (np.bincount(place, values, minlength=BINS) for values in (count, right, count * score))
    rows = [
        {
            "low": float(edges[at]),
            "high": float(edges[at + 1]),
            unit: whole(float(total[at])),
            "mean_score": float(sums[at] / total[at]),
            "precision": float(hits[at] / total[at]),
        }
        for at in np.flatnonzero(total).tolist()
    ]
    if score.min() < 0 or score.max() > 1:
        return rows, None
    apart = sum(row[unit] * abs(row["mean_score"] - row["precision"]) for row in rows)
    return rows, float(apart / total.sum())


def whole(value: float) -> float | int:
    """A count as a whole number, where weights leave it one."""
    return int(value) if value == int(value) else value


def distance(columns: Mapping[str, Floats]) -> Floats:
    """``Σ |right - confidence| / Σ count`` over the bins of the last axis; NaN without a count."""
    total = columns["count"].sum(axis=-1)
    apart = np.abs(columns["right"] - columns["confidence"]).sum(axis=-1)
    return np.where(total > 0, np.minimum(apart / np.where(total > 0, total, 1.0), 1.0), np.nan)


def debiased(columns: Mapping[str, Floats]) -> Floats:
    """Root of the mean squared distance less ``accuracy (1 - accuracy) / (count - 1)``; bins of one are left out."""
    enough = columns["count"] > 1
    count = np.where(enough, columns["count"], 2.0)
    accuracy, confidence = columns["right"] / count, columns["confidence"] / count
    squared = (accuracy - confidence) ** 2 - accuracy * (1 - accuracy) / (count - 1)
    weight = np.where(enough, count, 0.0)
    total = weight.sum(axis=-1)
    mean = (weight * squared).sum(axis=-1) / np.where(total > 0, total, 1.0)
    return np.where(total > 0, np.sqrt(mean.clip(0.0, 1.0)), np.nan)


@dataclass(frozen=True)
class Bin:
    """One point of a reliability curve.

    Attributes:
        low, high: Edges of the bin.
        n: How many confidences are in it.
        confidence: Their mean.
        accuracy: How many of them were right, as a share.
        interval: Exact interval of the accuracy.
    """

    low: float
    high: float
    n: int
    confidence: float
    accuracy: float
    interval: Interval


def reliability(confidence: Floats, right: NDArray[np.bool_], *, bins: int = 10) -> list[Bin]:
    """The reliability curve: of each bin that holds something, mean confidence and accuracy.

    Args:
        confidence: Confidences in [0, 1], shape ``(m,)``.
        right: Whether each was right.
        bins: Number of bins of equal width.

    Example:
        >>> [(point.low, point.n, point.accuracy) for point in reliability(np.array([0.8, 0.8, 0.1]), np.array([1, 0, 0]))]
        [(0.1, 1, 0.0), (0.8, 2, 0.5)]
    """  # noqa: E501
    place = bin_of(confidence, bins)
    points = []
    for each in np.unique(place).tolist():
        inside = place == each
        n, hits = int(inside.sum()), int(right[inside].sum())
        mean = float(confidence[inside].mean())
        points.append(Bin(each / bins, (each + 1) / bins, n, mean, hits / n, share_interval(hits, n)))
    return points
