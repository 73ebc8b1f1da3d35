"""One over the rank of the first relevant document (its mean is the MRR)."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ontoeval.metrics.definition import Cut, Relevance, metric
from ontoeval.metrics.retrieval._conventions import RECIPROCAL
from ontoeval.statistics.rows import Mean
from ontoeval.views.rankings import Convention, Of, Rankings, Ties


@metric(
    view=Rankings,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="https://trec.nist.gov/pubs/trec8/papers/qa_report.pdf",
    conventions=RECIPROCAL,
)
def reciprocal_rank(
    rankings: Rankings,
    *,
    k: Cut = None,
    rel: Relevance = None,
    ties: Ties = "given",
    convention: Convention | Literal["msmarco"] = "ontoeval",
    of: Of = "retrieved",
) -> Mean:
    """One over the rank of the first relevant document (its mean is the MRR).

    **Definition.** ``1 / r`` where ``r`` is the rank, counted from 1, of the first relevant document; 0 when
    there is none above the cut-off. The mean over questions is the mean reciprocal rank.

    **Answers** how far a reader, or a generator with a small context, has to go for the first good document.

    **Misleads when** an answer needs several documents: everything after the first one is ignored.

    Args:
        rankings: Ranked documents against graded gold.
        k: Cut-off rank; none is the whole list.
        rel: Smallest grade that counts as relevant; none is any positive grade.
        ties: Order of equal scores: ``"given"``, by document id from the end (``"trec"``), or the mean over all orders
            (``"expected"``).
        convention: ``"ontoeval"``; or whose number it is: ``"trec_eval"`` (``recip_rank``), ``"ir_measures"`` (``RR``)
            or ``"msmarco"`` (equal scores by document id from the start).
        of: Which list: ``"retrieved"``, ``"candidates"`` (before reranking) or ``"contexts"``.

    Returns:
        One row per question. Value in [0, 1], higher is better; 1 means that the first document is relevant.

    Undefined when:
        The question has no relevant document.

    Example:
        >>> import ontoeval as oe
        >>> oe.score("reciprocal_rank", {"q": ["d2"]}, {"q": ["d1", "d2", "d3"]}).value
        0.5

    Reference value:
        .625 on the handbook's four questions; equal to RR of ir_measures 0.4.3 there.

    Source:
        Voorhees 1999, The TREC-8 Question Answering Track Report.
    """
    ranked = rankings.by(ties, convention)
    query, position, chance = ranked.first(k, rel)
    return Mean(np.bincount(query, weights=chance / (position + 1), minlength=rankings.n), ranked.counted(rel))
