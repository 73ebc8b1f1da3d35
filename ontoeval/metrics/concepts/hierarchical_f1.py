"""F score of concepts that credits what predicted and gold concept have in common above them."""

from __future__ import annotations

from ontoeval.metrics.definition import Beta, metric
from ontoeval.statistics.rows import FScore
from ontoeval.views.concepts import Concepts, Items


@metric(
    view=Concepts,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="doi:10.1007/s10618-014-0382-x",
    requires=("ontology",),
)
def hierarchical_f1(concepts: Concepts, *, items: Items = "auto", beta: Beta = 1.0) -> FScore:
    """F score of concepts that credits what predicted and gold concept have in common above them.

    **Definition.** Let aug(S) be a set of concepts and all their ancestors, the root included. With G the gold
    and P the predicted concepts of an item, ``hP = Σ |aug(P) ∩ aug(G)| / Σ |aug(P)|`` and
    ``hR = Σ |aug(P) ∩ aug(G)| / Σ |aug(G)|``, summed over items; the value is their F-beta. This is the
    handbook's convention; others leave out the root or average per item, and give other numbers.

    **Answers** how wrong wrong concepts are: a sibling costs less than a concept from another branch.

    **Misleads when** the ontology is deep: everything shares the root and the first levels, so even a wrong
    concept scores above 0. A parent instead of the concept costs recall only: read hP and hR too.

    Args:
        concepts: Predicted against gold concepts.
        items: ``"concepts"``: the concept sets of samples; ``"mentions"``: the mentions of equal spans;
            ``"auto"``: the first where the golden set has concepts, else the second.
        beta: Weight of recall.

    Returns:
        One row per item: common, predicted and gold ancestors. Value in [0, 1], higher is better.

    Undefined when:
        There is neither a gold nor a predicted concept. Ids that the ontology does not hold are concepts
        without ancestors; NIL is no concept.

    Example:
        A sibling in a taxonomy of three levels shares two of three concepts (the root and the parent):

        >>> import networkx as nx, ontoeval as oe
        >>> tree = nx.DiGraph([("sedan", "car"), ("hatchback", "car"), ("car", "vehicle")])
        >>> onto = oe.load(tree, edges_point="to_parent")
        >>> round(oe.score("hierarchical_f1", ["hatchback"], ["sedan"], ontology=onto).value, 4)
        0.6667

    Reference value:
        GSC+ test mentions, fuzzy match, HPO 2025-01-16: hP .8572, hR .8677, hF .8624 (16887, 19701, 19462).

    Source:
        Kosmopoulos et al. 2015, doi:10.1007/s10618-014-0382-x.
    """
    both, predicted, gold = concepts.overlap
    return FScore(both, predicted, both, gold, beta=beta, sample=concepts.item_sample)
