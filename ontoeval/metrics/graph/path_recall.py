"""Share of the paths that the question needs which are retrieved."""

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
    version=2,
)
def path_recall(
    paths: Paths, *, k: Cut = None, match: PathMatch = "exact", directed: bool = True, of: Of = "retrieved"
) -> Ratio:
    """Share of the paths that the question needs which are retrieved.

    **Definition.** ``Σ w(g) / Σ |G|`` over the distinct gold paths G; w is 1 for a retrieved path, or with partial
    credit the largest share of its edges that one retrieved path has; see ``path_f1``.

    **Answers** for how many multi-hop questions the whole chain reaches the generator.

    **Misleads when** a chain is retrieved in pieces, one hop in each hit: none of them is the path; read
    ``edge_recall``.

    Args:
        paths: Retrieved against gold paths.
        k: Only the first hits; none is all of them.
        match: ``"exact"`` or ``"partial"``, see ``path_f1``.
        directed: False: a path and an edge are the same both ways.
        of: ``"retrieved"``, ``"candidates"`` or ``"contexts"``.

    Returns:
        One row per gold path. Value in [0, 1], higher is better. A missing run finds nothing.

    Undefined when:
        Gold has no path.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "paths": [["a", "b", "c"]]}]
        >>> run = [{"id": "q", "retrieved": [{"id": "h", "path": ["c", "b", "a"]}]}]
        >>> oe.score("path_recall", gold, run).value, oe.score("path_recall(directed=false)", gold, run).value
        (0.0, 1.0)

    Reference value:
        By hand: the path is found, turned round.

    Source:
        As ``path_f1``.
    """
    found = paths.paths(k, match, directed=directed)
    return Ratio(found.found, found.wanted, sample=found.wanted_sample)
