"""How much weight each of two runs should have in their fusion, chosen on one half and judged on the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ontoeval.errors import BadParameter, InputError
from ontoeval.evaluation.retrieval.versions import Version, difference_row, rising, version
from ontoeval.records.fusion import Missing, Normalization
from ontoeval.records.objects import samples_of
from ontoeval.records.transform import fuse, with_rankings
from ontoeval.statistics.paired import holm
from ontoeval.views.base import Flags

ALPHAS = tuple(step / 10 for step in range(11))
FEWEST = 50


@dataclass(frozen=True)
class TunedFusion:
    """A weighted fusion whose weight was chosen on one half of the questions.

    Attributes:
        metric: The measure that it was chosen by.
        normalize: How scores were normalized.
        alpha: Weight of the first run; the second one has ``1 - alpha``.
        n_tuned, n_judged: Questions with a relevant document in the two halves.
        curve: ``alpha`` and ``value`` on the half on which it was chosen: the value of the best one flatters.
        judged: On the other half ``run`` (``weighted``, ``first``, ``second``, ``rrf``), its ``value``, and of the
            weighted fusion over it ``delta``, ``low``, ``high``, ``interval``, ``p``, ``n``, ``p_adjusted`` (Holm).
    """

    metric: str
    normalize: Normalization
    alpha: float
    n_tuned: int
    n_judged: int
    curve: list[dict[str, Any]]
    judged: list[dict[str, Any]]


def tune_fusion(
    gold: Any,
    first: Any,
    second: Any,
    *,
    metric: str = "ndcg@10",
    normalize: Normalization = "min_max",
    missing: Missing = "lowest",
    alphas: Sequence[float] = ALPHAS,
    fewest: int = FEWEST,
    fields: Mapping[str, str] | None = None,
    seed: int = 0,
) -> TunedFusion:
    """Choose the weight of a convex combination of two runs on one half, and judge it on the other.

    **Definition.** For each alpha the fused score is ``alpha · s1 + (1 - alpha) · s2`` of normalized scores. The halves
    are those of a hash of the question's cluster. The alpha with the best value on one half wins, of equally good ones
    the one nearest to 1/2. On the other half it is compared with each run alone and with reciprocal rank fusion, which
    needs no tuning.

    Args:
        gold: Golden set with relevant documents, as for ``oe.score``.
        first, second: The runs, with scores.
        metric: What to choose by; higher must be better.
        normalize, missing: As for `ontoeval.records.fusion.weighted_scores`.
        alphas: Weights of the first run to try, in [0, 1].
        fewest: Labelled questions that must be there; with fewer the choice is noise.
        fields: Other places of the golden set's fields.
        seed: Of the bootstrap and the randomization test.

    Raises:
        BadParameter: An alpha is outside [0, 1], or the metric is better when lower.
        InputError: There are too few questions with a relevant document, or none in a half.
        RecordError: A run has no scores, or a hit twice.

    Source: Bruch, Gai, Ingber 2023, doi:10.1145/3596512.
    """
    measure = rising(metric)
    if not alphas or not all(0 <= alpha <= 1 for alpha in alphas):
        raise BadParameter(f"alphas={list(alphas)} is not allowed", expected="numbers between 0 and 1, at least one")
    base = samples_of(gold, fields=fields, bare=("gold.docs", "run.retrieved"))
    runs = {"first": (1.0, 0.0), "second": (0.0, 1.0)}
    options: dict[str, Any] = {"method": "weighted", "normalize": normalize, "missing": missing}

    def fused(name: str, **settings: Any) -> Version:
        return version(with_rankings(base, fuse(first, second, **settings).retrieved(), name), measure)

    versions = {alpha: fused(f"alpha={alpha:g}", weights=(alpha, 1 - alpha), **options) for alpha in alphas}
    some = next(iter(versions.values()))
    tuned, judged = _halves(some, base, fewest)
    values = {alpha: mine.value(tuned) for alpha, mine in versions.items()}
    best = max(alphas, key=lambda alpha: (values[alpha] or 0.0, -abs(alpha - 0.5)))
    rivals = {name: fused(name, weights=weights, **options) for name, weights in runs.items()} | {"rrf": fused("rrf")}
    rows = [{"run": "weighted", "value": versions[best].value(judged)}]
    pairs = {name: versions[best].against(rival, judged, seed=seed) for name, rival in rivals.items()}
    adjusted = holm([paired.p for paired in pairs.values()])
    for (name, paired), p in zip(pairs.items(), adjusted, strict=True):
        rows.append({"run": name, "value": paired.a, **difference_row(paired), "p_adjusted": p})
    curve = [{"alpha": alpha, "value": value} for alpha, value in values.items()]
    return TunedFusion(measure.name, normalize, best, int(tuned.sum()), int(judged.sum()), curve, rows)


def _halves(some: Version, base: Any, fewest: int) -> tuple[Flags, Flags]:
    """Labelled questions of the half to choose on, and of the half to judge on."""
    labelled = np.array(
        [
            grades is not None and any(grade > 0 for grade in grades.values())
            for batch in base.batches()
            for grades in batch.column("gold.docs")
        ]
    )
    half = some.roster.cluster_hashes % np.uint64(2) == 1
    if labelled.sum() < fewest or not (labelled & half).any() or not (labelled & ~half).any():
        raise InputError(
            f"{int(labelled.sum())} questions have a relevant document: too few to choose a weight on",
            where="gold",
            expected=f"at least {fewest}, in both halves",
            mend="fuse by ranks, which has nothing to choose: method='rrf'",
        )
    return labelled & half, labelled & ~half
