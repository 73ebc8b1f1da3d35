"""How relevant the contexts are that the generator was given, on average."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Mean
from ontoeval.views.contexts import ContextScores, ScoreSource


@metric(
    view=ContextScores, average="macro", direction="higher", bounds=(0, 1), level="headline", source="Handbook, part 4"
)
def context_relevance(contexts: ContextScores, *, scores: ScoreSource = "judged") -> Mean:
    """How relevant the contexts are that the generator was given, on average.

    **Definition.** The mean score of the contexts of a question, each in [0, 1], then the mean over questions
    (``average="micro"``: over all contexts).

    **Answers** how much of what the generator reads has to do with the question, also without gold documents.

    **Misleads when** one context that holds the answer stands among nine that do not: the mean is low and the answer
    right. Read ``low_relevance_rate`` beside it. Scores of two judges, or of two rerankers, do not compare.

    Args:
        contexts: The scores of the contexts.
        scores: ``"judged"``: those in ``annotations.context_relevance``, whose fields are
            ``{"verdicts": [{"context": 0, "score": …}]}`` in the order of the prompt (of repetitions the mean counts);
            ``"given"``: those of the hits in ``run.contexts``, which a calibrated reranker gave.

    Returns:
        One row per context. Value in [0, 1], higher is better. A question without a run counts as one context with 0.

    Undefined when:
        The generator was given an empty list. A question with a context that nobody judged, or with a score outside 0
        to 1, is invalid. Unmeasured without any score.

    Example:
        >>> import ontoeval as oe
        >>> said = {"verdicts": [{"context": 0, "score": 1.0}, {"context": 1, "score": 0.5}]}
        >>> gold = [{"id": "q", "annotations": {"context_relevance": [{"fields": said}]}}]
        >>> oe.score("context_relevance", gold, [{"id": "q", "contexts": ["c1", "c2"]}]).value
        0.75

    Reference value:
        By hand: (1 + 0.5) / 2.

    Source:
        Handbook, part 4 (context relevance).
    """
    score, sample = contexts.complete(contexts.score, contexts.sample)
    return Mean(score, sample=sample)
