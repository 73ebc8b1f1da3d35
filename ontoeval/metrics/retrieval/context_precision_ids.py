"""Whether the relevant contexts come first among those given to the generator, by their ids."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ontoeval.metrics.definition import Cut, Relevance, metric
from ontoeval.statistics.rows import Mean
from ontoeval.views.base import Status
from ontoeval.views.rankings import Contexts


@metric(
    view=Contexts,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="https://docs.ragas.io/en/stable/concepts/metrics/available_metrics/context_precision/",
    version=2,
    conventions={"ragas": {"average": "macro"}, "ragas_ids": {"average": "macro"}},
)
def context_precision_ids(
    contexts: Contexts,
    *,
    k: Cut = None,
    rel: Relevance = None,
    convention: Literal["ontoeval", "ragas", "ragas_ids"] = "ontoeval",
) -> Mean:
    """Whether the relevant contexts come first among those given to the generator, by their ids.

    **Definition.** ``Σ precision@r`` over the ranks ``r`` of relevant contexts, over the number of relevant contexts
    that were given; 0 when none was. It is Ragas' context precision with the gold ids in place of a judge.

    **Answers** whether the generator reads what matters before the noise.

    **Misleads when** documents are missing: those are not counted at all, so that one relevant context at rank 1 has 1
    even where nine others were not found. Read it beside ``context_recall_ids``, or take
    ``average_precision(of="contexts")``.

    Args:
        contexts: Documents given to the generator, against graded gold.
        k: Cut-off rank; none is the whole list.
        rel: Smallest grade that counts as relevant; none is any positive grade.
        convention: ``"ontoeval"``; ``"ragas"``: with its ``1e-10`` in the denominator, so that no value reaches 1; or
            ``"ragas_ids"``: its ``IDBasedContextPrecision``, the share of the contexts that are relevant, in any order.

    Returns:
        One row per question. Value in [0, 1], higher is better.

    Undefined when:
        The question has no relevant document. With ``"ragas_ids"`` also when the list of contexts is empty.

    Example:
        Relevant contexts at ranks 1 and 3 of 3: (1/1 + 2/3) / 2.

        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "docs": ["a", "b", "c"]}]
        >>> run = [{"id": "q", "contexts": ["a", "x", "b"]}]
        >>> round(oe.score("context_precision_ids", gold, run).value, 4)
        0.8333

    Reference value:
        The formula of Ragas 0.4.3 for verdicts 1, 0, 1: 0.8333333332916667; for one right context 0.9999999999.

    Source:
        Ragas, https://docs.ragas.io/en/stable/concepts/metrics/available_metrics/context_precision/.
    """
    ranked = contexts.by()
    found = ranked.hits(k, rel)
    if convention == "ragas_ids":
        given = contexts.lengths if k is None else np.minimum(contexts.lengths, k)
        scored = (given > 0) | (contexts.status == Status.MISSING)
        return Mean(found / np.maximum(given, 1), ranked.counted(rel) & scored)
    query, precision = ranked.precisions(k, rel)
    total = np.bincount(query, weights=precision, minlength=contexts.n)
    return Mean(total / (np.maximum(found, 1) if convention == "ontoeval" else found + 1e-10), ranked.counted(rel))
