"""Share of the wrong concepts that lie above the right one, parents included."""

from __future__ import annotations

from ontoeval.metrics.concepts._confusion import confusion, share
from ontoeval.ontology.relation import Relation
from ontoeval.statistics.rows import Ratio
from ontoeval.views.concepts import Concepts, Items


@confusion
def ancestor_confusion(concepts: Concepts, *, items: Items = "auto") -> Ratio:
    """Share of the wrong concepts that lie above the right one, parents included.

    **Definition.** Of the pairs of a gold and a different predicted concept, those where the predicted one is an
    ancestor of the gold one, parents included.

    **Answers** how often the system is too general, whatever the distance.

    **Misleads when** near and far ancestors differ: ``parent_confusion`` counts the near ones.

    Example:
        >>> import networkx as nx, ontoeval as oe
        >>> tree = nx.DiGraph([("sedan", "car"), ("hatchback", "car"), ("car", "vehicle"), ("boat", "vehicle")])
        >>> onto = oe.load(tree, edges_point="to_parent")
        >>> gold, run = ["sedan", "hatchback"], ["vehicle", "boat"]
        >>> oe.score("ancestor_confusion", gold, run, ontology=onto).value
        0.5

    Reference value:
        GSC+ test mentions, fuzzy match, HPO 2025-01-16: 68 of 601 errors.
    """
    return share(concepts, Relation.PARENT, Relation.ANCESTOR)
