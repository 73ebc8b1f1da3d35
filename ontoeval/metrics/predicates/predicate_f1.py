"""F score of extracted predicates: the right attributes, operators and values."""

from __future__ import annotations

from ontoeval.metrics.definition import Beta, metric
from ontoeval.statistics.rows import FScore
from ontoeval.views.predicates.view import Level, Predicates


@metric(
    view=Predicates,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="doi:10.18653/v1/D18-1425",
)
def predicate_f1(predicates: Predicates, *, by: Level = "normalized", beta: Beta = 1.0) -> FScore:
    """F score of extracted predicates: the right attributes, operators and values.

    **Definition.** With tp what the predicted and the gold filter of a question have in common, fp what only the
    predicted, fn what only the gold filter has: ``F = (1 + β²) tp / ((1 + β²) tp + β² fn + fp)``. What is counted is
    chosen with ``by``. Filters are sets: "and", "or" and repetitions do not count here, "not" does; the filter as a
    whole is ``predicate_joint_exact``'s.

    **Answers** whether the extractor asks for the right things, and at which of the five levels it goes wrong: what
    ``"normalized"`` has and ``"exact"`` has not are errors of spelling only.

    **Misleads when** two filters say the same in ways that no form can join (``year in [2020, 2021]`` and ``2020 <=
    year <= 2021``), or differ in a value that no document has: ``denotation_recall`` sees that. Without a corpus ``>
    3`` is taken as ``>= 4``; with one only where the attribute holds no fractions.

    Args:
        predicates: Predicted against gold filters.
        by: ``"attribute"``: distinct attributes; ``"operator"``: attributes with their operator; ``"exact"``:
            predicates as they are written; ``"normalized"``: in one form, each value of a list for itself (text without
            case and in NFC, dates in UTC, ``2020.0`` is 2020, ``> 2019`` is ``>= 2020``, labels and ids of a concept
            are the concept); ``"hierarchical"``: of predicates that ask for concepts, the ancestors that both share, as
            in ``hierarchical_f1``, each paired with one of the same attribute and operator so that most is shared.
        beta: Weight of recall.

    Returns:
        One row per question: tp, tp + fp, tp, tp + fn. Value in [0, 1], higher is better; ``average="macro:attribute"``
        is the mean over attributes.

    Undefined when:
        Neither filter asks for anything; ``no_filter_accuracy`` counts those. With only one of them it is 0. A
        predicted filter that cannot be read has no predicates. ``"hierarchical"`` is unmeasured without an ontology.

    Example:
        Gold wants a vehicle from 2020 on; the extractor asks for a sedan after 2020 in English:

        >>> import ontoeval as oe
        >>> cars = oe.load(b"child,parent\\nCar,Vehicle\\nSedan,Car\\n", format="csv")
        >>> gold = {"q": [{"category": "Vehicle"}, {"field": "year", "op": "gte", "value": 2020}]}
        >>> run = {"q": [{"category": "Sedan", "lang": "en"}, {"field": "year", "op": "gt", "value": 2020}]}
        >>> levels = ("attribute", "operator", "exact", "normalized", "hierarchical")
        >>> [round(oe.score(f'predicate_f1(by="{by}")', gold, run, ontology=cars).value, 4) for by in levels]
        [0.8, 0.4, 0.0, 0.0, 0.5]

    Reference value:
        The example, by hand: attributes P 2/3, R 1; operators P 1/3, R 1/2; Sedan for Vehicle hP 1/3, hR 1.

    Source:
        Yu et al. 2018 (Spider: columns, operators and values of conditions apart), doi:10.18653/v1/D18-1425; handbook,
        part 5.
    """
    counts = predicates.counts(by)
    return FScore(counts.right, counts.predicted, counts.right, counts.gold, beta=beta)
