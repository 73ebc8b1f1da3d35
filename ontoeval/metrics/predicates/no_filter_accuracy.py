"""Share of questions for which the extractor filters exactly when gold does."""

from __future__ import annotations

from typing import Literal

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
    source="handbook, part 5",
)
def no_filter_accuracy(predicates: WholeFilters, *, among: Literal["all", "unfiltered", "filtered"] = "all") -> Ratio:
    """Share of questions for which the extractor filters exactly when gold does.

    **Definition.** 1 where the gold and the predicted filter both ask for something or both for nothing, whatever they
    ask for; else 0.

    **Answers** whether the extractor knows when a question restricts nothing: a filter that nobody asked for excludes
    documents for no reason.

    **Misleads when** nearly all questions restrict something: then always filtering is nearly always right.
    ``among="unfiltered"`` shows the others.

    Args:
        predicates: Predicted against gold filters.
        among: ``"all"`` questions; ``"unfiltered"``: those whose gold filter asks for nothing; ``"filtered"``: those
            whose gold filter asks for something.

    Returns:
        One row per question: right, 1. Value in [0, 1], higher is better.

    Undefined when:
        The question has no gold filter (``{}`` is one), or is not among those that are wanted. A question without a
        predicted filter is wrong: nobody has decided anything.

    Example:
        >>> import ontoeval as oe
        >>> gold = {"q1": {}, "q2": {}, "q3": {"lang": "en"}}
        >>> run = {"q1": {}, "q2": {"lang": "en"}, "q3": {"year": 2020}}
        >>> [round(oe.score(name, gold, run).value, 4) for name in
        ...  ("no_filter_accuracy", 'no_filter_accuracy(among="unfiltered")')]
        [0.6667, 0.5]

    Reference value:
        The example, by hand.

    Source:
        Handbook, part 5; the NO_FILTER of LangChain's self-query retriever.
    """
    gold, predicted = predicates.asks
    wanted = predicates.status != Status.UNDEFINED
    if among != "all":
        wanted = wanted & (gold == (among == "filtered"))
    decided = predicates.status == Status.OK
    return Ratio(wanted & decided & (gold == predicted), wanted)
