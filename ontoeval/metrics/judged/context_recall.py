"""Share of the claims of the reference that the contexts support, says a judge."""

from __future__ import annotations

import numpy as np

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.judged import ReferenceClaims


@metric(
    view=ReferenceClaims,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="https://docs.ragas.io/en/stable/concepts/metrics/available_metrics/context_recall/",
)
def context_recall(claims: ReferenceClaims) -> Ratio:
    """Share of the claims of the reference that the contexts support, says a judge.

    **Definition.** Supported claims / claims of the first accepted answer, then the mean over questions
    (``average="micro"``: over all claims). The claims of all repetitions count together.

    **Answers** whether retrieval found what a right answer needs, also where no gold documents are known.

    **Misleads when** the reference says more than was asked: what nobody needs lowers the value.

    Args:
        claims: Claims of references with the judge's verdicts (``annotations.context_recall``).

    Returns:
        One row per claim: supported, 1. Value in [0, 1], higher is better. A question without a run counts as one
        claim that is not supported.

    Undefined when:
        The golden set has no answer, or the judge finds no claim in it.

    Example:
        >>> import ontoeval as oe
        >>> fields = {"claims": [{"id": 0, "text": "It is blue."}, {"id": 1, "text": "It is big."}],
        ...           "verdicts": [{"claim": 0, "verdict": "supported"}, {"claim": 1, "verdict": "unsupported"}]}
        >>> notes = {"context_recall": [{"fields": fields}]}
        >>> rows = [{"id": "q", "gold": {"answers": ["…"]}, "run": {"contexts": ["c"]}, "annotations": notes}]
        >>> oe.evaluate(rows, ["context_recall"])["context_recall"].value
        0.5

    Reference value:
        Ragas 0.4.3 by the definition in its code. On ``fixtures/tutorial``, by hand: .8333.

    Source:
        Ragas documentation, https://docs.ragas.io/en/stable/concepts/metrics/available_metrics/context_recall/
    """
    held, sample = claims.complete(claims.supported, claims.sample)
    return Ratio(held, np.ones(len(held), dtype=np.int64), sample=sample)
