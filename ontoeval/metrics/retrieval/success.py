"""Share of questions with at least one relevant document above the cut-off."""

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
    level="diagnostic",
    source="https://nlp.stanford.edu/IR-book/html/htmledition/evaluation-of-ranked-retrieval-results-1.html",
    conventions=TREC,
)
def success(
    rankings: Rankings,
    *,
    k: Cut = None,
    rel: Relevance = None,
    ties: Ties = "given",
    convention: Convention = "ontoeval",
    of: Of = "retrieved",
) -> Ratio:
    """Share of questions with at least one relevant document above the cut-off.

    **Definition.** 1 when one of the first ``k`` documents is relevant, else 0; then the share over questions.

    **Answers** how often the generator has a chance at all.

    **Misleads when** an answer needs several documents: one is enough here. It is no recall, although some
    texts call it so.

    Args:
        rankings: Ranked documents against graded gold.
        k: Cut-off rank; none is the whole list.
        rel: Smallest grade that counts as relevant; none is any positive grade.
        ties: Order of equal scores: ``"given"``, by document id from the end (``"trec"``), or the mean over all orders
            (``"expected"``).
        convention: ``"ontoeval"``; or whose number it is: ``"trec_eval"`` (``success``)
            or ``"ir_measures"`` (``Success``).
        of: Which list: ``"retrieved"``, ``"candidates"`` (before reranking) or ``"contexts"``.

    Returns:
        One row per question: found, 1. Value in [0, 1], higher is better.

    Undefined when:
        The question has no relevant document.

    Example:
        >>> import ontoeval as oe
        >>> oe.score("success@1", {"q1": ["d1"], "q2": ["d2"]}, {"q1": ["d1"], "q2": ["d9", "d2"]}).value
        0.5

    Reference value:
        .75 at k = 5 on the handbook's four questions; equal to Success@5 of ir_measures 0.4.3 there.

    Source:
        Also called hit rate; trec_eval's ``success``.
    """
    ranked = rankings.by(ties, convention)
    return Ratio(ranked.found(k, rel), ranked.counted(rel))
