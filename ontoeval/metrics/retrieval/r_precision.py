"""Precision at the rank that equals the number of relevant documents."""

from __future__ import annotations

from ontoeval.metrics.definition import Relevance, metric
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
def r_precision(
    rankings: Rankings,
    *,
    rel: Relevance = None,
    ties: Ties = "given",
    convention: Convention = "ontoeval",
    of: Of = "retrieved",
) -> Ratio:
    """Precision at the rank that equals the number of relevant documents.

    **Definition.** With ``R`` relevant documents, the share of the first ``R`` ranked documents that are relevant;
    it is precision and recall at ``R`` at once.

    **Answers** how good the list is, for questions with few and with many relevant documents alike: a perfect ranking
    has 1 for each.

    **Misleads when** a question has one relevant document: then it is success at rank 1.

    Args:
        rankings: Ranked documents against graded gold.
        rel: Smallest grade that counts as relevant; none is any positive grade.
        ties: Order of equal scores: ``"given"``, by document id from the end (``"trec"``), or the mean over all orders
            (``"expected"``).
        convention: ``"ontoeval"``; or whose number it is: ``"trec_eval"`` or ``"ir_measures"`` (``Rprec`` in both).
        of: Which list: ``"retrieved"``, ``"candidates"`` (before reranking) or ``"contexts"``.

    Returns:
        One row per question: relevant among the first ``R``, ``R``. Value in [0, 1], higher is better.

    Undefined when:
        The question has no relevant document.

    Example:
        One of the first two documents is one of the two relevant ones:

        >>> import ontoeval as oe
        >>> oe.score("r_precision", {"q": ["a", "b"]}, {"q": ["a", "x", "b"]}).value
        0.5

    Reference value:
        The example's is Rprec of ir_measures 0.4.3 (pytrec_eval-terrier 0.5.11).

    Source:
        Manning, Raghavan, Schütze: Introduction to Information Retrieval, chapter 8.
    """
    ranked = rankings.by(ties, convention)
    return Ratio(ranked.hits_at_wanted(rel), ranked.wanted(rel))
