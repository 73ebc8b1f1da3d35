"""Overlap of the documents that the predicted and the gold filter let through."""

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
    requires=("docs",),
)
def denotation_jaccard(predicates: WholeFilters) -> Ratio:
    """Overlap of the documents that the predicted and the gold filter let through.

    **Definition.** With S(gold) and S(predicted) the documents of the corpus that pass the two filters:
    ``|S(predicted) ∩ S(gold)| / |S(predicted) ∪ S(gold)|`` for each question, then the mean.

    **Answers** how near the two filters are in what they do, in one number.

    **Misleads when** it hides which way a filter is wrong: too strict loses gold documents, too lax does not.

    Args:
        predicates: Predicted against gold filters.

    Returns:
        One row per question: documents that pass both, documents that pass either. Value in [0, 1], higher is better.

    Undefined when:
        No document passes either filter. Where there is no predicted filter, or none that can be read, it is 0 of the
        documents that pass gold's. Unmeasured without a corpus.

    Example:
        >>> import ontoeval as oe
        >>> docs = [{"id": f"d{year}", "year": year} for year in (2018, 2019, 2020, 2021)]
        >>> gold = {"q": {"field": "year", "op": "gte", "value": 2019}}
        >>> run = {"q": {"field": "year", "op": "lt", "value": 2021}}
        >>> oe.score("denotation_jaccard", gold, run, docs=docs).value
        0.5

    Reference value:
        Worked table in docs/concepts/predicate-extraction.md: 2/3 for ``>`` instead of ``>=``, .6 where the year is
        missing (a test repeats it).

    Source:
        Jaccard 1912, doi:10.1111/j.1469-8137.1912.tb05611.x; Artzi and Zettlemoyer 2013,
        https://aclanthology.org/Q13-1005/.
    """
    found = predicates.denotations
    return Ratio(found.both, found.gold + found.predicted - found.both)
