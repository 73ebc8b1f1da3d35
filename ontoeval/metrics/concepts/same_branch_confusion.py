"""Share of the wrong concepts that lie farther away in the branch of the right one."""

from __future__ import annotations

from ontoeval.metrics.concepts._confusion import confusion, share
from ontoeval.ontology.relation import Relation
from ontoeval.statistics.rows import Ratio
from ontoeval.views.concepts import Concepts, Items


@confusion
def same_branch_confusion(concepts: Concepts, *, items: Items = "auto") -> Ratio:
    """Share of the wrong concepts that lie farther away in the branch of the right one.

    **Definition.** Of the pairs of a gold and a different predicted concept, those that share an ancestor which is
    not a root, and no nearer relation: parent, child, ancestor, descendant, sibling and cousin are looked at first.

    **Answers** whether the system at least stays in the right branch.

    **Misleads when** branches are large: far away in the same branch may be quite another thing.

    Example:
        >>> import networkx as nx, ontoeval as oe
        >>> edges = [("limousine", "sedan"), ("sedan", "car"), ("bicycle", "two-wheeler"), ("car", "land vehicle")]
        >>> edges += [("two-wheeler", "land vehicle"), ("land vehicle", "vehicle"), ("boat", "vehicle")]
        >>> onto = oe.load(nx.DiGraph(edges), edges_point="to_parent")
        >>> oe.score("same_branch_confusion", ["limousine", "limousine"], ["bicycle", "boat"], ontology=onto).value
        0.5

    Reference value:
        GSC+ test mentions, fuzzy match, HPO 2025-01-16: 143 of 601 errors with the branches below HP:0000118.
    """
    return share(concepts, Relation.SAME_BRANCH)
