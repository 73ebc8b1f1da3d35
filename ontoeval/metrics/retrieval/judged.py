"""Share of the ranked documents above the cut-off that somebody has judged."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ontoeval.metrics.definition import Cut, metric
from ontoeval.metrics.retrieval._conventions import JUDGED
from ontoeval.statistics.rows import Ratio
from ontoeval.views.base import Status
from ontoeval.views.rankings import Of, Rankings, Ties


@metric(
    view=Rankings,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="https://ir-measur.es/en/latest/measures.html",
    conventions=JUDGED,
)
def judged(
    rankings: Rankings,
    *,
    k: Cut = None,
    ties: Ties = "given",
    convention: Literal["ontoeval", "ir_measures"] = "ontoeval",
    of: Of = "retrieved",
) -> Ratio:
    """Share of the ranked documents above the cut-off that somebody has judged.

    **Definition.** Of the first ``k`` ranked documents (of all, when there are fewer), those to which the gold gives a
    grade, 0 and negative ones included; the mean over questions.

    **Answers** how far the other retrieval metrics can be trusted: what nobody judged counts as irrelevant in them,
    which punishes a system for finding what the makers of the golden set did not.

    **Misleads when** the golden set lists relevant documents only: then it is precision over the documents there are.

    Args:
        rankings: Ranked documents against graded gold.
        k: Cut-off rank; none is the whole list.
        ties: Order of equal scores: ``"given"``, by document id from the end (``"trec"``), or the mean over all orders
            (``"expected"``).
        convention: ``"ontoeval"``; or ``"ir_measures"`` (``Judged``: equal scores by document id from the start).
        of: Which list: ``"retrieved"``, ``"candidates"`` (before reranking) or ``"contexts"``.

    Returns:
        One row per question: judged, documents above the cut-off. Value in [0, 1], higher is better.

    Undefined when:
        The list is empty, or the question has no gold.

    Example:
        >>> import ontoeval as oe
        >>> oe.score("judged@4", {"q": {"a": 1, "b": 0}}, {"q": ["a", "x", "b", "y"]}).value
        0.5

    Reference value:
        The example's is Judged@4 of ir_measures 0.4.3.

    Source:
        ir_measures, https://ir-measur.es/en/latest/measures.html.
    """
    ranked = rankings.by(ties, "judged" if convention == "ir_measures" else convention)
    there = rankings.lengths if k is None else np.minimum(rankings.lengths, k)
    there = np.where(rankings.status == Status.MISSING, 1, there)
    return Ratio(ranked.judged(k), np.where(rankings.status == Status.UNDEFINED, 0, there))
