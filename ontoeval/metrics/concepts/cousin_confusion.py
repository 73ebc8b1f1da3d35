"""Share of the wrong concepts that are cousins of the right one."""

from __future__ import annotations

from ontoeval.metrics.concepts._confusion import confusion, share
from ontoeval.ontology.relation import Relation
from ontoeval.statistics.rows import Ratio
from ontoeval.views.concepts import Concepts, Items


@confusion
def cousin_confusion(concepts: Concepts, *, items: Items = "auto") -> Ratio:
    """Share of the wrong concepts that are cousins of the right one.

    **Definition.** Of the pairs of a gold and a different predicted concept, those that share a grandparent which is
    not a root. Parent, child, ancestor, descendant and sibling are looked at first, so each error has one relation.

    **Answers** whether the system finds the region of the ontology and the wrong group in it.

    **Misleads when** there are few errors: the share says nothing about how many there are.

    Example:
        >>> import networkx as nx, ontoeval as oe
        >>> edges = [("limousine", "sedan"), ("hot hatch", "hatchback"), ("sedan", "car"), ("hatchback", "car")]
        >>> onto = oe.load(nx.DiGraph([*edges, ("car", "vehicle")]), edges_point="to_parent")
        >>> oe.score("cousin_confusion", ["limousine", "limousine"], ["hot hatch", "sedan"], ontology=onto).value
        0.5

    Reference value:
        GSC+ test mentions, fuzzy match, HPO 2025-01-16: 4 of 601 errors with the branches below HP:0000118.
    """
    return share(concepts, Relation.COUSIN)
