"""Precision of the clusters that NIL mentions, or all mentions, are grouped into."""

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
def clustering_precision(
    clusters: Clusters, *, measure: ClusterMeasure = "b_cubed", scope: ClusterScope = "nil", typed: bool = False
) -> ClusterTable:
    """Precision of the clusters that NIL mentions, or all mentions, are grouped into.

    **Definition.** See ``clustering_f1``; for ``b_cubed`` the mean, over predicted mentions, of the share of the
    mention's predicted cluster that is in its gold cluster.

    **Answers** whether what is taken for one thing is one thing.

    **Misleads when** the system groups nothing: most measures are then 1. Read it with ``clustering_recall``.

    Args:
        clusters: Mentions by gold and predicted cluster.
        measure: ``"b_cubed"``, ``"b_cubed_plus"``, ``"ceaf_m"``, ``"ceaf_m_plus"``, ``"ceaf_e"``, ``"muc"``,
            ``"pairwise"`` or ``"lea"``.
        scope: ``"nil"``: NIL mentions; ``"all"``: every mention.
        typed: Mentions are one only if their types are the same too.

    Returns:
        Rows by pair of clusters: mentions. Value in [0, 1], higher is better.

    Undefined when:
        There is neither a gold nor a predicted mention in scope (for ``muc`` and ``pairwise``: no two in one cluster).
        With gold only it is 0: what the system missed is part of the clusters, so it cannot be set aside.

    Example:
        Two new things are taken for one:

        >>> import ontoeval as oe
        >>> spans = [{"start": 0, "end": 4}, {"start": 5, "end": 9}]
        >>> gold = [{"id": "q", "mentions": [{**spans[0], "id": "NIL1"}, {**spans[1], "id": "NIL2"}]}]
        >>> run = [{"id": "q", "mentions": [{**span, "id": "NIL7"} for span in spans]}]
        >>> oe.score("clustering_precision", gold, run).value
        0.5

    Reference value:
        GSC+ with a dictionary linker, ``scope="all"``, ``b_cubed``: .867 (neleval 3.1.1).

    Source:
        Pradhan et al. 2014, doi:10.3115/v1/P14-2006.
    """
    return clusters.rows(measure, scope, "precision", typed=typed)
