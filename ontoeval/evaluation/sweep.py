"""`Sweep`: what a threshold on the score of links would bring, cross-fitted."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ontoeval.evaluation.tables._links import LinkOptions
from ontoeval.statistics.calibration import score_calibration, whole
from ontoeval.statistics.intervals import Interval, intervals
from ontoeval.statistics.rows import Floats, Rows
from ontoeval.statistics.thresholds import ALWAYS, Curve, ThresholdTable, curve
from ontoeval.views.base import Integers, Status
from ontoeval.views.coding import NIL
from ontoeval.views.compiled import Compiled
from ontoeval.views.links import Links
from ontoeval.views.links.kept import Kept, kept

FOLDS = 5
_MOST_KEYS = 4_000
_MOST_POINTS = 200


@dataclass(frozen=True)
class _Entries:
    """What is counted, one entry each.

    Attributes:
        sample: Its sample.
        score: Its score; infinite without one, NaN for gold mentions.
        columns: 0 or 1 each.
    """

    sample: Integers
    score: Floats
    columns: dict[str, Integers]


class Sweep:
    """Precision, recall, F1 and over-linking of links at every threshold of their score.

    A link whose score is below the threshold is taken back. Only links count (NIL is no link on either side). Counts
    are summed by (fold, score), so that those of parts of the samples add up to those of the whole; the fold is a hash
    of the sample's cluster.

    Args:
        compiled: The samples.
        options: When spans are the same, and which predictions count.
        folds: How many folds.
    """

    def __init__(self, compiled: Compiled, options: LinkOptions | None = None, *, folds: int = FOLDS) -> None:
        self.compiled = compiled
        self.options = options or LinkOptions()
        self.folds = folds

    @cached_property
    def unmeasured(self) -> str | None:
        """Why there is nothing to sweep, or None."""
        links = self.compiled.view(Links)
        if links.unmeasured is not None:
            return links.unmeasured
        if np.isnan(links.predicted.score[links.predicted.code != NIL]).all():
            return "no link has a score"
        return None

    @cached_property
    def rows(self) -> ThresholdTable:
        """Additive rows by (fold, score), whose value is the cross-fitted F1."""
        fold, score, key = self._keys
        scores = [ALWAYS if each != each else each for each in score.tolist()]
        labels = list(zip(fold.tolist(), scores, strict=True))
        return ThresholdTable(self._entries.columns, key=key, labels=labels, sample=self._entries.sample)

    @cached_property
    def curve(self) -> Curve:
        """Counts at every threshold, by fold."""
        fold, score, key = self._keys
        weights = self.compiled.roster.weights
        weight = 1.0 if weights is None else weights[self._entries.sample]
        columns = {
            name: np.bincount(key, values * weight).astype(np.float64) for name, values in self._entries.columns.items()
        }
        return curve(fold, score, columns)

    @property
    def value(self) -> float | None:
        """The cross-fitted F1, or None when it is undefined."""
        value = float(self.curve.crossfitted())
        return None if np.isnan(value) else value

    def interval(self, *, replicates: int, seed: int) -> Interval:
        """The bootstrap interval of the cross-fitted F1: thresholds are chosen anew in every replicate."""
        if len(self._keys[0]) > _MOST_KEYS:
            return Interval(None, None, "none: too many distinct scores for a bootstrap")
        roster = self.compiled.roster
        rows: Rows = self.rows if roster.weights is None else self.rows.weighted(roster.weights)
        return intervals([rows], len(roster), roster.cluster_hashes, replicates=replicates, seed=seed)[0]

    def points(self, most: int = _MOST_POINTS) -> list[dict[str, Any]]:
        """Some thresholds of the curve, falling, the best one and the lowest one among them.

        Columns: ``threshold`` (None: links without a score alone), ``kept``, ``tp``, ``fp``, ``fn``, ``precision``,
        ``recall``, ``f1``, ``overlinked`` and ``overlinking_rate`` (of the gold NIL mentions), ``best``.
        """
        found = self.curve
        size = len(found.threshold)
        best = int(found.best())
        some = {*np.linspace(0, size - 1, min(size, most)).round().astype(int).tolist(), best}
        return [self._point(np.full(len(found.fold), at)) | {"best": at == best} for at in sorted(some)]

    @property
    def summary(self) -> list[dict[str, Any]]:
        """Without a threshold; at the best one of all, which flatters; at cross-fitted ones; at that of each fold."""
        found = self.curve
        n = len(found.fold)
        rows = [
            {"cut": "none", **self._point(np.full(n, len(found.threshold) - 1)), "threshold": None},
            {"cut": "fitted on itself", **self._point(np.full(n, int(found.best())))},
        ]
        if self.value is None:
            return rows
        place = found.fitted()
        rows.append({"cut": "cross-fitted", **self._point(place), "threshold": None})
        for at, fold in enumerate(found.fold.tolist()):
            rows.append({"cut": f"fold {fold + 1}", **self._point(place, at)})
        return rows

    @property
    def calibration(self) -> list[dict[str, Any]]:
        """Ten bins of the score: ``low``, ``high``, ``links``, ``mean_score``, and ``precision`` of the links."""
        return self._calibration[0]

    @property
    def calibration_error(self) -> float | None:
        """Mean distance between score and precision over the bins, by links; None when scores are no probabilities."""
        return self._calibration[1]

    @cached_property
    def _calibration(self) -> tuple[list[dict[str, Any]], float | None]:
        found = self.curve
        scored = np.isfinite(found.threshold)
        right, wrong = (
            np.diff(part.sum(axis=0), prepend=0.0)[scored] for part in (found.right, found.wrong)
        )  # the curve sums from the highest threshold down
        return score_calibration(found.threshold[scored], right + wrong, right, "links")

    def _point(self, place: Integers, fold: int | None = None) -> dict[str, Any]:
        """Counts and values when each fold is cut at its own position of the thresholds; of one fold alone."""
        found = self.curve
        some = slice(None) if fold is None else slice(fold, fold + 1)
        place = place[some]
        right, wrong, overlinked = (
            float(found.at(part[some], place)) for part in (found.right, found.wrong, found.overlinked)
        )
        gold, nil = float(found.gold[some].sum()), float(found.nil[some].sum())
        threshold = float(found.threshold[place[0]])
        under = right + wrong + gold
        return {
            "threshold": threshold if np.isfinite(threshold) else None,
            "kept": whole(right + wrong),
            "tp": whole(right),
            "fp": whole(wrong),
            "fn": whole(gold - right),
            "precision": right / (right + wrong) if right + wrong else None,
            "recall": right / gold if gold else None,
            "f1": 2 * right / under if under else None,
            "overlinked": whole(overlinked),
            "overlinking_rate": overlinked / nil if nil else None,
        }

    @cached_property
    def _keys(self) -> tuple[Integers, Floats, Integers]:
        """Fold and score of each key, and the key of each entry."""
        entries = self._entries
        fold = (self.compiled.roster.cluster_hashes % np.uint64(self.folds)).astype(np.int64)
        score, place = np.unique(entries.score, return_inverse=True)
        keys, key = np.unique(fold[entries.sample] * len(score) + place, return_inverse=True)
        return keys // len(score), score[keys % len(score)], key

    @cached_property
    def _entries(self) -> _Entries:
        links = self.compiled.view(Links)
        options = self.options
        found: Kept = kept(links, links.how(options.match, options.iou, options.typed), options.given)
        sides = ((links.predicted, found.place), (links.gold, found.gold), (links.gold, found.nil))
        sample = np.concatenate([side.sample[place] for side, place in sides])
        score = links.predicted.score[found.place]
        n, n_gold, n_nil = len(found.place), len(found.gold), len(found.nil)
        by_link = {"right": found.right, "wrong": found.wrong, "overlinked": found.overlinked}
        nothing = np.zeros(n_gold + n_nil, dtype=np.int64)
        columns = {name: np.concatenate([flags.astype(np.int64), nothing]) for name, flags in by_link.items()}
        kind = np.concatenate([np.zeros(n), np.ones(n_gold), np.full(n_nil, 2)])
        columns |= {"gold": (kind == 1).astype(np.int64), "nil": (kind == 2).astype(np.int64)}
        whole = np.concatenate([np.where(np.isnan(score), np.inf, score), np.full(n_gold + n_nil, np.nan)])
        scored = np.isin(links.status[sample], (Status.OK, Status.MISSING))
        return _Entries(sample[scored], whole[scored], {name: values[scored] for name, values in columns.items()})
