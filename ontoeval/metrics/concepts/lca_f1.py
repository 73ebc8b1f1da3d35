"""F score of the paths between predicted and gold concepts and their lowest common ancestors."""

from __future__ import annotations

from ontoeval.metrics.definition import Beta, metric
from ontoeval.statistics.rows import FScore
from ontoeval.views.concepts import Concepts, Items


@metric(
    view=Concepts,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="doi:10.1007/s10618-014-0382-x",
    requires=("ontology",),
)
def lca_f1(
    concepts: Concepts,
    *,
    items: Items = "auto",
    beta: Beta = 1.0,
) -> FScore:
    """F score of the paths between predicted and gold concepts and their lowest common ancestors.

    **Definition.** Each predicted concept is joined to the nearest gold concept and each gold concept to the nearest
    predicted one, by the shortest path through their closest common ancestor. Y are the nodes on the gold sides of
    these paths, Ŷ those on the predicted sides: ``P = |Y ∩ Ŷ| / |Ŷ|``, ``R = |Y ∩ Ŷ| / |Y|``; the value
    is their F-beta, by default the mean over samples. For one concept on
    each side, with d_p and d_g edges up to the common ancestor, that is ``P = 1 / (d_p + 1)`` and
    ``R = 1 / (d_g + 1)``. Concepts that are ancestors of others in their set are dropped first. Ties: fewest edges,
    then the deepest common ancestor, then the smallest id.

    **Answers** how wrong wrong concepts are, without crediting what everything shares near the root.

    **Misleads when** sets are large: which of several nearest partners is taken is then a matter of the tie rule.
    HEMKit breaks ties in another way, so its values for sets may differ.

    Args:
        concepts: Predicted against gold concepts.
        items: ``"concepts"``: the concept sets of samples; ``"mentions"``: the mentions of equal spans;
            ``"auto"``: the first where the golden set has concepts, else the second.
        beta: Weight of recall.

    Returns:
        One row per item: common nodes, nodes on the predicted and on the gold side. Value in [0, 1], higher is better.

    Undefined when:
        There is neither a gold nor a predicted concept. NIL is no concept.

    Example:
        A sibling is one step below the common parent on both sides, a concept from elsewhere is farther:

        >>> import networkx as nx, ontoeval as oe
        >>> tree = nx.DiGraph([("sedan", "car"), ("hatchback", "car"), ("car", "vehicle"), ("boat", "vehicle")])
        >>> onto = oe.load(tree, edges_point="to_parent")
        >>> [oe.score("lca_f1", ["sedan"], [x], ontology=onto).value for x in ("sedan", "hatchback")]
        [1.0, 0.5]

    Reference value:
        HEMKit's worked example (compiled and run): .666667, .666667, 1; mean .777778.

    Source:
        Kosmopoulos et al. 2015, section 4.2, doi:10.1007/s10618-014-0382-x.
    """
    found = concepts.lca_overlap
    return FScore(found.both, found.predicted, found.both, found.gold, beta=beta, sample=concepts.item_sample)
