"""Where to cut a list by its scores: precision and recall at every threshold, cross-fitted, and what a score means."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ontoeval.errors import BadParameter, InputError
from ontoeval.records.objects import samples_of
from ontoeval.records.samples import Samples
from ontoeval.statistics.bootstrap import identity
from ontoeval.statistics.calibration import score_calibration
from ontoeval.statistics.rows import Floats
from ontoeval.statistics.thresholds import Curve, curve
from ontoeval.views.base import Integers, run_is_missing

List = Literal["retrieved", "candidates", "contexts"]
FOLDS = 5


@dataclass(frozen=True)
class ThresholdCalibration:
    """What a threshold on the scores of hits would keep.

    Attributes:
        n_questions, n_hits: Questions with gold and scored hits, and these hits.
        cuts: ``cut`` (``none``, ``given``, ``fitted on itself``, which flatters, ``cross-fitted``), its ``threshold``
            (None where there is none, or one for each fold), ``kept`` hits, ``precision``, ``recall``, ``f1``.
        thresholds: The threshold that is best for all folds but one, for each: if they differ much, it is not stable.
        curve: ``threshold``, ``kept``, ``precision``, ``recall``, ``f1`` at every distinct score, falling.
        bins: Ten bins of the score: ``low``, ``high``, ``hits``, ``mean_score``, ``precision``.
        calibration_error: Mean distance of score and precision over the bins, by hits; None unless all scores lie in
            [0, 1]: others are no probabilities.
    """

    n_questions: int
    n_hits: int
    cuts: list[dict[str, Any]]
    thresholds: list[float]
    curve: list[dict[str, Any]]
    bins: list[dict[str, Any]]
    calibration_error: float | None


@dataclass(frozen=True)
class _Hits:
    """Scored hits of questions with gold: score, whether relevant, and fold; relevant documents by fold."""

    score: Floats
    relevant: Integers
    fold: Integers
    gold_by_fold: Integers
    n_questions: int


def calibrate_threshold(
    gold: Any,
    run: Any = None,
    *,
    threshold: float | None = None,
    of: List = "retrieved",
    rel: float | None = None,
    folds: int = FOLDS,
    fields: Mapping[str, str] | None = None,
) -> ThresholdCalibration:
    """Precision, recall and F1 of the hits whose score is at least a threshold, for every threshold.

    **Definition.** Hits of all questions with relevant documents are cut at one score. The threshold with the best F1
    of hits is chosen for each fold (a hash of the question's cluster) on all others, so that no hit is judged by a
    threshold that it helped to choose. A threshold that somebody gave, such as .7, is judged as it is. Hits without a
    grade count as not relevant.

    Args:
        gold, run: As for ``oe.score``, with scores.
        threshold: One to judge beside those that are found.
        of: Which list: ``"retrieved"``, ``"candidates"`` or ``"contexts"``.
        rel: Smallest grade that counts as relevant; None is any positive grade.
        folds: How many folds, at least 2.
        fields: Other places of fields.

    Raises:
        BadParameter: A parameter is not allowed.
        InputError: No question has relevant documents and scored hits.

    Example:
        >>> run = [{"id": "q", "retrieved": {"a": 0.9, "b": 0.6, "c": 0.2}}]
        >>> found = calibrate_threshold([{"id": "q", "docs": ["a", "b"]}], run, threshold=0.7)
        >>> [(row["cut"], row["precision"], row["recall"]) for row in found.cuts][:2]
        [('none', 0.6666666666666666, 1.0), ('given', 1.0, 0.5)]
    """
    if folds < 2:
        raise BadParameter(f"folds={folds} is not allowed", expected="at least 2")
    if threshold is not None and not math.isfinite(threshold):
        raise BadParameter(f"threshold={threshold} is not allowed", expected="a finite number")
    samples = samples_of(gold, run, fields=fields, bare=("gold.docs", f"run.{of}"))
    hits = _hits(samples, of, rel, folds)
    found = _curve(hits, folds)
    size, n_folds = len(found.threshold), len(found.fold)
    cuts = [{"cut": "none", **_point(found, np.full(n_folds, size - 1)), "threshold": None}]
    if threshold is not None:
        kept = int((found.threshold >= threshold).sum())
        cuts.append({"cut": "given", **_point(found, np.full(n_folds, kept - 1)), "threshold": threshold})
    cuts.append({"cut": "fitted on itself", **_point(found, np.full(n_folds, int(found.best())))})
    places: list[int] = []
    if (hits.gold_by_fold > 0).sum() > 1:
        places = found.fitted().tolist()
        cuts.append({"cut": "cross-fitted", **_point(found, np.array(places)), "threshold": None})
    points = [_point(found, np.full(n_folds, at)) for at in range(size)]
    ones = np.ones(len(hits.score))
    bins, error = score_calibration(hits.score, ones, hits.relevant.astype(np.float64), "hits")
    thresholds = [float(found.threshold[place]) for place in places]
    return ThresholdCalibration(hits.n_questions, len(hits.score), cuts, thresholds, points, bins, error)


def _hits(samples: Samples, of: List, rel: float | None, folds: int) -> _Hits:
    score: list[float] = []
    relevant: list[int] = []
    fold: list[int] = []
    wanted = np.zeros(folds, dtype=np.int64)
    n = 0
    for batch in samples.batches():
        clusters = [name if own is None else own for name, own in zip(batch.ids, batch.column("cluster"), strict=True)]
        places = (identity(clusters) % np.uint64(folds)).astype(np.int64).tolist()
        columns = (run_is_missing(batch), batch.column("gold.docs"), batch.column(f"run.{of}"))
        for place, lost, grades, hits in zip(places, *columns, strict=True):
            good = {doc for doc, grade in (grades or {}).items() if (grade > 0 if rel is None else grade >= rel)}
            if not good:
                continue
            wanted[place] += len(good)
            if lost or hits is None or hits.scores is None:
                continue
            n += 1
            best: dict[str, float] = {}
            for doc, value in zip(hits.documents, hits.scores, strict=True):
                best[doc] = max(value, best.get(doc, value))
            score += best.values()
            relevant += [doc in good for doc in best]
            fold += [place] * len(best)
    if not score:
        expected = "gold.docs, and hits as {id, score}"
        raise InputError(
            f"no question has relevant documents and scores in run.{of}", where=samples.name, expected=expected
        )
    return _Hits(np.array(score), np.array(relevant, dtype=np.int64), np.array(fold, dtype=np.int64), wanted, n)


def _curve(hits: _Hits, folds: int) -> Curve:
    """Right and wrong hits at every threshold, by fold."""
    score, place = np.unique(hits.score, return_inverse=True)
    keys, key = np.unique(hits.fold * len(score) + place, return_inverse=True)
    right = np.bincount(key, hits.relevant)
    wrong = np.bincount(key) - right
    nothing, rest = np.zeros(len(keys)), np.zeros(folds)
    columns = {
        "right": np.concatenate([right, rest]),
        "wrong": np.concatenate([wrong, rest]),
        "gold": np.concatenate([nothing, hits.gold_by_fold]),
    }
    columns |= {"overlinked": np.zeros(len(keys) + folds), "nil": np.zeros(len(keys) + folds)}
    fold = np.concatenate([keys // len(score), np.arange(folds)])
    return curve(fold, np.concatenate([score[keys % len(score)], np.full(folds, np.nan)]), columns)


def _point(found: Curve, place: Integers) -> dict[str, Any]:
    """What is kept when each fold is cut at a position of the thresholds; -1 keeps nothing."""
    if (place < 0).any():
        right = wrong = 0.0
    else:
        right, wrong = float(found.at(found.right, place)), float(found.at(found.wrong, place))
    gold = float(found.gold.sum())
    return {
        "threshold": float(found.threshold[place[0]]),
        "kept": int(right + wrong),
        "precision": right / (right + wrong) if right + wrong else None,
        "recall": right / gold,
        "f1": 2 * right / (right + wrong + gold),
    }
