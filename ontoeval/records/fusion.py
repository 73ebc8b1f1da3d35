"""Several rankings of one question made into one: reciprocal ranks, or weighted normalized scores."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Literal, get_args

from ontoeval.errors import BadParameter

Normalization = Literal["min_max", "z_score", "sum"]
Missing = Literal["lowest", "zero"]
RRF_K = 60


def reciprocal_ranks(
    rankings: Sequence[Sequence[str]], *, k: float = RRF_K, weights: Sequence[float] | None = None
) -> dict[str, float]:
    """Reciprocal rank fusion: ``Σ w / (k + rank)`` over the rankings that hold a document, ranks from 1.

    Only ranks count: no change of scores that keeps their order changes the result. A ranking that does not hold a
    document adds nothing to it.

    Args:
        rankings: Documents, best first, each once in a ranking.
        k: Constant, > 0: the larger, the less the first ranks matter.
        weights: One weight ≥ 0 for each ranking; 1 by default.

    Returns:
        Fused scores, best first; equal ones by their best rank in a ranking with a weight, then by id.

    Example:
        >>> dense = ["d3", "d7", "d1", "d4", "d2", "d9", "d10"]
        >>> sparse = ["d2", "d3", "d8", "d1", "d11", "d4", "d6"]
        >>> fused = reciprocal_ranks([dense, sparse])
        >>> [(doc, round(score, 5)) for doc, score in fused.items()][:5]
        [('d3', 0.03252), ('d2', 0.03178), ('d1', 0.0315), ('d4', 0.03078), ('d7', 0.01613)]

    Source: Cormack, Clarke, Büttcher 2009, doi:10.1145/1571941.1572114.
    """
    _check(k > 0 and math.isfinite(k), f"k={k}", "a number > 0")
    shares = _weights(weights, len(rankings))
    parts = [
        {doc: weight / (k + rank) for rank, doc in enumerate(ranking, 1)}
        for ranking, weight in zip(rankings, shares, strict=True)
    ]
    fused = {doc: math.fsum(part.get(doc, 0.0) for part in parts) for doc in _all(rankings)}
    return _ordered(fused, rankings, shares)


def weighted_scores(
    rankings: Sequence[Mapping[str, float]],
    weights: Sequence[float] | None = None,
    *,
    normalize: Normalization = "min_max",
    missing: Missing = "lowest",
) -> dict[str, float]:
    """Weighted sum of normalized scores.

    Args:
        rankings: Scores of documents, finite.
        weights: One weight ≥ 0 for each ranking; by default all the same, and 1 together.
        normalize: Of each ranking: ``"min_max"``: from 0 to 1; ``"z_score"``: mean 0, standard deviation 1; ``"sum"``:
            the lowest is 0 and all together are 1. Scores that are all equal become 1, 0, and 1 / n.
        missing: What a document has in a ranking that does not hold it: its ``"lowest"`` normalized score, or
            ``"zero"``, which after ``"z_score"`` is the mean: an absent document then beats half of the others.

    Returns:
        Fused scores, best first; equal ones by their best rank in a ranking with a weight, then by id.

    Example:
        >>> fused = weighted_scores([{"a": 9.0, "b": 5.0, "c": 1.0}, {"b": 0.4, "d": 0.2}], [0.75, 0.25])
        >>> fused
        {'a': 0.75, 'b': 0.625, 'd': 0.0, 'c': 0.0}

    Source: Fox and Shaw 1994 (CombSUM); Bruch, Gai, Ingber 2023, doi:10.1145/3596512 (convex combinations).
    """
    _check(normalize in get_args(Normalization), f"normalize={normalize!r}", " or ".join(get_args(Normalization)))
    _check(missing in get_args(Missing), f"missing={missing!r}", " or ".join(get_args(Missing)))
    shares = _weights(weights, len(rankings)) if weights is not None else [1 / max(len(rankings), 1)] * len(rankings)
    parts = [normalized(ranking, normalize) for ranking in rankings]
    absent = [min(part.values(), default=0.0) if missing == "lowest" else 0.0 for part in parts]
    order = [sorted(ranking, key=lambda doc, scores=ranking: -scores[doc]) for ranking in rankings]  # type: ignore[misc]
    fused = {
        doc: math.fsum(weight * part.get(doc, low) for weight, part, low in zip(shares, parts, absent, strict=True))
        for doc in _all(order)
    }
    return _ordered(fused, order, shares)


def normalized(scores: Mapping[str, float], how: Normalization) -> dict[str, float]:
    """The scores of one ranking on a common scale; see `weighted_scores`."""
    values = list(scores.values())
    if not values:
        return {}
    low, n = min(values), len(values)
    spread = max(values) - low
    if spread == 0:
        return dict.fromkeys(scores, {"min_max": 1.0, "z_score": 0.0, "sum": 1 / n}[how])
    if how == "min_max":
        return {doc: (score - low) / spread for doc, score in scores.items()}
    if how == "sum":
        total = math.fsum(score - low for score in values)
        return {doc: (score - low) / total for doc, score in scores.items()}
    mean = math.fsum(values) / n
    deviation = math.sqrt(math.fsum((score - mean) ** 2 for score in values) / n)
    return {doc: (score - mean) / deviation for doc, score in scores.items()}


def _all(rankings: Sequence[Sequence[str]]) -> list[str]:
    return list(dict.fromkeys(doc for ranking in rankings for doc in ranking))


def _ordered(fused: dict[str, float], rankings: Sequence[Sequence[str]], weights: Sequence[float]) -> dict[str, float]:
    best: dict[str, float] = dict.fromkeys(fused, math.inf)
    for ranking, weight in zip(rankings, weights, strict=True):
        for rank, doc in enumerate(ranking if weight else ()):
            best[doc] = min(rank, best[doc])
    return {doc: fused[doc] for doc in sorted(fused, key=lambda doc: (-fused[doc], best[doc], doc))}


def _weights(weights: Sequence[float] | None, n: int) -> list[float]:
    given = [1.0] * n if weights is None else list(weights)
    _check(len(given) == n, f"{len(given)} weights for {n} rankings", "one weight for each")
    fine = all(math.isfinite(weight) and weight >= 0 for weight in given) and (not given or sum(given) > 0)
    _check(fine, f"weights={given}", "finite numbers ≥ 0, not all of them 0")
    return given


def _check(fine: bool, got: str, expected: str) -> None:
    if not fine:
        raise BadParameter(f"{got} is not allowed", expected=expected)
