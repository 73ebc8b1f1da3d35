"""Share of the first k ranked documents that are relevant."""

from __future__ import annotations

import numpy as np

from ontoeval.metrics.definition import Cut, Relevance, metric
from ontoeval.metrics.retrieval._conventions import TREC
from ontoeval.statistics.rows import Ratio
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
def precision(
    rankings: Rankings,
    *,
    k: Cut = None,
    rel: Relevance = None,
    ties: Ties = "given",
    convention: Convention = "ontoeval",
    of: Of = "retrieved",
) -> Ratio:
    """Share of the first k ranked documents that are relevant.

    **Definition.** ``|relevant ∩ top k| / k`` for each question, then the mean over questions. A list shorter than
    ``k`` is still divided by ``k``; without a cut-off it is divided by its own length.

    **Answers** how much of what the generator reads is noise.

    **Misleads when** a question has fewer relevant documents than ``k``: then even a perfect ranking is below 1.

    Args:
        rankings: Ranked documents against graded gold.
        k: Cut-off rank; none is the whole list.
        rel: Smallest grade that counts as relevant; none is any positive grade.
        ties: Order of equal scores: ``"given"``, by document id from the end (``"trec"``), or the mean over all orders
            (``"expected"``).
        convention: ``"ontoeval"``; or whose number it is: ``"trec_eval"`` (``P``, ``set_P``)
            or ``"ir_measures"`` (``P``, ``SetP``).
        of: Which list: ``"retrieved"``, ``"candidates"`` (before reranking) or ``"contexts"``.

    Returns:
        One row per question: relevant documents found, ``k``. Value in [0, 1], higher is better.

    Undefined when:
        The question has no relevant document. An empty list has precision 0.

    Example:
        >>> import ontoeval as oe
        >>> oe.score("precision@4", {"q": ["d1", "d2"]}, {"q": ["d1", "d9", "d2"]}).value
        0.5

    Reference value:
        .20 at k = 5 on the handbook's four questions; equal to P@5 of ir_measures 0.4.3 there.

    Source:
        Manning, Raghavan, Schütze: Introduction to Information Retrieval, chapter 8.
    """
    ranked = rankings.by(ties, convention)
    size = np.maximum(rankings.lengths, 1) if k is None else k
    return Ratio(ranked.hits(k, rel), ranked.counted(rel) * size)
