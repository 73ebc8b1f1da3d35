"""Share of the claims of answers that the contexts support, says a judge."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.judged import Claims

Repetition = Annotated[int, Field(ge=0)] | None


@metric(
    view=Claims,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="doi:10.18653/v1/2024.eacl-demo.16",
    missing=None,
    conventions={"ragas": {"average": "macro"}, "deepeval": {"average": "macro"}},
)
def faithfulness(
    claims: Claims,
    *,
    repetition: Repetition = None,
    convention: Literal["ontoeval", "ragas", "deepeval"] = "ontoeval",
) -> Ratio:
    """Share of the claims of answers that the contexts support, says a judge.

    **Definition.** Supported claims / claims of an answer, then the mean over questions (``average="micro"``: over all
    claims). An answer that declines to answer has no value: ``abstention_precision`` and ``over_refusal_rate`` judge
    it. The claims of all repetitions of a verdict count together.

    **Answers** whether the generator keeps to what it was given.

    **Misleads when** the contexts are wrong, or the answer is beside the point: a faithful answer may be false or
    useless. Values of two judges, or of two versions of a rubric, do not compare; see the table ``stability`` for how
    often a judge contradicts itself.

    Args:
        claims: Claims with the judge's verdicts (``annotations.faithfulness``).
        repetition: Only the verdicts of this repetition, from 0; none is all of them.
        convention: ``"ontoeval"``; ``"ragas"``: declining answers count like others, and an answer without claims has
            no value; ``"deepeval"``: the same, and an answer without claims has 1.

    Returns:
        One row per claim: supported, 1. Value in [0, 1], higher is better.

    Undefined when:
        The answer declines, or has no claim. A question with an invalid repetition, or without a verdict, is invalid.

    Example:
        Three of four claims are supported:

        >>> import ontoeval as oe
        >>> said = ["supported", "supported", "supported", "unsupported"]
        >>> fields = {"claims": [{"id": i, "text": f"claim {i}"} for i in range(4)],
        ...           "verdicts": [{"claim": i, "verdict": verdict} for i, verdict in enumerate(said)]}
        >>> rows = [{"id": "q", "run": {"answer": "…"}, "annotations": {"faithfulness": [{"fields": fields}]}}]
        >>> oe.evaluate(rows, ["faithfulness"])["faithfulness"].value
        0.75

    Reference value:
        Ragas 0.4.3 and DeepEval 4.1.10 by the definitions in their code. On ``fixtures/tutorial``, by hand: .7333 in
        both repetitions, with ``convention="ragas"`` .7778 and .6111.

    Source:
        Es et al. 2024 (Ragas), doi:10.18653/v1/2024.eacl-demo.16.
    """
    keep = np.ones(len(claims.sample), dtype=bool) if repetition is None else claims.repetition == repetition
    if convention == "ontoeval":
        keep &= ~claims.declined
    held, sample = claims.supported[keep], claims.sample[keep]
    if convention == "deepeval":
        silent = claims.silent if repetition is None else claims.silent[claims.silent_repetition == repetition]
        held = np.concatenate([held, np.ones(len(silent), dtype=bool)])
        sample = np.concatenate([sample, silent])
    return Ratio(held, np.ones(len(held), dtype=np.int64), sample=sample)
