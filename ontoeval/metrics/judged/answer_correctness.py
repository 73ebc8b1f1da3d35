"""F1 of the statements that answer and reference have in common, says a judge."""

from __future__ import annotations

import numpy as np

from ontoeval.metrics.definition import Beta, metric
from ontoeval.statistics.rows import FScore
from ontoeval.views.judged import Statements


@metric(
    view=Statements,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="https://docs.ragas.io/en/stable/concepts/metrics/available_metrics/answer_correctness/",
)
def answer_correctness(statements: Statements, *, beta: Beta = 1.0) -> FScore:
    """F1 of the statements that answer and reference have in common, says a judge.

    **Definition.** A judge takes both texts apart: statements in both, in the answer only, in the reference only.
    Precision is both / (both + answer only), recall both / (both + reference only); F-beta of them, then the mean over
    questions. The statements of all repetitions count together.

    **Answers** whether an answer in sentences says what the reference says.

    **Misleads when** the answer is right and says more than the reference: that counts as wrong (``beta`` above 1
    weighs it less).

    Args:
        statements: Counts of statements (``annotations.answer_correctness``).
        beta: Weight of recall.

    Returns:
        One row per verdict: true positives, false positives, false negatives. Value in [0, 1], higher is better. A
        question without a run counts as one missed statement.

    Undefined when:
        The golden set has no answer, or the judge finds no statement at all.

    Example:
        >>> import ontoeval as oe
        >>> fields = {"both": ["It is blue."], "answer_only": ["It is big."], "reference_only": []}
        >>> notes = {"answer_correctness": [{"fields": fields}]}
        >>> rows = [{"id": "q", "gold": {"answers": ["…"]}, "run": {"answer": "…"}, "annotations": notes}]
        >>> round(oe.evaluate(rows, ["answer_correctness"])["answer_correctness"].value, 4)
        0.6667

    Reference value:
        The factual part of Ragas 0.4.3's AnswerCorrectness; its other part is ``semantic_similarity``.

    Source:
        Ragas documentation,
        https://docs.ragas.io/en/stable/concepts/metrics/available_metrics/answer_correctness/
    """
    both, sample = statements.complete(statements.both, statements.sample)
    wrong, _ = statements.complete(statements.answer_only, statements.sample)
    lost = np.ones(len(statements.missing), dtype=np.int64)
    return FScore.counts(both, wrong, np.concatenate([statements.reference_only, lost]), beta=beta, sample=sample)
