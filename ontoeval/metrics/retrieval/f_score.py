"""F score of the first k ranked documents: relevant ones found, without too many others."""

from __future__ import annotations

import numpy as np

from ontoeval.metrics.definition import Beta, Cut, Relevance, metric
from ontoeval.metrics.retrieval._conventions import TREC
from ontoeval.statistics.rows import FScore
from ontoeval.views.rankings import Convention, Of, Rankings, Ties


@metric(
    view=Rankings,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="https://nlp.stanford.edu/IR-book/html/htmledition/evaluation-of-unranked-retrieval-sets-1.html",
    conventions=TREC,
)
def f_score(
    rankings: Rankings,
    *,
    k: Cut = None,
    beta: Beta = 1.0,
    rel: Relevance = None,
    ties: Ties = "given",
    convention: Convention = "ontoeval",
    of: Of = "retrieved",
) -> FScore:
    """F score of the first k ranked documents: relevant ones found, without too many others.

    **Definition.** With P = precision@k and R = recall@k, ``(1 + β²) P R / (β² P + R)`` for each question, then the
    mean over questions.

    **Answers** which length of the list is a good one, where both a lost document and a useless one cost something.

    **Misleads when** a question has fewer relevant documents than ``k``, or more: then even a perfect ranking is below
    1, and the order within the first ``k`` is not looked at.

    Args:
        rankings: Ranked documents against graded gold.
        k: Cut-off rank; none is the whole list.
        beta: Weight of recall.
        rel: Smallest grade that counts as relevant; none is any positive grade.
        ties: Order of equal scores: ``"given"``, by document id from the end (``"trec"``), or the mean over all orders
            (``"expected"``).
        convention: ``"ontoeval"``; or whose number it is: ``"trec_eval"`` (``set_F``; its parameter is β²) or
            ``"ir_measures"`` (``SetF``; so is its ``beta``).
        of: Which list: ``"retrieved"``, ``"candidates"`` (before reranking) or ``"contexts"``.

    Returns:
        One row per question: found, ``k``, found, relevant. Value in [0, 1], higher is better.

    Undefined when:
        The question has no relevant document.

    Example:
        Two of three ranked documents are relevant, and two of four relevant ones are found: P 2/3, R 1/2.

        >>> import ontoeval as oe
        >>> gold, run = {"q": ["a", "b", "c", "d"]}, {"q": ["a", "x", "b"]}
        >>> round(oe.score("f_score", gold, run).value, 4)
        0.5714

    Reference value:
        The example's is SetF of ir_measures 0.4.3: 0.5714.

    Source:
        Manning, Raghavan, Schütze: Introduction to Information Retrieval, chapter 8.
    """
    ranked = rankings.by(ties, convention)
    found, size = ranked.hits(k, rel), np.maximum(rankings.lengths, 1) if k is None else k
    return FScore(found, ranked.counted(rel) * size, found, ranked.wanted(rel), beta=beta)
