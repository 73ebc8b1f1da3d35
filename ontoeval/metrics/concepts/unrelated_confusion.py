"""Share of the wrong concepts that share nothing but roots with the right one."""

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
    missing=None,
    requires=("ontology",),
)
def unrelated_confusion(concepts: Concepts, *, items: Items = "auto") -> Ratio:
    """Share of the wrong concepts that share nothing but roots with the right one.

    **Definition.** Of the pairs of a gold and a different predicted concept, those where the two share no
    ancestor but roots. Each error has one relation: parent, child, ancestor, descendant, sibling, cousin, same
    branch, unrelated, in this order.

    **Answers** how often the system is in the wrong place altogether.

    **Misleads when** the ontology has one root with few large branches below it: name the branch roots when you
    load it.

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
        >>> tree = nx.DiGraph([("sedan", "car"), ("hatchback", "car"), ("car", "vehicle"), ("boat", "vehicle")])
        >>> onto = oe.load(tree, edges_point="to_parent")
        >>> gold, run = ["sedan", "hatchback"], ["boat", "sedan"]
        >>> oe.score("unrelated_confusion", gold, run, ontology=onto).value
        0.5

    Reference value:
        GSC+ test mentions, fuzzy match, HPO 2025-01-16: 372 of 601 with the default root errors.

    Source:
        Handbook, part 7.
    """
    pairs = concepts.pairs
    return Ratio(pairs.wrong & (pairs.relation == Relation.UNRELATED), pairs.wrong, sample=pairs.sample)
