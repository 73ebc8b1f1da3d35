"""Share of filters that no document of the corpus passes."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.filters import AppliedFilters


@metric(
    view=AppliedFilters,
    average="micro",
    direction="lower",
    bounds=(0, 1),
    level="diagnostic",
    source="handbook, part 5",
    missing=None,
    requires=("docs",),
)
def empty_result_rate(filters: AppliedFilters) -> Ratio:
    """Share of filters that no document of the corpus passes.

    **Definition.** Of the questions whose filter was logged, those whose filter excludes every document of the corpus.

    **Answers** how often the system searches in nothing, whatever the question.

    **Misleads when** questions are out of scope: then an empty result is right.

    Args:
        filters: The applied filters against the gold documents.

    Returns:
        One row per question: empty, 1. Value in [0, 1], lower is better.

    Undefined when:
        No filter was logged. Whether the question has gold does not matter here.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q1", "docs": ["d1"]}, {"id": "q2", "docs": ["d1"]}]
        >>> run = [{"id": "q1", "predicates": {"year": 2024}}, {"id": "q2", "predicates": {"year": "2024"}}]
        >>> oe.score("empty_result_rate", gold, run, docs=[{"id": "d1", "year": 2024}]).value
        0.5

    Reference value:
        None published.

    Source:
        Handbook, part 5.
    """
    return Ratio(filters.known & (filters.n_survivors == 0), filters.known)
