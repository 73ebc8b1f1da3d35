"""Recall of the clusters that NIL mentions, or all mentions, are grouped into."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.clustering import ClusterTable
from ontoeval.views.clusters import ClusterMeasure, Clusters, ClusterScope


@metric(
    view=Clusters,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="https://aclanthology.org/W14-2706",
)
def clustering_recall(
    clusters: Clusters, *, measure: ClusterMeasure = "b_cubed", scope: ClusterScope = "nil", typed: bool = False
) -> ClusterTable:
    """Recall of the clusters that NIL mentions, or all mentions, are grouped into.

    **Definition.** See ``clustering_f1``; for ``b_cubed`` the mean, over gold mentions, of the share of the mention's
    gold cluster that is in its predicted cluster.

    **Answers** whether what is one thing is taken for one thing.

    **Misleads when** the system puts everything into one cluster: it is then 1. Read it with
    ``clustering_precision``.

    Args:
        clusters: Mentions by gold and predicted cluster.
        measure: ``"b_cubed"``, ``"b_cubed_plus"``, ``"ceaf_m"``, ``"ceaf_m_plus"``, ``"ceaf_e"``, ``"muc"``,
            ``"pairwise"`` or ``"lea"``.
        scope: ``"nil"``: NIL mentions; ``"all"``: every mention.
        typed: Mentions are one only if their types are the same too.

    Returns:
        Rows by pair of clusters: mentions. Value in [0, 1], higher is better. A missing run finds nothing.

    Undefined when:
        Gold has no mention in scope (for ``muc`` and ``pairwise``: no two in one cluster).

    Example:
        One new thing is taken for two:

        >>> import ontoeval as oe
        >>> spans = [{"start": 0, "end": 4}, {"start": 5, "end": 9}]
        >>> gold = [{"id": "q", "mentions": [{**span, "id": "NIL1"} for span in spans]}]
        >>> run = [{"id": "q", "mentions": [{**span, "id": None} for span in spans]}]
        >>> oe.score("clustering_recall", gold, run).value
        0.5

    Reference value:
        GSC+ with a dictionary linker, ``scope="all"``, ``b_cubed``: .399 (neleval 3.1.1).

    Source:
        Pradhan et al. 2014, doi:10.3115/v1/P14-2006.
    """
    return clusters.rows(measure, scope, "recall", typed=typed)
