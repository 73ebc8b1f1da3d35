"""Share of the edges on retrieved paths that the question needs."""

from __future__ import annotations

from ontoeval.metrics.definition import Cut, metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.graphs import Paths
from ontoeval.views.rankings import Of


@metric(
    view=Paths,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="handbook, part 4",
    missing=None,
)
def edge_precision(paths: Paths, *, k: Cut = None, directed: bool = True, of: Of = "retrieved") -> Ratio:
    """Share of the edges on retrieved paths that the question needs.

    **Definition.** ``Σ |G ∩ S| / Σ |S|``, G the edges on gold paths and S those on retrieved paths; see ``edge_f1``.

    **Answers** how many of the connections that the generator reads lead nowhere.

    **Misleads when** gold holds one of several paths that would all do: the others count as wrong.

    Args:
        paths: Retrieved against gold paths.
        k: Only the first hits; none is all of them.
        directed: False: an edge is the same both ways.
        of: ``"retrieved"``, ``"candidates"`` or ``"contexts"``.

    Returns:
        One row per question: right, retrieved. Value in [0, 1], higher is better.

    Undefined when:
        No edge is retrieved; questions without a run are counted, but hold no wrong edge.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "paths": [["a", "b", "c"]]}]
        >>> run = [{"id": "q", "retrieved": [{"id": "h1", "path": ["a", "b"]}, {"id": "h2", "path": ["c", "b"]}]}]
        >>> oe.score("edge_precision", gold, run).value, oe.score("edge_precision(directed=false)", gold, run).value
        (0.5, 1.0)

    Reference value:
        By hand: ab is right, cb is bc turned round.

    Source:
        As ``edge_f1``.
    """
    found = paths.edges(k, directed=directed)
    return Ratio(found.right, found.retrieved)
