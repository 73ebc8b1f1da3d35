"""Cosine of the embeddings of answer and reference."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Mean
from ontoeval.views.judged import Similarities


@metric(
    view=Similarities,
    average="macro",
    direction="higher",
    bounds=(-1, 1),
    level="diagnostic",
    source="https://docs.ragas.io/en/stable/concepts/metrics/available_metrics/semantic_similarity/",
)
def semantic_similarity(similarities: Similarities) -> Mean:
    """Cosine of the embeddings of answer and reference.

    **Definition.** The cosine that an embedder gave, repetitions averaged, then the mean over questions.

    **Answers** whether answers in other words come near the reference.

    **Misleads when** one word decides: "is covered" and "is not covered" are near neighbors. Cosines of two embedders
    do not compare; the offline embedder of hashed character n-grams compares spelling, not meaning.

    Args:
        similarities: Cosines (``annotations.semantic_similarity``).

    Returns:
        One row per verdict. Value in [-1, 1], higher is better. A question without a run counts as 0.

    Undefined when:
        The golden set has no answer.

    Example:
        >>> import ontoeval as oe
        >>> notes = {"semantic_similarity": [{"fields": {"similarity": 0.75}}]}
        >>> rows = [{"id": "q", "gold": {"answers": ["…"]}, "run": {"answer": "…"}, "annotations": notes}]
        >>> oe.evaluate(rows, ["semantic_similarity"])["semantic_similarity"].value
        0.75

    Reference value:
        By hand.

    Source:
        Ragas documentation,
        https://docs.ragas.io/en/stable/concepts/metrics/available_metrics/semantic_similarity/
    """
    value, sample = similarities.complete(similarities.score.clip(-1, 1), similarities.sample)
    return Mean(value, sample=sample)
