"""Share of the documents that gold lets through which the predicted filter lets through as well."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.predicates.view import WholeFilters


@metric(
    view=WholeFilters,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="https://aclanthology.org/Q13-1005/",
    requires=("docs",),
)
def denotation_recall(predicates: WholeFilters) -> Ratio:
    """Share of the documents that gold lets through which the predicted filter lets through as well.

    **Definition.** With S(gold) and S(predicted) the documents of the corpus that pass the two filters:
    ``|S(predicted) ∩ S(gold)| / |S(gold)|`` for each question, then the mean.

    **Answers** how much of what the question is about can still be found behind the predicted filter. A hallucinated
    attribute, a sibling category or a wrong type let nothing through, and no ranking mends that.

    **Misleads when** it is read without ``denotation_precision``: no filter at all has the recall 1.

    Args:
        predicates: Predicted against gold filters.

    Returns:
        One row per question: documents that pass both, documents that pass the gold filter. Value in [0, 1], higher is
        better.

    Undefined when:
        No document passes the gold filter. Where there is no predicted filter, or none that can be read, it is 0.
        Unmeasured without a corpus.

    Example:
        >>> import ontoeval as oe
        >>> docs = [{"id": f"d{year}", "year": year} for year in (2019, 2020, 2021, 2022)]
        >>> gold = {"q": {"field": "year", "op": "gte", "value": 2020}}
        >>> run = {"q": {"field": "year", "op": "gt", "value": 2020}}
        >>> round(oe.score("denotation_recall", gold, run, docs=docs).value, 4)
        0.6667

    Reference value:
        Worked table in docs/concepts/predicate-extraction.md: 2/3 for ``>`` instead of ``>=``, 1/2 for Sedan instead of
        Car (a test repeats it).

    Source:
        Artzi and Zettlemoyer 2013 (denotations of logical forms), https://aclanthology.org/Q13-1005/.
    """
    found = predicates.denotations
    return Ratio(found.both, found.gold)
