"""Share of the eligible gold documents that pass the filter: no ranking can do better."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.filters import Filters


@metric(
    view=Filters,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="handbook, part 5",
    missing=None,
    requires=("docs",),
)
def recall_ceiling(filters: Filters) -> Ratio:
    """Share of the eligible gold documents that pass the filter: no ranking can do better.

    **Definition.** ``|eligible gold that passes| / |eligible gold|`` for each question, then the mean over questions
    (``average="micro"``: over documents).

    **Answers** how much of a low recall is the filter's and not the ranking's.

    **Misleads when** the gold documents are tagged wrongly: then the tag and not the filter is at fault.

    Args:
        filters: The applied filters against the gold documents.

    Returns:
        One row per question: surviving, eligible. Value in [0, 1], higher is better.

    Undefined when:
        The question has no eligible gold document. Questions whose filter was not logged are counted, not scored.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "docs": ["d1", "d2"]}]
        >>> run = [{"id": "q", "predicates": {"locale": "en-US"}}]
        >>> docs = [{"id": "d1", "locale": "en-US"}, {"id": "d2", "locale": "en-GB"}]
        >>> oe.score("recall_ceiling", gold, run, docs=docs).value
        0.5

    Reference value:
        Worked example W2: macro 1/15, micro 1/9 (by hand; a test repeats it).

    Source:
        Handbook, part 5.
    """
    return Ratio(filters.n_surviving, filters.n_eligible)
