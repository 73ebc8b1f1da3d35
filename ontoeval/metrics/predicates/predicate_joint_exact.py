"""Share of questions whose whole filter is extracted right."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.base import Status
from ontoeval.views.predicates.view import Form, WholeFilters


@metric(
    view=WholeFilters,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="doi:10.18653/v1/P18-1133",
)
def predicate_joint_exact(predicates: WholeFilters, *, form: Form = "normalized") -> Ratio:
    """Share of questions whose whole filter is extracted right.

    **Definition.** 1 where the predicted filter is the gold filter, with "and", "or" and "not" as they stand and in
    whatever order, else 0; the joint goal accuracy of dialogue state tracking.

    **Answers** how often the filter needs no correction at all.

    **Misleads when** filters have many predicates: with m of them, each right with probability p on its own, it is
    p^m. Read it beside ``predicate_f1``, and never the other way round: most slots are right in a system whose filters
    are mostly wrong.

    Args:
        predicates: Predicted against gold filters.
        form: ``"normalized"``: values and operators in one form (see ``predicate_f1``); ``"exact"``: predicates as they
            are written.

    Returns:
        One row per question: right, 1. Value in [0, 1], higher is better.

    Undefined when:
        The question has no gold filter. ``{}`` is one, and right when it is predicted.

    Example:
        >>> import ontoeval as oe
        >>> gold = {"q1": {"year": 2020, "lang": "en"}, "q2": {}, "q3": {"lang": "de"}}
        >>> run = {"q1": [{"lang": "EN"}, {"year": 2020.0}], "q2": {}, "q3": {"not": {"lang": "de"}}}
        >>> [round(oe.score(name, gold, run).value, 4) for name in
        ...  ("predicate_joint_exact", 'predicate_joint_exact(form="exact")')]
        [0.6667, 0.3333]

    Reference value:
        The example, by hand.

    Source:
        Zhong, Xiong and Socher 2018 (joint goal accuracy), doi:10.18653/v1/P18-1133.
    """
    known = predicates.status != Status.UNDEFINED
    return Ratio(predicates.joint(form) & known, known)
