"""Share of the wrong concepts that lie farther away in the branch of the right one."""

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
    requires=("ontology",),
    missing=None,
)
def same_branch_confusion(concepts: Concepts, *, items: Items = "auto") -> Ratio:
    """Share of the wrong concepts that lie farther away in the branch of the right one.

    **Definition.** Of the pairs of a gold and a different predicted concept, those that share an ancestor which is
    not a root, and no nearer relation: parent, child, ancestor, descendant, sibling and cousin are looked at first.

    **Answers** whether the system at least stays in the right branch.

    **Misleads when** branches are large: far away in the same branch may be quite another thing.

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
        >>> edges = [("limousine", "sedan"), ("sedan", "car"), ("bicycle", "two-wheeler"), ("car", "land vehicle")]
        >>> edges += [("two-wheeler", "land vehicle"), ("land vehicle", "vehicle"), ("boat", "vehicle")]
        >>> onto = oe.load(nx.DiGraph(edges), edges_point="to_parent")
        >>> oe.score("same_branch_confusion", ["limousine", "limousine"], ["bicycle", "boat"], ontology=onto).value
        0.5

    Reference value:
        GSC+ test mentions, fuzzy match, HPO 2025-01-16: 143 of 601 errors with the branches below HP:0000118.

    Source:
        Handbook, part 7.
    """
    pairs = concepts.pairs
    return Ratio(pairs.wrong & (pairs.relation == Relation.SAME_BRANCH), pairs.wrong, sample=pairs.sample)
