"""Share of the wrong concepts that are siblings of the right one."""

from __future__ import annotations

from ontoeval.metrics.concepts._confusion import confusion, share
from ontoeval.ontology.relation import Relation
from ontoeval.statistics.rows import Ratio
from ontoeval.views.concepts import Concepts, Items


@confusion
def sibling_confusion(concepts: Concepts, *, items: Items = "auto") -> Ratio:
    """Share of the wrong concepts that are siblings of the right one.

    **Definition.** Of the pairs of a gold and a different predicted concept, those that share a parent which is
    not a root. Parent, child, ancestor and descendant are looked at first, so each error has one relation.

    **Answers** whether the system knows the neighbourhood and picks the wrong neighbour: the error that a hard
    filter turns into an empty result.

    **Misleads when** there are few errors: the share says nothing about how many there are.

    Example:
        >>> import networkx as nx, ontoeval as oe
        >>> tree = nx.DiGraph([("sedan", "car"), ("hatchback", "car"), ("car", "vehicle"), ("boat", "vehicle")])
        >>> onto = oe.load(tree, edges_point="to_parent")
        >>> gold, run = ["hatchback", "hatchback", "car"], ["sedan", "boat", "car"]
        >>> oe.score("sibling_confusion", gold, run, ontology=onto).value
        0.5

    Reference value:
        GSC+ test mentions, fuzzy match, HPO 2025-01-16: 51 of 601 errors.
    """
    return share(concepts, Relation.SIBLING)
