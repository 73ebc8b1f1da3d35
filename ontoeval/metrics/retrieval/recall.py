"""Share of the relevant documents that are ranked above the cut-off."""

from __future__ import annotations

from ontoeval.metrics.definition import Cut, Relevance, metric
from ontoeval.metrics.retrieval._conventions import TREC
from ontoeval.statistics.rows import Ratio
from ontoeval.views.rankings import Convention, Of, Rankings, Ties


@metric(
    view=Rankings,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="https://nlp.stanford.edu/IR-book/html/htmledition/evaluation-of-unranked-retrieval-sets-1.html",
    conventions=TREC,
)
def recall(
    rankings: Rankings,
    *,
    k: Cut = None,
    rel: Relevance = None,
    ties: Ties = "given",
    convention: Convention = "ontoeval",
    of: Of = "retrieved",
) -> Ratio:
    """Share of the relevant documents that are ranked above the cut-off.

    **Definition.** ``|relevant ∩ top k| / |relevant|`` for each question, then the mean over questions.

    **Answers** whether the generator can have the answer at all: what is not in the list cannot be used.

    **Misleads when** judgements are incomplete (what nobody judged counts as not relevant), and when there are
    more relevant documents than ``k``: then even a perfect ranking is below 1.

    Args:
        rankings: Ranked documents against graded gold.
        k: Cut-off rank; none is the whole list.
        rel: Smallest grade that counts as relevant; none is any positive grade.
        ties: Order of equal scores: ``"given"``, by document id from the end (``"trec"``), or the mean over all orders
            (``"expected"``).
        convention: ``"ontoeval"``; or whose number it is: ``"trec_eval"`` (``recall``) or ``"ir_measures"`` (``R``).
        of: Which list: ``"retrieved"``, ``"candidates"`` (before reranking) or ``"contexts"``.

    Returns:
        One row per question: relevant documents found, relevant documents. Value in [0, 1], higher is better.

    Undefined when:
        The question has no relevant document.

    Example:
        Two relevant documents, one of them in the first two ranks:

        >>> import ontoeval as oe
        >>> oe.score("recall@2", {"q": {"d1": 1, "d2": 1}}, {"q": {"d1": 0.9, "d3": 0.8, "d2": 0.7}}).value
        0.5

    Reference value:
        .750 at k = 5 on the handbook's four questions; equal to R@5 of ir_measures 0.4.3 there.

    Source:
        Manning, Raghavan, Schütze: Introduction to Information Retrieval, chapter 8.
    """
    ranked = rankings.by(ties, convention)
    return Ratio(ranked.hits(k, rel), ranked.wanted(rel))
