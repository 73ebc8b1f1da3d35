"""Discounted gain of a ranking over that of the best possible ranking."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ontoeval.errors import InputError
from ontoeval.metrics.definition import Cut, metric
from ontoeval.statistics.rows import Floats, Mean
from ontoeval.views.base import Integers
from ontoeval.views.rankings import Of, Rankings, Ties

Gain = Literal["exp2", "linear"]


@metric(
    view=Rankings,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="doi:10.1145/582415.582418",
)
def ndcg(
    rankings: Rankings,
    *,
    k: Cut = None,
    gain: Gain = "exp2",
    ties: Ties = "given",
    of: Of = "retrieved",
) -> Mean:
    """Discounted gain of a ranking over that of the best possible ranking.

    **Definition.** ``DCG = Σ g(grade of rank r) / log2(r + 1)`` over ranks ``r ≤ k``; nDCG is DCG over the DCG of
    all relevant documents in the best order, cut at the same ``k``. The gain ``g`` is ``2^grade - 1``
    (``"exp2"``) or the grade itself (``"linear"``); documents without a positive grade gain nothing.

    **Answers** whether the better documents come first, when documents are better or worse and not just right
    or wrong.

    **Misleads when** compared with a tool that uses the other gain: with graded gold the two differ. With
    grades of 0 and 1 they are the same.

    Args:
        rankings: Ranked documents against graded gold.
        k: Cut-off rank; none is the whole list.
        gain: ``"exp2"`` (the handbook's) or ``"linear"`` (trec_eval's).
        ties: Order of equal scores: ``"given"``, as in the list, or by document id from the end (``"trec"``).
        of: Which list: ``"retrieved"``, ``"candidates"`` (before reranking) or ``"contexts"``.

    Returns:
        One row per question. Value in [0, 1], higher is better; exactly 1 for a perfect ranking.

    Undefined when:
        The question has no relevant document.

    Example:
        The grades 1 and 3 in the wrong order: (1/1 + 7/1.585) / (7/1 + 1/1.585):

        >>> import ontoeval as oe
        >>> gold, run = {"q": {"a": 1, "b": 3}}, {"q": ["a", "b"]}
        >>> round(oe.score("ndcg", gold, run).value, 4)
        0.7098
        >>> round(oe.score('ndcg(gain="linear")', gold, run).value, 4)
        0.7967

    Reference value:
        .627 at k = 5 on the handbook's four questions (nDCG@5 of ir_measures 0.4.3: .6270); the example's two
        values are those of ranx 0.3.21 (``ndcg_burges``) and of ir_measures 0.4.3 (``nDCG``).

    Source:
        Järvelin and Kekäläinen 2002, doi:10.1145/582415.582418; exponential gain: Burges et al. 2005,
        doi:10.1145/1102351.1102363.
    """
    best = _dcg(*rankings.ideal(k), gain, rankings.n)
    found = _dcg(*rankings.top(k, ties), gain, rankings.n)
    return Mean(found / np.where(best > 0, best, 1.0), best > 0)


def _dcg(query: Integers, position: Integers, grade: Floats, gain: Gain, n: int) -> Floats:
    keep = np.flatnonzero(grade > 0)
    highest, limit = float(grade[keep].max(initial=0)), 1000.0 if gain == "exp2" else 1e300
    if highest > limit:
        raise InputError(
            f"the gain of grade {highest:g} is too large for a number",
            where="gold.docs",
            expected=f"grades up to {limit:g}",
            mend='use ndcg(gain="linear"), or smaller grades',
        )
    gains = np.exp2(grade[keep]) - 1.0 if gain == "exp2" else grade[keep]
    discounted = gains / np.log2(position[keep] + 2.0)
    return np.bincount(query[keep], weights=discounted, minlength=n).astype(np.float64)
