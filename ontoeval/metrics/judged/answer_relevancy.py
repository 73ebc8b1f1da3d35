"""How near the question is to the questions that the answer would answer, says a judge."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Mean
from ontoeval.views.judged import Relevancies


@metric(
    view=Relevancies,
    average="macro",
    direction="higher",
    bounds=(-1, 1),
    level="headline",
    source="doi:10.18653/v1/2024.eacl-demo.16",
)
def answer_relevancy(relevancies: Relevancies) -> Mean:
    """How near the question is to the questions that the answer would answer, says a judge.

    **Definition.** A judge makes questions (usually 3) from the answer alone; the value is the mean cosine of their
    embeddings with the query's, and 0 when all of them come from an evasive answer. Repetitions are averaged, then
    questions.

    **Answers** whether the answer is about what was asked.

    **Misleads when** read as a level: cosines of one embedding model rarely reach 1 or 0, those of another lie
    elsewhere. Compare runs with the same judge and embedder. A wrong answer can be relevant.

    Args:
        relevancies: Questions and cosines (``annotations.answer_relevancy``).

    Returns:
        One row per verdict. Value in [-1, 1], higher is better. A question without a run counts as 0.

    Undefined when:
        The judge made no question. A question with an invalid repetition, or without a verdict, is invalid.

    Example:
        >>> import ontoeval as oe
        >>> fields = {"questions": [{"question": "How long?", "noncommittal": False}] * 2, "similarities": [0.75, 0.25]}
        >>> rows = [{"id": "q", "run": {"answer": "…"}, "annotations": {"answer_relevancy": [{"fields": fields}]}}]
        >>> oe.evaluate(rows, ["answer_relevancy"])["answer_relevancy"].value
        0.5

    Reference value:
        Ragas 0.4.3 by the definition in its code: mean cosine, times whether not all questions are noncommittal.

    Source:
        Es et al. 2024 (Ragas), doi:10.18653/v1/2024.eacl-demo.16.
    """
    known = relevancies.defined
    value, sample = relevancies.complete(relevancies.score[known], relevancies.sample[known])
    return Mean(value.clip(-1, 1), sample=sample)
