"""Share of the wrong concepts that are a parent of the right one: one step too general."""

from __future__ import annotations

from ontoeval.metrics.concepts._confusion import confusion, share
from ontoeval.ontology.relation import Relation
from ontoeval.statistics.rows import Ratio
from ontoeval.views.concepts import Concepts, Items


@confusion
def parent_confusion(concepts: Concepts, *, items: Items = "auto") -> Ratio:
    """Share of the wrong concepts that are a parent of the right one: one step too general.

    **Definition.** Of the pairs of a gold and a different predicted concept, those where the predicted one is a
    direct parent of the gold one.

    **Answers** whether the system hedges upwards.

    **Misleads when** a parent is good enough for the application.

    Example:
        >>> import networkx as nx, ontoeval as oe
        >>> tree = nx.DiGraph([("sedan", "car"), ("hatchback", "car"), ("car", "vehicle"), ("boat", "vehicle")])
        >>> onto = oe.load(tree, edges_point="to_parent")
        >>> gold, run = ["sedan", "hatchback"], ["car", "boat"]
        >>> oe.score("parent_confusion", gold, run, ontology=onto).value
        0.5

    Reference value:
        GSC+ test mentions, fuzzy match, HPO 2025-01-16: 49 of 601 errors.
    """
    return share(concepts, Relation.PARENT)
