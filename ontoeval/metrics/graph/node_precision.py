"""Share of the nodes of the graph that retrieval returns which the question needs."""

from __future__ import annotations

from ontoeval.metrics.definition import Cut, metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.graphs import Credit, Nodes
from ontoeval.views.rankings import Of


@metric(
    view=Nodes,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="handbook, part 4",
    missing=None,
)
def node_precision(nodes: Nodes, *, k: Cut = None, credit: Credit = "exact", of: Of = "retrieved") -> Ratio:
    """Share of the nodes of the graph that retrieval returns which the question needs.

    **Definition.** ``Σ |G ∩ S| / Σ |S|``, G the gold nodes and S the retrieved nodes of a question; see ``node_f1``.

    **Answers** how much of the retrieved graph is noise.

    **Misleads when** little is retrieved: read it with ``node_recall``.

    Args:
        nodes: Retrieved against gold nodes.
        k: Only the first hits; none is all of them.
        credit: ``"exact"``, ``"ancestors"`` or ``"nearest"``, see ``node_f1``.
        of: ``"retrieved"``, ``"candidates"`` or ``"contexts"``.

    Returns:
        Right nodes, retrieved nodes. Value in [0, 1], higher is better.

    Undefined when:
        No node is retrieved; questions without a run are counted, but hold no wrong node.

    Example:
        Two of the three nodes are wanted, one of them as part of a path:

        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "nodes": ["a"], "paths": [["a", "b"]]}]
        >>> run = [{"id": "q", "retrieved": [{"id": "h1", "nodes": ["a", "x"]}, {"id": "h2", "path": ["a", "b"]}]}]
        >>> round(oe.score("node_precision", gold, run).value, 4), oe.score("node_precision@1", gold, run).value
        (0.6667, 0.5)

    Reference value:
        By hand: {a, b} of {a, x, b}; of the first hit {a} of {a, x}.

    Source:
        As ``node_f1``.
    """
    found = nodes.shares(k, credit)
    return Ratio(found.right, found.retrieved, sample=found.retrieved_sample)
