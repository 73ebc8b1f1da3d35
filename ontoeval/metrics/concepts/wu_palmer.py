"""Mean Wu-Palmer similarity of the predicted to the gold concepts."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.ontology.similarity import Depth
from ontoeval.statistics.rows import Mean
from ontoeval.views.coding import NIL
from ontoeval.views.concepts import Concepts, Items


@metric(
    view=Concepts,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="doi:10.3115/981732.981751",
    requires=("ontology",),
)
def wu_palmer(concepts: Concepts, *, items: Items = "auto", depth: Depth = "max") -> Mean:
    """Mean Wu-Palmer similarity of the predicted to the gold concepts.

    **Definition.** ``2 · depth(lcs) / (depth(gold) + depth(predicted))`` for each gold concept and the
    predicted concept paired with it; depth is the longest path from the root, which has depth 1, and lcs is the
    deepest common ancestor. With several roots a virtual one stands above them. A gold concept without a
    prediction counts 0.

    **Answers** how near, on average, predictions come to the right place in the ontology.

    **Misleads when** branches differ in depth: one step near the root costs more than one step far below.

    Args:
        concepts: Predicted against gold concepts.
        items: ``"concepts"``: the concept sets of samples; ``"mentions"``: the mentions of equal spans;
            ``"auto"``: the first where the golden set has concepts, else the second.
        depth: Depths along the longest (``"max"``) or the shortest (``"min"``) path from the root; with the latter an
            ancestor may lie as deep as its descendant, and count as right. ``"via_lcs"``: the original form, with the
            edges from both concepts up to the common ancestor.

    Returns:
        One row per gold concept. Value in [0, 1], higher is better; 1 only where all are exact.

    Undefined when:
        There is no gold concept (NIL is none). Predictions without a gold concept are not scored here.

    Example:
        Car has depth 2, its children have depth 3: 2 · 2 / (3 + 3):

        >>> import networkx as nx, ontoeval as oe
        >>> tree = nx.DiGraph([("sedan", "car"), ("hatchback", "car"), ("car", "vehicle")])
        >>> onto = oe.load(tree, edges_point="to_parent")
        >>> round(oe.score("wu_palmer", ["hatchback"], ["sedan"], ontology=onto).value, 4)
        0.6667

    Reference value:
        dog and cat in WordNet 3.0: .857142857 (NLTK 3.10.4; there dog with itself is .9286, here 1).

    Source:
        Wu and Palmer 1994, doi:10.3115/981732.981751.
    """
    pairs = concepts.pairs
    return Mean(concepts.similarity(pairs.gold, pairs.predicted, depth=depth), pairs.gold != NIL, sample=pairs.sample)
