"""Share of the rightly found mentions that are linked to the right concept."""

from __future__ import annotations

import numpy as np

from ontoeval.metrics.definition import SpanShare, metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.coding import NIL
from ontoeval.views.links import Links, Match


@metric(
    view=Links,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="doi:10.3115/v1/P14-2076",
    missing=None,
)
def disambiguation_accuracy(links: Links, *, match: Match = "strong", iou: SpanShare = 0.5) -> Ratio:
    """Share of the rightly found mentions that are linked to the right concept.

    **Definition.** Of the gold mentions with a concept whose span the system found too, those with the same concept,
    ids resolved. Spans that nobody found do not count, nor do optional gold mentions.

    **Answers** how good the choice of concepts is, apart from the finding of mentions.

    **Misleads when** only easy mentions are found: read it with ``mention_f1``.

    Args:
        links: Predicted against gold mentions.
        match: When spans are the same: ``"strong"``, ``"word"``, ``"weak"`` or ``"iou"``, as for ``linking_f1``.
        iou: The share for ``"iou"``, in (0, 1].

    Returns:
        One row per found mention: right, 1. Value in [0, 1], higher is better.

    Undefined when:
        No gold mention with a concept was found.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A"}, {"start": 5, "end": 9, "id": "B"}]}]
        >>> run = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A"}, {"start": 5, "end": 9, "id": "C"}]}]
        >>> oe.score("disambiguation_accuracy", gold, run).value
        0.5

    Reference value:
        GSC+ with a dictionary linker: 1052 of 1119 (neleval 3.1.1: strong_link_match over strong_mention_match).

    Source:
        Hachey, Nothman, Radford 2014, doi:10.3115/v1/P14-2076.
    """
    pairs = links.same_span(match, iou)
    gold = links.gold
    found = pairs[(gold.code[pairs[:, 0]] != NIL) & ~gold.optional[pairs[:, 0]]]
    right = links.right(found)
    return Ratio(right, np.ones(len(found), dtype=np.int64), sample=links.gold_unit[found[:, 0]])
