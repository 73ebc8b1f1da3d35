"""How seldom a judged irrelevant document precedes a relevant one; unjudged documents are passed over."""

from __future__ import annotations

import numpy as np

from ontoeval.metrics.definition import Relevance, metric
from ontoeval.metrics.retrieval._conventions import TREC
from ontoeval.statistics.rows import Floats, Mean
from ontoeval.views.base import Integers
from ontoeval.views.rankings import Convention, Of, Rankings, Ties


@metric(
    view=Rankings,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="doi:10.1145/1008992.1009000",
    conventions=TREC,
)
def bpref(
    rankings: Rankings,
    *,
    rel: Relevance = None,
    ties: Ties = "given",
    convention: Convention = "ontoeval",
    of: Of = "retrieved",
) -> Mean:
    """How seldom a judged irrelevant document precedes a relevant one; unjudged documents are passed over.

    **Definition.** ``1/R Σ (1 - min(n_d, R) / min(N, R))`` over the ranked relevant documents ``d``, where ``R`` and
    ``N`` are how many relevant and irrelevant documents are judged, and ``n_d`` how many judged irrelevant ones precede
    ``d``. A grade below 0 is a judgement.

    **Answers** how good a ranking is when most of the corpus was never judged.

    **Misleads when** only relevant documents are judged: then it is recall, since nothing irrelevant is known.

    Args:
        rankings: Ranked documents against graded gold.
        rel: Smallest grade that counts as relevant; none is any positive grade.
        ties: Order of equal scores: ``"given"``, by document id from the end (``"trec"``), or the mean over all orders
            (``"expected"``).
        convention: ``"ontoeval"``; or whose number it is: ``"trec_eval"`` or ``"ir_measures"`` (``bpref``; documents
            with a grade below 0 are unjudged).
        of: Which list: ``"retrieved"``, ``"candidates"`` (before reranking) or ``"contexts"``.

    Returns:
        One row per question. Value in [0, 1], higher is better.

    Undefined when:
        The question has no relevant document.

    Example:
        ``a`` is preceded by none of the two irrelevant documents, ``b`` by one: (1 + 1/2) / 2.

        >>> import ontoeval as oe
        >>> gold, run = {"q": {"a": 1, "b": 1, "x": 0, "y": 0}}, {"q": ["a", "u", "x", "b", "y"]}
        >>> oe.score("bpref", gold, run).value
        0.75

    Reference value:
        The example's is Bpref of ir_measures 0.4.3 (pytrec_eval-terrier 0.5.11).

    Source:
        Buckley and Voorhees 2004, doi:10.1145/1008992.1009000; the form with min(N, R) is trec_eval's.
    """
    ranked, ours = rankings.by(ties, convention), convention == "ontoeval"
    n_relevant = rankings.n_relevant(rel)
    n_irrelevant = rankings.n_judged - n_relevant - (0 if ours else rankings.n_negative)
    query, before, tied = ranked.irrelevant_before(rel, negative=ours)
    bound = np.minimum(n_relevant, n_irrelevant)[query]
    lost = _mean_of_bounded(before, tied, n_relevant[query])
    total = np.bincount(query, weights=1.0 - lost / np.maximum(bound, 1), minlength=rankings.n)
    return Mean(total / np.maximum(n_relevant, 1), ranked.counted(rel))


def _mean_of_bounded(before: Integers, tied: Integers, bound: Integers) -> Floats:
    """The mean of ``min(before + u, bound)`` over ``u = 0 … tied``: any of ``tied`` documents may precede."""
    below = np.clip(bound - before, 0, tied + 1)
    total = below * before + below * (below - 1) // 2 + (tied + 1 - below) * bound
    mean: Floats = total / (tied + 1)
    return mean
