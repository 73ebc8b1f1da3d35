"""Share of the edges that the question needs which lie on retrieved paths."""

from __future__ import annotations

from ontoeval.metrics.definition import Cut, metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.graphs import Paths
from ontoeval.views.rankings import Of


@metric(view=Paths, average="micro", direction="higher", bounds=(0, 1), level="diagnostic", source="handbook, part 4")
def edge_recall(paths: Paths, *, k: Cut = None, directed: bool = True, of: Of = "retrieved") -> Ratio:
    """Share of the edges that the question needs which lie on retrieved paths.

    **Definition.** ``Σ |G ∩ S| / Σ |G|``, G the edges on gold paths and S those on retrieved paths; see ``edge_f1``.

    **Answers** at how many hops of a multi-hop question the chain breaks.

    **Misleads when** the edges that are found belong to different paths, none of which is whole: read ``path_recall``.

    Args:
        paths: Retrieved against gold paths.
        k: Only the first hits; none is all of them.
        directed: False: an edge is the same both ways.
        of: ``"retrieved"``, ``"candidates"`` or ``"contexts"``.

    Returns:
        One row per question: found, wanted. Value in [0, 1], higher is better. A missing run finds nothing.

    Undefined when:
        No gold path has an edge.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "paths": [["a", "b", "c", "d"], ["a", "b", "e"]]}]
        >>> run = [{"id": "q", "retrieved": [{"id": "h1", "path": ["a", "b", "e"]}]}]
        >>> oe.score("edge_recall", gold, run).value
        0.5

    Reference value:
        By hand: {ab, be} of {ab, bc, cd, be}.

    Source:
        As ``edge_f1``.
    """
    found = paths.edges(k, directed=directed)
    return Ratio(found.found, found.wanted)
