"""Share of the retrieved paths that the question needs."""

from __future__ import annotations

from ontoeval.metrics.definition import Cut, metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.graphs import PathMatch, Paths
from ontoeval.views.rankings import Of


@metric(
    view=Paths,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="handbook, part 4",
    missing=None,
    version=2,
)
def path_precision(
    paths: Paths, *, k: Cut = None, match: PathMatch = "exact", directed: bool = True, of: Of = "retrieved"
) -> Ratio:
    """Share of the retrieved paths that the question needs.

    **Definition.** ``Σ w(s) / Σ |S|`` over the distinct retrieved paths S; w is 1 for a gold path, or with partial
    credit the largest share of its edges that one gold path has; see ``path_f1``.

    **Answers** how many of the chains that the generator reads are beside the point.

    **Misleads when** gold holds one of several paths that would all do.

    Args:
        paths: Retrieved against gold paths.
        k: Only the first hits; none is all of them.
        match: ``"exact"`` or ``"partial"``, see ``path_f1``.
        directed: False: a path and an edge are the same both ways.
        of: ``"retrieved"``, ``"candidates"`` or ``"contexts"``.

    Returns:
        One row per retrieved path. Value in [0, 1], higher is better.

    Undefined when:
        No path is retrieved; questions without a run are counted, but hold no wrong path.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "paths": [["a", "b", "c"]]}]
        >>> run = [{"id": "q", "retrieved": [{"id": "h1", "path": ["a", "b", "c"]}, {"id": "h2", "path": ["b", "x"]}]}]
        >>> oe.score("path_precision", gold, run).value, oe.score("path_precision@1", gold, run).value
        (0.5, 1.0)

    Reference value:
        By hand: one of two paths, and the first one is right.

    Source:
        As ``path_f1``.
    """
    found = paths.paths(k, match, directed=directed)
    return Ratio(found.right, found.retrieved, sample=found.retrieved_sample)
