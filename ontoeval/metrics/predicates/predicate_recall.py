"""Share of the gold predicates that are extracted."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.predicates.view import Level, Predicates


@metric(
    view=Predicates,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="doi:10.18653/v1/D18-1425",
)
def predicate_recall(predicates: Predicates, *, by: Level = "normalized") -> Ratio:
    """Share of the gold predicates that are extracted.

    **Definition.** ``tp / (tp + fn)``: what the predicted filter has in common with gold, over what gold has; see
    ``predicate_f1``.

    **Answers** how much of what the question restricts reaches the filter.

    **Misleads when** a missed predicate does no harm: a filter that asks for less only lets more documents through.

    Args:
        predicates: Predicted against gold filters.
        by: ``"attribute"``, ``"operator"``, ``"exact"``, ``"normalized"`` or ``"hierarchical"``, see ``predicate_f1``.

    Returns:
        One row per question: right, gold. Value in [0, 1], higher is better.

    Undefined when:
        The gold filter asks for nothing. A question without a predicted filter, or with one that cannot be read, has
        found none of them.

    Example:
        >>> import ontoeval as oe
        >>> gold, run = {"q": {"locale": ["en-US", "en-GB"]}}, {"q": {"locale": "en-US"}}
        >>> oe.score("predicate_recall", gold, run).value
        0.5

    Reference value:
        1 by attribute and 1/2 by operator in the example of ``predicate_f1`` (by hand).

    Source:
        Yu et al. 2018, doi:10.18653/v1/D18-1425; handbook, part 5 (predicate_precision_recall).
    """
    counts = predicates.counts(by)
    return Ratio(counts.right, counts.gold)
