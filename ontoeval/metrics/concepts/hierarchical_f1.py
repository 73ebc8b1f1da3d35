"""F score of concepts that credits what predicted and gold concept have in common above them."""

from __future__ import annotations

from ontoeval.metrics.definition import Beta, metric
from ontoeval.ontology.setbased import Convention
from ontoeval.statistics.rows import FScore
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
    level="headline",
    source="doi:10.1007/s10618-014-0382-x",
    requires=("ontology",),
    conventions=_FIXED,
)
def hierarchical_f1(
    concepts: Concepts,
    *,
    items: Items = "auto",
    convention: Convention = "handbook",
    weight: Weight = "count",
    beta: Beta = 1.0,
) -> FScore:
    """F score of concepts that credits what predicted and gold concept have in common above them.

    **Definition.** Let aug(S) be a set of concepts and all their ancestors, the root included. With G the gold
    and P the predicted concepts of an item, ``hP = Σ |aug(P) ∩ aug(G)| / Σ |aug(P)|`` and
    ``hR = Σ |aug(P) ∩ aug(G)| / Σ |aug(G)|``, summed over items; the value is their F-beta. This is the
    handbook's convention; the others leave out the root, or add one, and may average over samples.

    **Answers** how wrong wrong concepts are: a sibling costs less than a concept from another branch.

    **Misleads when** the ontology is deep: everything shares the root and the first levels, so even a wrong
    concept scores above 0 (``weight="ic"`` discounts that). A parent instead of the concept costs recall only: read
    hP and hR too. Scores under different conventions do not compare: on one set of pairs they may be .38, .44 or
    .52.

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
        beta: Weight of recall.

    Returns:
        One row per item: common, predicted and gold ancestors. Value in [0, 1], higher is better.

    Undefined when:
        There is neither a gold nor a predicted concept (without roots: none below them). Ids that the ontology does
        not hold are concepts without ancestors; NIL is no concept.

    Example:
        A sibling in a taxonomy of three levels shares two of three concepts (the root and the parent); without the
        root one of two:

        >>> import networkx as nx, ontoeval as oe
        >>> tree = nx.DiGraph([("sedan", "car"), ("hatchback", "car"), ("car", "vehicle"), ("boat", "vehicle")])
        >>> onto = oe.load(tree, edges_point="to_parent")
        >>> round(oe.score("hierarchical_f1", ["hatchback"], ["sedan"], ontology=onto).value, 4)
        0.6667
        >>> oe.score('hierarchical_f1(convention="kiritchenko")', ["hatchback"], ["sedan"], ontology=onto).value
        0.5

    Reference value:
        HEMKit's worked example, ``convention="hemkit"`` (compiled and run): mean hF .805128. GSC+ test mentions,
        fuzzy match, HPO 2025-01-16, handbook: hP .8572, hR .8677, hF .8624 (16887, 19701, 19462).

    Source:
        Kosmopoulos et al. 2015, doi:10.1007/s10618-014-0382-x; Kiritchenko et al. 2005; Silla and Freitas 2011,
        doi:10.1007/s10618-010-0175-9.
    """
    found = concepts.overlap(convention, weight)
    return FScore(found.both, found.predicted, found.both, found.gold, beta=beta, sample=concepts.item_sample)
