"""Length of what the generator is given over the length of what was retrieved."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.contexts import ContextSizes, LengthUnit


@metric(
    view=ContextSizes,
    average="micro",
    direction="lower",
    bounds=(None, None),
    level="diagnostic",
    source="Handbook, part 4",
    missing=None,
)
def compression_ratio(sizes: ContextSizes, *, unit: LengthUnit = "tokens") -> Ratio:
    """Length of what the generator is given over the length of what was retrieved.

    **Definition.** ``Σ length of run.contexts / Σ length of run.retrieved``, over the questions for which both are
    known.

    **Answers** how much of the prompt a compressor, or a cut, saves.

    **Misleads when** it is read alone: an empty context is the best one. ``oe.retrieval.compression`` measures the
    correctness that it costs; a drop of more than 2 points is too far.

    Args:
        sizes: Length of the retrieved texts and of the contexts.
        unit: ``"tokens"``: those in ``run.tokens`` under ``retrieved`` and ``contexts``; ``"words"``: what is between
            spaces in the texts of the hits of both lists.

    Returns:
        One row per question. Value ≥ 0, lower is shorter; above 1 where contexts are expanded.

    Undefined when:
        Nothing was retrieved. Questions whose lengths are not known are counted, and not scored.

    Example:
        >>> import ontoeval as oe
        >>> run = [{"id": "q", "tokens": {"retrieved": 4000, "contexts": 1000}}]
        >>> oe.score("compression_ratio", [{"id": "q"}], run).value
        0.25

    Reference value:
        By hand: 1000 / 4000.

    Source:
        Handbook, part 4 (context compression).
    """
    return Ratio(sizes.after, sizes.before)
