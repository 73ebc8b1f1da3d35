"""Share of the documents that the predicted filter lets through which gold lets through as well."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.predicates.view import WholeFilters


@metric(
    view=WholeFilters,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="https://aclanthology.org/Q13-1005/",
    missing=None,
    requires=("docs",),
)
def denotation_precision(predicates: WholeFilters) -> Ratio:
    """Share of the documents that the predicted filter lets through which gold lets through as well.

    **Definition.** With S(gold) and S(predicted) the documents of the corpus that pass the two filters:
    ``|S(predicted) ∩ S(gold)| / |S(predicted)|`` for each question, then the mean.

    **Answers** whether the filter is too lax, whatever it is called: a predicate that is missing or too general lets
    documents through that the question excludes.

    **Misleads when** the corpus is small or has few values: different filters let the same documents through.

    Args:
        predicates: Predicted against gold filters.

    Returns:
        One row per question: documents that pass both, documents that pass the predicted filter. Value in [0, 1],
        higher is better.

    Undefined when:
        No document passes the predicted filter, or there is none that can be read. Unmeasured without a corpus.

    Example:
        >>> import ontoeval as oe
        >>> docs = [{"id": f"d{year}", "year": year} for year in (2018, 2019, 2020, 2021)]
        >>> gold = {"q": {"field": "year", "op": "gte", "value": 2020}}
        >>> run = {"q": {"field": "year", "op": "gt", "value": 2017}}
        >>> oe.score("denotation_precision", gold, run, docs=docs).value
        0.5

    Reference value:
        Worked table in docs/concepts/predicate-extraction.md: .6 where the year is missing, .5 for Vehicle instead of
        Car (a test repeats it).

    Source:
        Artzi and Zettlemoyer 2013 (denotations of logical forms), https://aclanthology.org/Q13-1005/.
    """
    found = predicates.denotations
    return Ratio(found.both, found.predicted * found.known)
