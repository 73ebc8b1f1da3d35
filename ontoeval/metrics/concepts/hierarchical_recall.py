"""Share of the gold concepts and their ancestors that were predicted, or are ancestors of what was."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.concepts import Concepts, Items


@metric(
    view=Concepts,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="doi:10.1007/s10618-014-0382-x",
    requires=("ontology",),
)
def hierarchical_recall(concepts: Concepts, *, items: Items = "auto") -> Ratio:
    """Share of the gold concepts and their ancestors that were predicted, or are ancestors of what was.

    **Definition.** With aug(S) a set of concepts and all their ancestors, the root included, G the gold and P the
    predicted concepts of an item: ``hR = Σ |aug(P) ∩ aug(G)| / Σ |aug(G)|``, summed over items.

    **Answers** how much of the truth was predicted: a concept that is too specific implies all of it, one that is too
    general does not.

    **Misleads when** it is read alone: predicting everything is always complete.

    Args:
        concepts: Predicted against gold concepts.
        items: ``"concepts"``: the concept sets of samples; ``"mentions"``: the mentions of equal spans;
            ``"auto"``: the first where the golden set has concepts, else the second.

    Returns:
        One row per item: common, gold ancestors. Value in [0, 1], higher is better.

    Undefined when:
        There is no gold concept. NIL is no concept.

    Example:
        The parent instead of the concept gives two of three (itself and the root):

        >>> import networkx as nx, ontoeval as oe
        >>> tree = nx.DiGraph([("sedan", "car"), ("hatchback", "car"), ("car", "vehicle"), ("boat", "vehicle")])
        >>> onto = oe.load(tree, edges_point="to_parent")
        >>> round(oe.score("hierarchical_recall", ["sedan"], ["car"], ontology=onto).value, 4)
        0.6667

    Reference value:
        GSC+ test mentions, fuzzy match, HPO 2025-01-16: .8677 (16887 of 19462).

    Source:
        Kosmopoulos et al. 2015, doi:10.1007/s10618-014-0382-x.
    """
    both, _, gold = concepts.overlap
    return Ratio(both, gold, sample=concepts.item_sample)
