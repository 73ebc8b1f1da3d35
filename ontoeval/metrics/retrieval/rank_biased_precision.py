"""How much a reader finds who goes on to the next document with a fixed probability."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from pydantic import Field

from ontoeval.metrics.definition import Cut, Relevance, metric
from ontoeval.statistics.rows import Floats, Mean
from ontoeval.views.rankings import Of, Rankings, Ties


@metric(
    view=Rankings,
    average="macro",
    direction="higher",
    bounds=(0, None),
    level="diagnostic",
    source="doi:10.1145/1416950.1416952",
)
def rank_biased_precision(
    rankings: Rankings,
    *,
    k: Cut = None,
    persistence: Annotated[float, Field(gt=0, lt=1)] = 0.8,
    rel: Relevance = None,
    max_grade: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None,
    ties: Ties = "given",
    of: Of = "retrieved",
) -> Mean:
    """How much a reader finds who goes on to the next document with a fixed probability.

    **Definition.** ``(1 - p) Σ g p^(r - 1)`` over ranks ``r ≤ k``, where ``p`` is the persistence and ``g`` is 1 for a
    relevant document; with ``max_grade`` it is the grade over that, 1 at most.

    **Answers** what is found per document read, when a reader sees about ``1 / (1 - p)`` of them. It needs no number of
    relevant documents, so that judging more documents moves it little.

    **Misleads when** read as a share of the possible: a perfect ranking of one relevant document has ``1 - p``. Values
    of different ``p`` cannot be compared.

    Args:
        rankings: Ranked documents against graded gold.
        k: Cut-off rank; none is the whole list.
        persistence: The probability ``p`` of going on, in (0, 1).
        rel: Smallest grade that counts as relevant; none is any positive grade.
        max_grade: Grade of a perfect document; none counts relevant documents alike.
        ties: Order of equal scores: ``"given"``, by document id from the end (``"trec"``), or the mean over all orders
            (``"expected"``).
        of: Which list: ``"retrieved"``, ``"candidates"`` (before reranking) or ``"contexts"``.

    Returns:
        One row per question. Value in [0, 1), higher is better.

    Undefined when:
        The question has no relevant document.

    Example:
        Relevant documents at ranks 1 and 3: .2 (1 + .8²).

        >>> import ontoeval as oe
        >>> round(oe.score("rank_biased_precision", {"q": ["a", "b"]}, {"q": ["a", "x", "b"]}).value, 4)
        0.328

    Reference value:
        By the closed form: all of n documents relevant gives ``1 - p^n``, .67232 for p = .8 and n = 5.

    Source:
        Moffat and Zobel 2008, doi:10.1145/1416950.1416952.
    """

    def gain(grade: Floats) -> Floats:
        good = grade > 0 if rel is None else grade >= rel
        return np.where(good, 1.0 if max_grade is None else np.minimum(grade / max_grade, 1.0), 0.0)

    ranked = rankings.by(ties)
    query, position, value = ranked.gains(k, gain)
    total = np.bincount(query, weights=value * persistence**position, minlength=rankings.n)
    return Mean((1.0 - persistence) * total, ranked.counted(rel))
