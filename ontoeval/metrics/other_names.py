"""Names that metrics have in papers and in other tools, in lower case; errors lead from them to ours."""

from __future__ import annotations

from collections.abc import Iterable

_OURS = {
    "ap": "average_precision",
    "ece": "expected_calibration_error",
    "em": "exact_match",
    "err": "expected_reciprocal_rank",
    "hit": "success",
    "hit_rate": "success",
    "hitrate": "success",
    "hits": "success",
    "hr": "success",
    "map": "average_precision",
    "mean_average_precision": "average_precision",
    "mean_reciprocal_rank": "reciprocal_rank",
    "mrr": "reciprocal_rank",
    "p": "precision",
    "r": "recall",
    "rbp": "rank_biased_precision",
    "rprec": "r_precision",
    "rouge": "rouge_l",
    "rr": "reciprocal_rank",
    "wup": "wu_palmer",
}


def ours(name: str, known: Iterable[str]) -> str | None:
    """The metric that somebody means who uses another name of it, or other letters; None when that is not known.

    Example:
        >>> ours("MRR", ["ndcg", "reciprocal_rank"]), ours("nDCG", ["ndcg"]), ours("ndgc", ["ndcg"])
        ('reciprocal_rank', 'ndcg', None)
    """
    plain = name.lower().replace("-", "_")
    return plain if plain in known else _OURS.get(plain)
