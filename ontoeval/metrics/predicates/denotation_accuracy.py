"""Share of questions whose predicted filter lets exactly the documents through that gold lets through."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.base import Status
from ontoeval.views.predicates.view import WholeFilters


@metric(
    view=WholeFilters,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="https://aclanthology.org/Q13-1005/",
    requires=("docs",),
)
def denotation_accuracy(predicates: WholeFilters) -> Ratio:
    """Share of questions whose predicted filter lets exactly the documents through that gold lets through.

    **Definition.** 1 where the same documents of the corpus pass the predicted and the gold filter, else 0. The table
    ``predicate_denotations`` has the other four cases: too strict, too lax, crossing and disjoint.

    **Answers** how often the predicted filter does what it should, however it is written.

    **Misleads when** many gold filters let nothing through: then any other filter that lets nothing through is right.

    Args:
        predicates: Predicted against gold filters.

    Returns:
        One row per question: equal, 1. Value in [0, 1], higher is better.

    Undefined when:
        The question has no gold filter. A predicted filter that is missing or cannot be read is wrong. Unmeasured
        without a corpus.

    Example:
        >>> import ontoeval as oe
        >>> docs = [{"id": f"d{year}", "year": year} for year in (2018, 2019, 2020, 2021)]
        >>> gold = {"q": {"field": "year", "op": "gte", "value": 2020}}
        >>> oe.score("denotation_accuracy", gold, {"q": {"year": [2020, 2021, 2030]}}, docs=docs).value
        1.0

    Reference value:
        Worked table in docs/concepts/predicate-extraction.md: one of its eight filters is equal (a test repeats it).

    Source:
        Artzi and Zettlemoyer 2013 (denotations of logical forms), https://aclanthology.org/Q13-1005/.
    """
    found = predicates.denotations
    known = predicates.status != Status.UNDEFINED
    return Ratio(known & found.known & (found.gold == found.both) & (found.predicted == found.both), known)
