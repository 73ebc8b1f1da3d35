"""Share of the gold mentions whose span is found."""

from __future__ import annotations

from ontoeval.metrics.definition import SpanShare, metric
from ontoeval.metrics.linking._counting import MENTIONS, MentionConvention, aligned, recall
from ontoeval.statistics.rows import Ratio
from ontoeval.views.links import Links, Match, Scope


@metric(
    view=Links,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="https://github.com/wikilinks/neleval",
    missing=0.0,
    conventions=MENTIONS,
)
def mention_recall(
    links: Links,
    *,
    scope: Scope = "all",
    match: Match = "strong",
    iou: SpanShare = 0.5,
    typed: bool = False,
    convention: MentionConvention = "ontoeval",
) -> Ratio:
    """Share of the gold mentions whose span is found.

    **Definition.** ``tp / (tp + fn)``: gold mentions whose span was predicted over all gold mentions, optional
    ones left
    out.

    **Answers** how many mentions the choice of concepts gets to see at all.

    **Misleads when** the system marks everything: read it with ``mention_precision``.

    Args:
        links: Predicted against gold mentions.
        scope: ``"all"``: NIL is a value like any other; ``"in_kb"``: only mentions with a concept; ``"nil"``:
            only NIL mentions; ``"gold_in_kb"``: only gold mentions with a concept, and all predictions but those on
            the span of a gold NIL.
        match: When spans are the same: ``"strong"`` (equal), ``"word"`` (equal at the borders of words), ``"weak"``
            (they overlap), ``"iou"`` (they share at least ``iou`` of what they cover together); the pairs are the best
            ones, whatever the order.
        iou: That share, in (0, 1].
        typed: Types must be equal too.
        convention: Whose rules count: ``"ontoeval"``; or another tool's: ``"neleval"``, ``"gerbil"`` or ``"bc5cdr"``.

    Returns:
        One row per sample: correct, gold. Value in [0, 1], higher is better.

    Undefined when:
        There is no gold mention in scope.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A"}, {"start": 5, "end": 9, "id": "B"}]}]
        >>> run = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "X"}]}]
        >>> oe.score("mention_recall", gold, run).value
        0.5

    Reference value:
        GSC+ with a dictionary linker: 1119 / 2122 = .5273 (neleval 3.1.1, strong_mention_match).

    Source:
        Hachey, Nothman, Radford 2014, doi:10.3115/v1/P14-2076.
    """
    found = aligned(links, convention, scope=scope, match=match, iou=iou, typed=typed, spans_only=True)
    return recall(links, convention, found)
