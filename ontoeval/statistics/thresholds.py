"""Links above a threshold of their score, from a table of counts by fold and score; thresholds are cross-fitted."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ontoeval.statistics.rows import Floats, Table

#: In place of a score: what is there whatever the threshold.
ALWAYS = "always"

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Curve:
    """Counts at every threshold, from the highest one to the lowest one, by fold.

    Attributes:
        threshold: The distinct scores, falling; infinite for links without a score, which no threshold takes back.
        fold: The folds.
        right, wrong, overlinked: Links whose score is at least the threshold, shape ``(…, n_folds, n_thresholds)``.
        gold, nil: Gold mentions with and without a concept, shape ``(…, n_folds)``.
    """

    threshold: Floats
    fold: Integers
    right: Floats
    wrong: Floats
    overlinked: Floats
    gold: Floats
    nil: Floats

    def f1(self, right: Floats, wrong: Floats, gold: Floats) -> Floats:
        """F1 of counts; 0 where there is nothing at all."""
        under = right + wrong + gold
        return np.where(under > 0, 2 * right / np.where(under > 0, under, 1.0), 0.0)

    def best(self) -> Integers:
        """The position of the threshold with the best F1 of all folds; the lowest of equally good ones."""
        return _last_best(self.f1(self.right.sum(axis=-2), self.wrong.sum(axis=-2), self.gold.sum(axis=-1)[..., None]))

    def fitted(self) -> Integers:
        """For each fold the position of the threshold that is best for all others, shape ``(…, n_folds)``."""
        right, wrong = (part.sum(axis=-2, keepdims=True) - part for part in (self.right, self.wrong))
        gold = self.gold.sum(axis=-1, keepdims=True) - self.gold
        return _last_best(self.f1(right, wrong, gold[..., None]))

    def at(self, part: Floats, place: Integers) -> Floats:
        """The sum over the folds of counts, each at a threshold of its own."""
        total: Floats = np.take_along_axis(part, place[..., None], axis=-1)[..., 0].sum(axis=-1)
        return total

    def crossfitted(self) -> Floats:
        """F1 when every fold is cut at the threshold that is best for the others; NaN without two folds with gold."""
        if not len(self.threshold):
            return np.full(self.gold.shape[:-1], np.nan)
        place = self.fitted()
        value = self.f1(self.at(self.right, place), self.at(self.wrong, place), self.gold.sum(axis=-1))
        return np.where((self.gold > 0).sum(axis=-1) >= 2, value, np.nan)


def _last_best(values: Floats) -> Integers:
    """Position of the last of the largest values of the last axis."""
    size = values.shape[-1]
    found: Integers = size - 1 - np.argmax(values[..., ::-1], axis=-1)
    return found


class ThresholdTable(Table):
    """Rows keyed by (fold, score), whose value is the F1 of links at cross-fitted thresholds.

    The threshold that cuts a fold is the one with the best F1 of all other folds: no link is judged by a threshold that
    it helped to choose. Undefined unless two folds have gold mentions.

    Args:
        columns: ``right``, ``wrong`` and ``overlinked`` links, ``gold`` and ``nil`` gold mentions, one entry per row.
        key: Position of each row's key in ``labels``.
        labels: Pairs (fold, score); the score is `ALWAYS` for gold mentions, infinite for links without one.
        sample: The unit of each row.

    Example:
        Two folds; the best threshold of each is .5, with a right link above and a wrong one below it:

        >>> labels = [(fold, score) for fold in (0, 1) for score in (0.9, 0.5, 0.1, ALWAYS)]
        >>> columns = {"right": [1, 1, 0, 0] * 2, "wrong": [0, 0, 1, 0] * 2, "gold": [0, 0, 0, 2] * 2}
        >>> table = ThresholdTable(columns | {"overlinked": [0] * 8, "nil": [0] * 8}, key=range(8), labels=labels)
        >>> table.sums().value
        1.0
    """

    def __init__(
        self,
        columns: Mapping[str, ArrayLike],
        *,
        key: ArrayLike,
        labels: Sequence[Hashable],
        sample: ArrayLike | None = None,
    ) -> None:
        super().__init__(columns, key=key, labels=labels, statistic=self.reduce, sample=sample)

    def reduce(self, columns: Mapping[str, Floats]) -> Floats:
        """The value of the key sums, whose keys are ``labels``."""
        return self.curve(columns).crossfitted()

    def curve(self, columns: Mapping[str, Floats]) -> Curve:
        """Counts at every threshold of the key sums, whose keys are ``labels``."""
        fold, score = _parts(self.labels)
        return curve(fold, score, columns)


def _parts(labels: Sequence[Hashable]) -> tuple[Integers, Floats]:
    """Folds and scores of keys; NaN stands for `ALWAYS`."""
    pairs = [label for label in labels if isinstance(label, tuple)]
    assert len(pairs) == len(labels)
    fold = np.array([pair[0] for pair in pairs], dtype=np.int64)
    return fold, np.array([np.nan if pair[1] == ALWAYS else pair[1] for pair in pairs], dtype=np.float64)


def curve(fold: Integers, score: Floats, columns: Mapping[str, Floats]) -> Curve:
    """Counts at every threshold.

    Args:
        fold, score: Key of each entry, shape ``(n,)``, each once; the score is NaN for gold mentions.
        columns: Sums by key, shape ``(…, n)``.
    """
    folds = np.unique(fold)
    always = np.isnan(score)
    threshold = np.unique(score[~always])[::-1]
    row = np.searchsorted(folds, fold)
    column = np.searchsorted(-threshold, -score[~always])
    shape = columns["right"].shape[:-1]
    parts = []
    for name in ("right", "wrong", "overlinked"):
        counts = np.zeros((*shape, len(folds), len(threshold)))
        counts[..., row[~always], column] = columns[name][..., ~always]
        parts.append(np.cumsum(counts, axis=-1))
    totals = []
    for name in ("gold", "nil"):
        counts = np.zeros((*shape, len(folds)))
        counts[..., row[always]] = columns[name][..., always]
        totals.append(counts)
    return Curve(threshold, folds, *parts, *totals)
