"""Best nDCG that any ranking of the documents that pass the filter can reach."""

from __future__ import annotations

import numpy as np

from ontoeval.metrics.definition import Cut, metric
from ontoeval.statistics.rows import Mean
from ontoeval.views.filters import Filters
from ontoeval.views.gains import Gain, dcg


@metric(
    view=Filters,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="doi:10.1145/582415.582418",
    missing=None,
    requires=("docs",),
)
def ndcg_ceiling(filters: Filters, *, k: Cut = None, gain: Gain = "exp2") -> Mean:
    """Best nDCG that any ranking of the documents that pass the filter can reach.

    **Definition.** The DCG of the surviving eligible gold documents in the best order over that of all eligible gold
    documents in the best order, both cut at rank ``k``; gain and discount as in ``ndcg``.

    **Answers** how much of a low nDCG is the filter's and not the ranking's. Where ``recall_ceiling`` counts documents,
    this weighs them: losing the best one costs more.

    **Misleads when** the gold documents are tagged wrongly: then the tag and not the filter is at fault.

    Args:
        filters: The applied filters against the gold documents.
        k: Cut-off rank; none is the whole list.
        gain: ``"exp2"`` (``2^grade - 1``) or ``"linear"`` (the grade).

    Returns:
        One row per question. Value in [0, 1], higher is better.

    Undefined when:
        The question has no eligible gold document. Questions whose filter was not logged are counted, not scored.

    Example:
        Of grades 3 and 1 the better document is excluded: 1 / (7 + 1/1.585):

        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "docs": {"d1": 3, "d2": 1}}]
        >>> run = [{"id": "q", "predicates": {"locale": "en-US"}}]
        >>> docs = [{"id": "d1", "locale": "en-GB"}, {"id": "d2", "locale": "en-US"}]
        >>> round(oe.score("ndcg_ceiling", gold, run, docs=docs).value, 4)
        0.131

    Reference value:
        The example, by hand.

    Source:
        Järvelin and Kekäläinen 2002, doi:10.1145/582415.582418.
    """
    best = dcg(*filters.ideal(k), gain, filters.n)
    left = dcg(*filters.ideal(k, surviving=True), gain, filters.n)
    return Mean(left / np.where(best > 0, best, 1.0), best > 0)
