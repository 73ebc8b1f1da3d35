"""Share of the contexts whose relevance is below a threshold."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.contexts import ContextScores, ScoreSource

Threshold = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


@metric(
    view=ContextScores,
    average="micro",
    direction="lower",
    bounds=(0, 1),
    level="diagnostic",
    source="Handbook, part 4",
    missing=None,
)
def low_relevance_rate(contexts: ContextScores, *, threshold: Threshold = 0.5, scores: ScoreSource = "judged") -> Ratio:
    """Share of the contexts whose relevance is below a threshold.

    **Definition.** Contexts with a score below the threshold, over all contexts that the generator was given.

    **Answers** how much of the context is noise that costs tokens and may mislead.

    **Misleads when** the threshold was not calibrated for this judge: a score of .5 means something else in each. Find
    it with ``oe.retrieval.calibrate_threshold``.

    Args:
        contexts: The scores of the contexts.
        threshold: Scores below it are low.
        scores: ``"judged"`` or ``"given"``, see ``context_relevance``.

    Returns:
        One row per context. Value in [0, 1], lower is better.

    Undefined when:
        The generator was given no context. Questions without a run are counted, but have no context; see
        ``context_relevance`` for invalid ones.

    Example:
        >>> import ontoeval as oe
        >>> run = [{"id": "q", "contexts": {"c1": 0.9, "c2": 0.5, "c3": 0.4, "c4": 0.1}}]
        >>> oe.score('low_relevance_rate(scores="given")', [{"id": "q"}], run).value
        0.5

    Reference value:
        By hand: .4 and .1 of four are below .5, and .5 is not.

    Source:
        Handbook, part 4 (context relevance).
    """
    low = (contexts.score < threshold).astype(int)
    return Ratio(low, low * 0 + 1, sample=contexts.sample)
