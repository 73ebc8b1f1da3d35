"""F score of retrieved paths through the graph."""

from __future__ import annotations

from ontoeval.metrics.definition import Beta, Cut, metric
from ontoeval.statistics.rows import FScore
from ontoeval.views.graphs import PathMatch, Paths
from ontoeval.views.rankings import Of


@metric(
    view=Paths,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="handbook, part 4",
    version=2,
)
def path_f1(
    paths: Paths,
    *,
    k: Cut = None,
    match: PathMatch = "exact",
    directed: bool = True,
    of: Of = "retrieved",
    beta: Beta = 1.0,
) -> FScore:
    """F score of retrieved paths through the graph.

    **Definition.** With G the distinct ``gold.paths`` and S the distinct paths of the hits of a question,
    ``P = Σ w(s) / Σ |S|``, ``R = Σ w(g) / Σ |G|``, and the value is their F-beta. Exact: w is 1 for a path that the
    other side has as well, else 0. Partial: w is the largest share of the path's edges that one path of the other side
    has (of a path of one node: that node).

    **Answers** whether whole chains of reasoning are retrieved.

    **Misleads when** several paths lead to the answer and gold holds one of them. Partial credit takes no account of
    where the path breaks: with its first edge missing, the rest may be out of reach.

    Args:
        paths: Retrieved against gold paths, ids resolved on both sides when there is an ontology.
        k: Only the first hits; none is all of them.
        match: ``"exact"``: the same nodes in the same order; ``"partial"``: credit for the edges in common.
        directed: False: a path and an edge are the same both ways.
        of: Which list: ``"retrieved"``, ``"candidates"`` (before reranking) or ``"contexts"``.
        beta: Weight of recall.

    Returns:
        One row per path of each side. Value in [0, 1], higher is better.

    Undefined when:
        There is neither a gold nor a retrieved path. Unmeasured when no hit has a path.

    Example:
        One of two gold paths is found, of the other one two edges of three:

        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "paths": [["a", "b"], ["a", "c", "d", "e"]]}]
        >>> run = [{"id": "q", "retrieved": [{"id": "h1", "path": ["a", "b"]}, {"id": "h2", "path": ["a", "c", "d"]}]}]
        >>> oe.score("path_f1", gold, run).value
        0.5
        >>> round(oe.score('path_f1(match="partial")', gold, run).value, 4)
        0.9091

    Reference value:
        By hand: P = 1/2, R = 1/2; partial P = (1 + 1) / 2, R = (1 + 2/3) / 2 = 5/6, F = 10/11.

    Source:
        Handbook, part 4 (graph retrieval).
    """
    found = paths.paths(k, match, directed=directed)
    return FScore(*found.both, beta=beta, sample=found.samples)
