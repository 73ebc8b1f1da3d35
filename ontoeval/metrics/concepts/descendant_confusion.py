"""Share of the wrong concepts that lie below the right one, children included."""

from __future__ import annotations

from ontoeval.metrics.concepts._confusion import confusion, share
from ontoeval.ontology.relation import Relation
from ontoeval.statistics.rows import Ratio
from ontoeval.views.concepts import Concepts, Items


@confusion
def descendant_confusion(concepts: Concepts, *, items: Items = "auto") -> Ratio:
    """Share of the wrong concepts that lie below the right one, children included.

    **Definition.** Of the pairs of a gold and a different predicted concept, those where the predicted one is a
    descendant of the gold one, children included.

    **Answers** how often the system is too specific, whatever the distance.

    **Misleads when** near and far descendants differ: ``child_confusion`` counts the near ones.

    Example:
        >>> import networkx as nx, ontoeval as oe
        >>> tree = nx.DiGraph([("sedan", "car"), ("hatchback", "car"), ("car", "vehicle"), ("boat", "vehicle")])
        >>> onto = oe.load(tree, edges_point="to_parent")
        >>> gold, run = ["vehicle", "hatchback"], ["sedan", "boat"]
        >>> oe.score("descendant_confusion", gold, run, ontology=onto).value
        0.5

    Reference value:
        GSC+ test mentions, fuzzy match, HPO 2025-01-16: 105 of 601 errors.
    """
    return share(concepts, Relation.CHILD, Relation.DESCENDANT)
