"""One over the rank at which a reader has enough, when better documents satisfy more readers."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from ontoeval.metrics.definition import Cut, metric
from ontoeval.metrics.retrieval._conventions import CASCADE
from ontoeval.statistics.rows import Floats, Mean
from ontoeval.views.rankings import Of, Rankings, Ties


@metric(
    view=Rankings,
    average="macro",
    direction="higher",
    bounds=(0, None),
    level="diagnostic",
    source="doi:10.1145/1645953.1646033",
    conventions=CASCADE,
)
def expected_reciprocal_rank(
    rankings: Rankings,
    *,
    k: Cut = None,
    max_grade: Annotated[float, Field(gt=0, le=1000)] = 4.0,
    ties: Ties = "given",
    convention: Literal["ontoeval", "gdeval"] = "ontoeval",
    of: Of = "retrieved",
) -> Mean:
    """One over the rank at which a reader has enough, when better documents satisfy more readers.

    **Definition.** A reader who sees a document of grade ``g`` stops with probability
    ``R = (2^g - 1) / 2^max_grade``; ERR is ``Σ 1/r R_r Π (1 - R_i)`` over ranks ``r ≤ k`` and the ``i < r`` before.

    **Answers** how far readers have to go when one excellent document makes the others useless.

    **Misleads when** grades do not reach ``max_grade``: with grades 0 and 1 and the default of 4 no document satisfies
    more than one reader in sixteen. Give the highest grade of the golden set.

    Args:
        rankings: Ranked documents against graded gold.
        k: Cut-off rank; none is the whole list.
        max_grade: The highest grade; what is above it counts as it.
        ties: Order of equal scores: ``"given"``, by document id from the end (``"trec"``), or the mean over all orders
            (``"expected"``).
        convention: ``"ontoeval"``; or ``"gdeval"`` (TREC's script: questions without a run do not count).
        of: Which list: ``"retrieved"``, ``"candidates"`` (before reranking) or ``"contexts"``.

    Returns:
        One row per question. Value in [0, 1), higher is better.

    Undefined when:
        The question has no relevant document.

    Example:
        Grades 1 and 2 of at most 2: 1/4 at rank 1, and 3/4 · 3/4 at rank 2.

        >>> import ontoeval as oe
        >>> oe.score("expected_reciprocal_rank(max_grade=2)", {"q": {"a": 1, "b": 2}}, {"q": ["a", "b"]}).value
        0.53125

    Reference value:
        ERR@20 of gdeval 1.2a (ir_measures 0.4.3) for grades 1 and 2 at ranks 1 and 2: .15039.

    Source:
        Chapelle, Metzler, Zhang, Grinspan 2009, doi:10.1145/1645953.1646033.
    """

    def stop(grade: Floats) -> Floats:
        known = np.minimum(np.where(grade > 0, grade, 0.0), max_grade)
        chance: Floats = (np.exp2(known) - 1.0) / 2.0**max_grade
        return chance

    ranked = rankings.by(ties, convention)
    query, position, chance = ranked.stops(k, stop)
    total = np.bincount(query, weights=chance / (position + 1), minlength=rankings.n)
    return Mean(total, ranked.counted())
