"""Share of the wrong concepts that are cousins of the right one."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.ontology.relation import Relation
from ontoeval.statistics.rows import Ratio
from ontoeval.views.concepts import Concepts, Items


@metric(
    view=Concepts,
    average="micro",
    direction="lower",
    bounds=(0, 1),
    level="diagnostic",
    source="handbook, part 7",
    requires=("ontology",),
    missing=None,
)
def cousin_confusion(concepts: Concepts, *, items: Items = "auto") -> Ratio:
    """Share of the wrong concepts that are cousins of the right one.

    **Definition.** Of the pairs of a gold and a different predicted concept, those that share a grandparent which is
    not a root. Parent, child, ancestor, descendant and sibling are looked at first, so each error has one relation.

    **Answers** whether the system finds the region of the ontology and the wrong group in it.

    **Misleads when** there are few errors: the share says nothing about how many there are.

    Args:
        concepts: Predicted against gold concepts.
        items: ``"concepts"``: the concept sets of samples; ``"mentions"``: the mentions of equal spans;
            ``"auto"``: the first where the golden set has concepts, else the second.

    Returns:
        One row per pair: of this relation, wrong. Value in [0, 1], lower is better.

    Undefined when:
        No concept is wrong. Missed concepts and NIL are no wrong concepts.

    Example:
        >>> import networkx as nx, ontoeval as oe
        >>> edges = [("limousine", "sedan"), ("hot hatch", "hatchback"), ("sedan", "car"), ("hatchback", "car")]
        >>> onto = oe.load(nx.DiGraph([*edges, ("car", "vehicle")]), edges_point="to_parent")
        >>> oe.score("cousin_confusion", ["limousine", "limousine"], ["hot hatch", "sedan"], ontology=onto).value
        0.5

    Reference value:
        GSC+ test mentions, fuzzy match, HPO 2025-01-16: 4 of 601 errors with the branches below HP:0000118.

    Source:
        Handbook, part 7.
    """
    pairs = concepts.pairs
    return Ratio(pairs.wrong & (pairs.relation == Relation.COUSIN), pairs.wrong, sample=pairs.sample)
