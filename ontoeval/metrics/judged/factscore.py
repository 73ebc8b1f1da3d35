"""Share of the different facts in answers that hold, each counted once."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Mean
from ontoeval.views.judged import Claims


@metric(
    view=Claims,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="doi:10.18653/v1/2023.emnlp-main.741",
    missing=None,
)
def factscore(
    claims: Claims,
    *,
    fold: bool = True,
    order: Literal["ignored", "checked"] = "ignored",
    gamma: Annotated[int, Field(ge=0)] = 0,
) -> Mean:
    """Share of the different facts in answers that hold, each counted once.

    **Definition.** Supported facts / facts of an answer, times ``exp(1 - gamma / facts)`` where it has fewer than
    ``gamma``; then the mean over questions. Claims with the same words (case, punctuation and articles aside) are one
    fact, supported when all of them are.

    **Answers** what ``faithfulness`` does, for those who get paid by it: saying one true thing ten times gains nothing,
    and with ``gamma`` neither does saying almost nothing.

    **Misleads when** a fact is repeated in other words: it counts again. ``order="checked"`` cannot check a claim
    without a quote, nor order across contexts.

    Args:
        claims: Claims with the judge's verdicts (``annotations.faithfulness``).
        fold: Whether claims with the same words count once.
        order: ``"ignored"``; or ``"checked"``: a supported claim whose quote comes before that of an earlier claim in
            the same context, off the longest chain in order, does not count as supported: true statements in a false
            order mislead.
        gamma: Facts below which an answer is too short; 0 sets no limit (the paper has 10).

    Returns:
        One row per question. Value in [0, 1], higher is better.

    Undefined when:
        The answer declines, or has no claim.

    Example:
        The first claim is said twice; one of two facts holds:

        >>> import ontoeval as oe
        >>> said = [("It is blue.", "supported"), ("it is blue", "supported"), ("It is big.", "unsupported")]
        >>> fields = {"claims": [{"id": i, "text": text} for i, (text, _) in enumerate(said)],
        ...           "verdicts": [{"claim": i, "verdict": verdict} for i, (_, verdict) in enumerate(said)]}
        >>> rows = [{"id": "q", "run": {"answer": "…"}, "annotations": {"faithfulness": [{"fields": fields}]}}]
        >>> oe.evaluate(rows, ["factscore"])["factscore"].value
        0.5

    Reference value:
        By hand; the length penalty as in the paper's section 4.

    Source:
        Min et al. 2023 (FActScore), doi:10.18653/v1/2023.emnlp-main.741.
    """
    counted = ~claims.declined
    if fold:
        counted &= claims.first == np.arange(len(claims.first))
    held = claims.folded if fold else claims.supported
    if order == "checked":
        held = held & claims.in_order
    n = len(claims.status)
    facts = np.bincount(claims.sample[counted], minlength=n)
    true = np.bincount(claims.sample[counted & held], minlength=n)
    some = np.maximum(facts, 1)
    short = np.exp(np.minimum(0.0, 1 - gamma / some)) if gamma else np.ones(n)
    return Mean(true / some * short, facts > 0)
