"""F score of the clusters that NIL mentions, or all mentions, are grouped into."""

from __future__ import annotations

from ontoeval.metrics.definition import Beta, metric
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
def clustering_f1(
    clusters: Clusters,
    *,
    measure: ClusterMeasure = "b_cubed",
    scope: ClusterScope = "nil",
    typed: bool = False,
    beta: Beta = 1.0,
) -> ClusterTable:
    """F score of the clusters that NIL mentions, or all mentions, are grouped into.

    **Definition.** Gold and predicted mentions with the same span are one mention m, in a gold cluster K(m) and a
    predicted one R(m); a mention that one side does not have counts against the other. Recall, and precision with both
    sides exchanged, is

    - ``b_cubed``: the mean over gold mentions of |K(m) ∩ R(m)| / |K(m)|; ``b_cubed_plus``: the same, where mentions are
      one only if their concepts are the same too (``ceaf_m_plus`` likewise);
    - ``ceaf_m``, ``ceaf_e``: the best one-to-one assignment of gold to predicted clusters, by common mentions over all
      gold mentions, by 2 |K ∩ R| / (|K| + |R|) over all gold clusters;
    - ``muc``: links |K| - 1 of gold clusters that R keeps, over all of them;
    - ``pairwise``: pairs of mentions in one gold cluster that are in one predicted cluster too, over all of them;
    - ``lea``: Σ |K| · (share of K's pairs that R keeps) / Σ |K|.

    **Answers** whether mentions that the ontology has no concept for are recognised as the same new thing.

    **Misleads when** most clusters have one mention: ``b_cubed`` and ``ceaf_e`` are then high for a system that groups
    nothing, and ``muc`` and ``pairwise`` see only the few others. ``scope="all"`` mixes in linking: mentions of one
    concept are one cluster, right or wrong.

    Args:
        clusters: Mentions by gold and predicted cluster. The cluster of a NIL mention is its ``nil_cluster``, or its
            numbered id (``NIL0042``); else it is a cluster by itself.
        measure: ``"b_cubed"``, ``"b_cubed_plus"``, ``"ceaf_m"``, ``"ceaf_m_plus"``, ``"ceaf_e"``, ``"muc"``,
            ``"pairwise"`` or ``"lea"``.
        scope: ``"nil"``: NIL mentions; ``"all"``: every mention, those with a concept in the concept's cluster.
        typed: Mentions are one only if their types are the same too.
        beta: Weight of recall.

    Returns:
        Rows by pair of clusters: mentions. Value in [0, 1], higher is better. Clusters run across samples. In
        the bootstrap a sample that is drawn twice has each mention twice, in one cluster: the interval leans upwards.

    Undefined when:
        There is neither a gold nor a predicted mention in scope; for ``muc`` and ``pairwise``, when no cluster has two
        mentions.

    Example:
        Three NIL mentions of one new gene; the run takes the last one for another gene:

        >>> import ontoeval as oe
        >>> spans = [{"start": 0, "end": 4}, {"start": 5, "end": 9}, {"start": 10, "end": 14}]
        >>> gold = [{"id": "q", "mentions": [{**span, "nil_cluster": "g1"} for span in spans]}]
        >>> named = zip(spans, ["a", "a", "b"])
        >>> run = [{"id": "q", "mentions": [{**span, "nil_cluster": name} for span, name in named]}]
        >>> round(oe.score("clustering_f1", gold, run).value, 4)  # P = 1, R = (2/3 + 2/3 + 1/3) / 3
        0.7143

    Reference value:
        GSC+ with a dictionary linker, ``scope="all"`` (neleval 3.1.1): b_cubed .546, b_cubed_plus .520, ceaf_m .657,
        ceaf_e .581, muc .650, pairwise .646.

    Source:
        Bagga and Baldwin 1998; Vilain et al. 1995, doi:10.3115/1072399.1072405; Luo 2005,
        doi:10.3115/1220575.1220579; Moosavi and Strube 2016, doi:10.18653/v1/P16-1060; Pradhan et al. 2014,
        doi:10.3115/v1/P14-2006.
    """
    return clusters.rows(measure, scope, "f", beta, typed=typed)
