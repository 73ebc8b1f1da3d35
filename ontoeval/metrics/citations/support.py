"""How far answers are supported by what they cite: full, in part, or not at all."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Mean
from ontoeval.views.judged import Citations


@metric(
    view=Citations,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="https://arxiv.org/abs/2504.15205",
)
def support(citations: Citations, *, over: Literal["claims", "citations"] = "claims") -> Mean:
    """How far answers are supported by what they cite: full, in part, or not at all.

    **Definition.** Full support counts 1, support in part ½, none 0. ``over="claims"``: the mean over all claims of an
    answer, each by its best citation, 0 without one (TREC's weighted recall); ``over="citations"``: the mean over the
    pairs of a claim and a citation of it (its weighted precision). Then the mean over questions.

    **Answers** how TREC's RAG track would see the answers.

    **Misleads when** claims are counted that need no citation: all of them are. ``citation_recall`` asks of checkable
    claims only.

    Args:
        citations: Claims with what they cite (``annotations.citations``).
        over: ``"claims"`` or ``"citations"``.

    Returns:
        One row per claim, or per pair. Value in [0, 1], higher is better. A question without a run counts as 0.

    Undefined when:
        The answer has no claim, or, over citations, cites nothing.

    Example:
        One claim is supported in part, one cites nothing:

        >>> import ontoeval as oe
        >>> claims = [{"id": 0, "text": "It is blue.", "checkable": True, "citations": [0]},
        ...           {"id": 1, "text": "It is big.", "checkable": True, "citations": []}]
        >>> verdicts = [{"claim": 0, "citation": 0, "support": "partial"}]
        >>> notes = {"citations": [{"fields": {"claims": claims, "verdicts": verdicts}}]}
        >>> rows = [{"id": "q", "run": {"answer": "…", "citations": [{"hit": "a"}]}, "annotations": notes}]
        >>> [result.value for result in oe.evaluate(rows, ["support", 'support(over="citations")'])]
        [0.25, 0.5]

    Reference value:
        By hand. TREC 2024 judged the first citation of each sentence only.

    Source:
        Thakur et al. 2025, Support Evaluation for the TREC 2024 RAG Track, https://arxiv.org/abs/2504.15205.
    """
    by_claim = over == "claims"
    degree = citations.best if by_claim else citations.degree
    value, sample = citations.complete(degree, citations.sample if by_claim else citations.pair_sample)
    return Mean(np.asarray(value) / 2, sample=sample)
