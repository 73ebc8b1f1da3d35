"""F score of the edges on retrieved paths."""

from __future__ import annotations

from ontoeval.metrics.definition import Beta, Cut, metric
from ontoeval.statistics.rows import FScore
from ontoeval.views.graphs import Paths
from ontoeval.views.rankings import Of


@metric(view=Paths, average="micro", direction="higher", bounds=(0, 1), level="diagnostic", source="handbook, part 4")
def edge_f1(paths: Paths, *, k: Cut = None, directed: bool = True, of: Of = "retrieved", beta: Beta = 1.0) -> FScore:
    """F score of the edges on retrieved paths.

    **Definition.** An edge is two neighboring nodes on a path. With G the distinct edges on ``gold.paths`` and S those
    on the ``path`` of the hits of a question, ``P = Σ |G ∩ S| / Σ |S|``, ``R = Σ |G ∩ S| / Σ |G|``, and the value is
    their F-beta.

    **Answers** whether the facts that connect the nodes are retrieved, and not just the nodes.

    **Misleads when** several relations connect two nodes: an edge is told by its ends. Where that matters, put the
    relation between the two nodes of a path as a node of its own, on both sides.

    Args:
        paths: Retrieved against gold paths, ids resolved on both sides when there is an ontology.
        k: Only the first hits; none is all of them.
        directed: False: an edge is the same both ways.
        of: Which list: ``"retrieved"``, ``"candidates"`` (before reranking) or ``"contexts"``.
        beta: Weight of recall.

    Returns:
        Two rows per question: right and retrieved edges; found and gold edges. Value in [0, 1], higher is better.

    Undefined when:
        There is neither a gold nor a retrieved edge: a path of one node has none. Unmeasured when no hit has a path.

    Example:
        Of a → b → c the edge a → b is found, and one that leads elsewhere:

        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "paths": [["a", "b", "c"]]}]
        >>> run = [{"id": "q", "retrieved": [{"id": "h", "path": ["a", "b", "x"]}]}]
        >>> oe.score("edge_f1", gold, run).value
        0.5

    Reference value:
        By hand: {ab, bc} against {ab, bx}: P = R = 1/2.

    Source:
        Handbook, part 4 (graph retrieval).
    """
    found = paths.edges(k, directed=directed)
    return FScore(*found.both, beta=beta, sample=found.samples)
