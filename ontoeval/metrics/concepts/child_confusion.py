"""Share of the wrong concepts that are a child of the right one: one step too specific."""

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
def child_confusion(concepts: Concepts, *, items: Items = "auto") -> Ratio:
    """Share of the wrong concepts that are a child of the right one: one step too specific.

    **Definition.** Of the pairs of a gold and a different predicted concept, those where the predicted one is a
    direct child of the gold one. Each error has one relation: parent, child, ancestor, descendant, sibling,
    cousin, same branch, unrelated, in this order.

    **Answers** whether the system claims more than the question says.

    **Misleads when** the golden set is less specific than the text.

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
        >>> gold, run = ["car", "hatchback"], ["sedan", "boat"]
        >>> oe.score("child_confusion", gold, run, ontology=onto).value
        0.5

    Reference value:
        GSC+ test mentions, fuzzy match, HPO 2025-01-16: 48 of 601 errors.

    Source:
        Handbook, part 7.
    """
    pairs = concepts.pairs
    return Ratio(pairs.wrong & (pairs.relation == Relation.CHILD), pairs.wrong, sample=pairs.sample)
