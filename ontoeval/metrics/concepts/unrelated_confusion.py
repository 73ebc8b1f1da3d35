"""Share of the wrong concepts that share nothing but roots with the right one."""

from __future__ import annotations

from ontoeval.metrics.concepts._confusion import confusion, share
from ontoeval.ontology.relation import Relation
from ontoeval.statistics.rows import Ratio
from ontoeval.views.concepts import Concepts, Items


@confusion
def unrelated_confusion(concepts: Concepts, *, items: Items = "auto") -> Ratio:
    """Share of the wrong concepts that share nothing but roots with the right one.

    **Definition.** Of the pairs of a gold and a different predicted concept, those where the two share no ancestor
    but roots, whether or not they are said to be disjoint.

    **Answers** how often the system is in the wrong place altogether.

    **Misleads when** the ontology has one root with few large branches below it: name the branch roots when you
    load it.

    Example:
        >>> import networkx as nx, ontoeval as oe
        >>> tree = nx.DiGraph([("sedan", "car"), ("hatchback", "car"), ("car", "vehicle"), ("boat", "vehicle")])
        >>> onto = oe.load(tree, edges_point="to_parent")
        >>> gold, run = ["sedan", "hatchback"], ["boat", "sedan"]
        >>> oe.score("unrelated_confusion", gold, run, ontology=onto).value
        0.5

    Reference value:
        GSC+ test mentions, fuzzy match, HPO 2025-01-16: 372 of 601 errors with the default root.
    """
    return share(concepts, Relation.UNRELATED, Relation.DISJOINT)
