"""Share of questions whose gold documents the applied filter excludes before anything is ranked."""

from __future__ import annotations

from typing import Literal

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.filters import Filters


@metric(
    view=Filters,
    average="micro",
    direction="lower",
    bounds=(0, 1),
    level="headline",
    source="handbook, part 5",
    missing=None,
    requires=("docs",),
)
def false_exclusion_rate(filters: Filters, *, level: Literal["all", "any"] = "all") -> Ratio:
    """Share of questions whose gold documents the applied filter excludes before anything is ranked.

    **Definition.** Of the questions with eligible gold, those where no eligible gold document passes the filter
    (``"all"``), or where at least one does not (``"any"``). Eligible is a gold document that is in the corpus
    and, where the golden set says who may see what, visible to the user: what the index or the access rules
    lost is not the filter's fault.

    **Answers** whether a hard filter empties recall in silence. Latency, faithfulness and recall over the
    surviving documents all look fine while it does.

    **Misleads when** gold documents are tagged wrongly: then the tag and not the filter is at fault, which the
    question's blamed predicate shows.

    Args:
        filters: The applied filters against the gold documents.
        level: ``"all"``: every eligible gold document is lost; ``"any"``: some is.

    Returns:
        One row per question: 1 when excluded, over 1. Value in [0, 1], lower is better.

    Undefined when:
        The question has no eligible gold document. Questions whose filter was not logged are missing: they are
        counted and listed, but not scored, since nobody can know.

    Example:
        The tag of the gold document is a sibling of the predicted category:

        >>> import ontoeval as oe
        >>> gold = [{"id": "q1", "docs": ["d1"]}, {"id": "q2", "docs": ["d2"]}]
        >>> run = [{"id": "q1", "predicates": {"category": "Sedan"}}, {"id": "q2", "predicates": {}}]
        >>> docs = [{"id": "d1", "category": "Hatchback"}, {"id": "d2", "category": "Truck"}]
        >>> oe.score("false_exclusion_rate", gold, run, docs=docs).value
        0.5

    Reference value:
        The handbook's four questions: 50.00 %, exact 95 % interval 6.76–93.24 %.

    Source:
        Handbook, part 5 (filter_false_exclusion_rate).
    """
    has_gold = filters.n_eligible > 0
    wanted = 1 if level == "all" else filters.n_eligible
    return Ratio(has_gold & (filters.n_surviving < wanted), has_gold)
