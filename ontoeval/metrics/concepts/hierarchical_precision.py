"""Share of the predicted concepts and their ancestors that are gold concepts or ancestors of them."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.ontology.setbased import Convention
from ontoeval.statistics.rows import Ratio
from ontoeval.views.concepts import Concepts, Items, Weight

_FIXED = {
    "kiritchenko": {"average": "micro", "weight": "count"},
    "hemkit": {"average": "macro", "weight": "count"},
    "hiclass": {"weight": "count"},
}


@metric(
    view=Concepts,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="doi:10.1007/s10618-014-0382-x",
    missing=None,
    requires=("ontology",),
    conventions=_FIXED,
)
def hierarchical_precision(
    concepts: Concepts,
    *,
    items: Items = "auto",
    convention: Convention = "handbook",
    weight: Weight = "count",
) -> Ratio:
    """Share of the predicted concepts and their ancestors that are gold concepts or ancestors of them.

    **Definition.** With aug(S) a set of concepts and all their ancestors, the root included, G the gold and P
    the predicted concepts of an item: ``hP = Σ |aug(P) ∩ aug(G)| / Σ |aug(P)|``, summed over items.

    **Answers** how much of what was predicted is true: a concept that is too general is wholly true, one that
    is too specific is not.

    **Misleads when** it is read alone: predicting the root is always right.

    Args:
        concepts: Predicted against gold concepts.
        items: ``"concepts"``: the concept sets of samples; ``"mentions"``: the mentions of equal spans;
            ``"auto"``: the first where the golden set has concepts, else the second.
        convention: What counts, and how: ``"handbook"``: the node and all its ancestors, root included;
            ``"kiritchenko"``: without roots; ``"hemkit"``: with a dummy root above all roots, and the mean over
            samples; ``"hiclass"``: without the root when there is only one. The last three fix the weight, and the
            first two of them the average: giving both is an error.
        weight: ``"count"``: every node counts 1; ``"ic"``: its information content (Resnik's, from the hierarchy),
            so that what is true of everything counts nothing.

    Returns:
        One row per item: common, predicted ancestors. Value in [0, 1], higher is better.

    Undefined when:
        Nothing was predicted. NIL is no concept. (HEMKit itself lets one such item make the whole mean not a number.)

    Example:
        The parent instead of the concept is true, but not all of the truth:

        >>> import networkx as nx, ontoeval as oe
        >>> tree = nx.DiGraph([("sedan", "car"), ("hatchback", "car"), ("car", "vehicle"), ("boat", "vehicle")])
        >>> onto = oe.load(tree, edges_point="to_parent")
        >>> oe.score("hierarchical_precision", ["sedan"], ["car"], ontology=onto).value
        1.0

    Reference value:
        HEMKit's worked example, ``convention="hemkit"`` (compiled and run): mean hP .952381. GSC+ test mentions,
        fuzzy match, HPO 2025-01-16, handbook: .8572 (16887 of 19701).

    Source:
        Kosmopoulos et al. 2015, doi:10.1007/s10618-014-0382-x; Kiritchenko et al. 2005; Silla and Freitas 2011,
        doi:10.1007/s10618-010-0175-9.
    """
    found = concepts.overlap(convention, weight)
    return Ratio(found.both, found.predicted, sample=concepts.item_sample)
