"""Mean of the precision at the rank of each relevant document (its mean is the MAP)."""

from __future__ import annotations

import numpy as np

from ontoeval.metrics.definition import Cut, Relevance, metric
from ontoeval.metrics.retrieval._conventions import TREC
from ontoeval.statistics.rows import Mean
from ontoeval.views.rankings import Convention, Of, Rankings, Ties


@metric(
    view=Rankings,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="https://nlp.stanford.edu/IR-book/html/htmledition/evaluation-of-ranked-retrieval-results-1.html",
    conventions=TREC,
)
def average_precision(
    rankings: Rankings,
    *,
    k: Cut = None,
    rel: Relevance = None,
    ties: Ties = "given",
    convention: Convention = "ontoeval",
    of: Of = "retrieved",
) -> Mean:
    """Mean of the precision at the rank of each relevant document (its mean is the MAP).

    **Definition.** ``Σ precision@r / |relevant|`` over the ranks ``r ≤ k`` of relevant documents; those that
    are not ranked count 0. The mean over questions is the MAP.

    **Answers** whether all relevant documents come early.

    **Misleads when** compared with a "context precision" that divides by the relevant documents found instead
    of all: that number does not fall when documents are missing.

    Args:
        rankings: Ranked documents against graded gold.
        k: Cut-off rank; none is the whole list.
        rel: Smallest grade that counts as relevant; none is any positive grade.
        ties: Order of equal scores: ``"given"``, by document id from the end (``"trec"``), or the mean over all orders
            (``"expected"``).
        convention: ``"ontoeval"``; or whose number it is: ``"trec_eval"`` (``map``) or ``"ir_measures"`` (``AP``).
        of: Which list: ``"retrieved"``, ``"candidates"`` (before reranking) or ``"contexts"``.

    Returns:
        One row per question. Value in [0, 1], higher is better.

    Undefined when:
        The question has no relevant document.

    Example:
        Relevant documents at ranks 1 and 4: (1/1 + 2/4) / 2:

        >>> import ontoeval as oe
        >>> oe.score("average_precision", {"q": ["d1", "d2"]}, {"q": ["d1", "d8", "d9", "d2"]}).value
        0.75

    Reference value:
        .5625 on the handbook's four questions; equal to AP of ir_measures 0.4.3 there.

    Source:
        Manning, Raghavan, Schütze: Introduction to Information Retrieval, chapter 8.
    """
    ranked = rankings.by(ties, convention)
    query, precision = ranked.precisions(k, rel)
    total = np.bincount(query, weights=precision, minlength=rankings.n)
    return Mean(total / np.maximum(rankings.n_relevant(rel), 1), ranked.counted(rel))
