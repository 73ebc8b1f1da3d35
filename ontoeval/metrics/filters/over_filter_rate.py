"""Share of filters that fewer documents pass than the search is to return."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.filters import AppliedFilters

#: How many documents a search is to return.
Wanted = Annotated[int, Field(ge=1)]


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
def over_filter_rate(filters: AppliedFilters, *, k: Wanted = 10) -> Ratio:
    """Share of filters that fewer documents pass than the search is to return.

    **Definition.** Of the questions whose filter was logged, those whose filter fewer than ``k`` documents of the
    corpus pass. In a corpus of fewer than ``k`` documents that is: fewer than all.

    **Answers** how often the filter, and not the ranking, decides what is returned.

    **Misleads when** few documents are right for a question: then few survivors are what the filter is for.

    Args:
        filters: The applied filters against the whole corpus.
        k: How many documents the search is to return.

    Returns:
        One row per question: fewer than ``k``, 1. Value in [0, 1], lower is better.

    Undefined when:
        No filter was logged. Whether the question has gold does not matter here.

    Example:
        One document passes the first filter, two pass the second one:

        >>> import ontoeval as oe
        >>> gold = [{"id": "q1", "docs": ["d1"]}, {"id": "q2", "docs": ["d1"]}]
        >>> run = [{"id": "q1", "predicates": {"lang": "en"}}, {"id": "q2", "predicates": {"lang": "de"}}]
        >>> docs = [{"id": "d1", "lang": "en"}, {"id": "d2", "lang": "de"}, {"id": "d3", "lang": "de"}]
        >>> oe.score("over_filter_rate@2", gold, run, docs=docs).value
        0.5

    Reference value:
        None published.

    Source:
        Handbook, part 5.
    """
    few = filters.n_survivors < min(k, filters.n_docs)
    return Ratio(filters.known & few, filters.known)
