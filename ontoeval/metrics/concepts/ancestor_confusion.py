"""Share of the wrong concepts that lie above the right one, parents included."""

from __future__ import annotations

import numpy as np

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
def ancestor_confusion(concepts: Concepts, *, items: Items = "auto") -> Ratio:
    """Share of the wrong concepts that lie above the right one, parents included.

    **Definition.** Of the pairs of a gold and a different predicted concept, those where the predicted one is
    an ancestor of the gold one, parents included. Each error has one relation: parent, child, ancestor,
    descendant, sibling, cousin, same branch, unrelated, in this order.

    **Answers** how often the system is too general, whatever the distance.

    **Misleads when** near and far ancestors differ: ``parent_confusion`` counts the near ones.

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
        >>> gold, run = ["sedan", "hatchback"], ["vehicle", "boat"]
        >>> oe.score("ancestor_confusion", gold, run, ontology=onto).value
        0.5

    Reference value:
        GSC+ test mentions, fuzzy match, HPO 2025-01-16: 68 of 601 errors.

    Source:
        Handbook, part 7.
    """
    pairs = concepts.pairs
    return Ratio(
        pairs.wrong & (np.isin(pairs.relation, [Relation.PARENT, Relation.ANCESTOR])), pairs.wrong, sample=pairs.sample
    )
