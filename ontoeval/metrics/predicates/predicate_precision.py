"""Share of the extracted predicates that are right."""

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
    missing=None,
)
def predicate_precision(predicates: Predicates, *, by: Level = "normalized") -> Ratio:
    """Share of the extracted predicates that are right.

    **Definition.** ``tp / (tp + fp)``: what the predicted filter has in common with gold, over what it has; see
    ``predicate_f1``.

    **Answers** how often a predicate that is put into the filter belongs there: a wrong one can exclude every gold
    document.

    **Misleads when** the extractor hardly dares to filter: what it does not ask for cannot be wrong.

    Args:
        predicates: Predicted against gold filters.
        by: ``"attribute"``, ``"operator"``, ``"exact"``, ``"normalized"`` or ``"hierarchical"``, see ``predicate_f1``.

    Returns:
        One row per question: right, predicted. Value in [0, 1], higher is better.

    Undefined when:
        The predicted filter asks for nothing or cannot be read; questions that the system gave nothing for are
        counted, but cannot be wrong.

    Example:
        >>> import ontoeval as oe
        >>> gold, run = {"q": {"locale": "en-US"}}, {"q": {"locale": "en-us", "brand": "x"}}
        >>> oe.score("predicate_precision", gold, run).value
        0.5
        >>> oe.score('predicate_precision(by="exact")', gold, run).value
        0.0

    Reference value:
        2/3 by attribute and 1/3 by operator in the example of ``predicate_f1`` (by hand).

    Source:
        Yu et al. 2018, doi:10.18653/v1/D18-1425; handbook, part 5 (predicate_precision_recall).
    """
    counts = predicates.counts(by)
    return Ratio(counts.right, counts.predicted)
