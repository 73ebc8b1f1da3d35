"""Share of the gold mentions whose concept is among the first k candidates."""

from __future__ import annotations

import numpy as np

from ontoeval.metrics.definition import Cut, Edges, SpanShare, metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.coding import NIL
from ontoeval.views.links import Links, Match
from ontoeval.views.links.candidates import UNRANKED, rank_of_right


@metric(
    view=Links,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="doi:10.18653/v1/2022.naacl-industry.24",
    missing=0.0,
)
def candidate_recall(
    links: Links, *, k: Cut = None, within: Edges = 0, match: Match = "strong", iou: SpanShare = 0.5
) -> Ratio:
    """Share of the gold mentions whose concept is among the first k candidates.

    **Definition.** Of the gold mentions with a concept, those whose span was predicted with a right concept among its
    first ``k`` candidates (``run.mentions[].candidates``), ids resolved. Candidates rank by score, and by their given
    order where scores are equal (counted in the findings) or not all known. The only candidate of a mention that lists
    none is its concept. Optional gold mentions do not count.

    **Answers** how good a reranker of the candidates could get: what is not among them is lost.

    **Misleads when** spans are not given: a mention that is not found has no candidates either.

    Args:
        links: Predicted against gold mentions.
        k: How many candidates count; all by default.
        within: How many edges of the ontology (through a common ancestor) a candidate may be away from a right
            concept; more than 0 needs the ontology.
        match: When spans are the same: ``"strong"``, ``"word"``, ``"weak"`` or ``"iou"``, as for ``linking_f1``.
        iou: The share for ``"iou"``, in (0, 1].

    Returns:
        One row per gold mention with a concept: found, 1. Value in [0, 1], higher is better.

    Undefined when:
        No gold mention has a concept.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "B"}]}]
        >>> ranked = [{"id": "A", "score": 0.9}, {"id": "B", "score": 0.4}]
        >>> run = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A", "candidates": ranked}]}]
        >>> oe.score("candidate_recall@1", gold, run).value, oe.score("candidate_recall@2", gold, run).value
        (0.0, 1.0)

    Reference value:
        GSC+ test mentions, given (1949), candidates of fuzzy matching: @1 .6916, @3 .7322, @5 .7553, @10 .7978.

    Source:
        ReFinED reports it as gold recall: Ayoola et al. 2022, doi:10.18653/v1/2022.naacl-industry.24.
    """
    gold = np.flatnonzero((links.gold.code != NIL) & ~links.gold.optional)
    pairs = links.same_span(match, iou)
    rank = np.full(len(links.gold), UNRANKED)
    rank[pairs[:, 0]] = rank_of_right(links, pairs, within)
    found = rank[gold] <= (k or UNRANKED - 1)
    return Ratio(found, np.ones(len(gold), dtype=np.int64), sample=links.gold_unit[gold])
