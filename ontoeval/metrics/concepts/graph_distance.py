"""Mean number of edges between the predicted and the gold concept, in any direction."""

from __future__ import annotations

import numpy as np

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Mean
from ontoeval.views.concepts import Concepts, Items


@metric(
    view=Concepts,
    average="micro",
    direction="lower",
    bounds=(0, None),
    level="diagnostic",
    source="doi:10.1007/s10618-014-0382-x",
    missing=None,
    requires=("ontology",),
)
def graph_distance(
    concepts: Concepts,
    *,
    items: Items = "auto",
) -> Mean:
    """Mean number of edges between the predicted and the gold concept, in any direction.

    **Definition.** The length of the shortest path between gold and predicted concept, upwards and downwards in any
    order; 0 when they are the same. Above several roots stands a virtual one.

    **Answers** how many steps a curator is away from the right concept.

    **Misleads when** branches differ in how finely they are cut: one step near the root is more than one far below.
    Pairs without a partner do not count: read it beside recall, or use ``matched_distance``.

    Args:
        concepts: Predicted against gold concepts.
        items: ``"concepts"``: the concept sets of samples; ``"mentions"``: the mentions of equal spans;
            ``"auto"``: the first where the golden set has concepts, else the second.

    Returns:
        One row per pair of a gold and a predicted concept. Value ≥ 0 in edges, lower is better.

    Undefined when:
        No pair has a path: nothing was predicted, or gold or predicted concept are outside the ontology or stand alone.

    Example:
        One sibling (two edges), one right:

        >>> import networkx as nx, ontoeval as oe
        >>> tree = nx.DiGraph([("sedan", "car"), ("hatchback", "car"), ("car", "vehicle"), ("boat", "vehicle")])
        >>> onto = oe.load(tree, edges_point="to_parent")
        >>> oe.score("graph_distance", ["sedan", "boat"], ["hatchback", "boat"], ontology=onto).value
        1.0

    Reference value:
        Of no published table; equal to networkx's shortest path on small random graphs (tests/ontology_scores).

    Source:
        Graph-induced error: Kosmopoulos et al. 2015, doi:10.1007/s10618-014-0382-x.
    """
    pairs = concepts.pairs
    edges = concepts.distance(pairs.gold, pairs.predicted, "any")
    reached = np.isfinite(edges)
    return Mean(np.where(reached, edges, 0.0), reached, sample=pairs.sample)
