"""F score of linked mentions if the right one of the candidates were always picked."""

from __future__ import annotations

import numpy as np

from ontoeval.metrics.definition import Beta, Cut, SpanShare, metric
from ontoeval.statistics.rows import FScore
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
def candidate_ceiling(
    links: Links, *, k: Cut = None, match: Match = "strong", iou: SpanShare = 0.5, beta: Beta = 1.0
) -> FScore:
    """F score of linked mentions if the right one of the candidates were always picked.

    **Definition.** As ``linking_f1``, but a prediction on the span of a gold mention is correct as well when a right
    concept is among its first ``k`` candidates (see ``candidate_recall``). Spans stay as they were predicted.

    **Answers** what a perfect reranker would bring: its gap to ``linking_f1`` is what ranking costs, its gap to 1 what
    spans and candidates cost.

    **Misleads when** read as reachable: no reranker is always right.

    Args:
        links: Predicted against gold mentions.
        k: How many candidates count; all by default.
        match: When spans are the same: ``"strong"``, ``"word"``, ``"weak"`` or ``"iou"``, as for ``linking_f1``.
        iou: The share for ``"iou"``, in (0, 1].
        beta: Weight of recall.

    Returns:
        One row per sample: tp, tp + fp, tp, tp + fn. Value in [0, 1], higher is better.

    Undefined when:
        There is neither a gold nor a predicted mention.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "B"}, {"start": 5, "end": 9, "id": "C"}]}]
        >>> ranked = [{"id": "A", "score": 0.9}, {"id": "B", "score": 0.4}]
        >>> run = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A", "candidates": ranked}]}]
        >>> round(oe.score("candidate_ceiling", gold, run).value, 4)
        0.6667

    Reference value:
        GSC+ test mentions, given, ten candidates of fuzzy matching: .7978 (precision and recall are the recall @10).

    Source:
        Ayoola et al. 2022, doi:10.18653/v1/2022.naacl-industry.24, on the recall of candidates.
    """
    found = links.align(match=match, iou=iou, spans_only=True)
    pairs = found.pairs[~links.gold.optional[found.pairs[:, 0]]]
    right = links.right(pairs) | (rank_of_right(links, pairs) <= (k or UNRANKED - 1))
    units, n = links.units(links.how(match, iou)), len(links.status)
    wrong = pairs[~right]
    correct = np.bincount(units[0][pairs[right, 0]], minlength=n)
    spurious = found.spurious + np.bincount(units[1][wrong[:, 1]], minlength=n)
    missed = found.missed + np.bincount(units[0][wrong[:, 0]], minlength=n)
    return FScore.counts(tp=correct, fp=spurious, fn=missed, beta=beta)
