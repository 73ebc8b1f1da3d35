"""Share of the predicted mentions that have the span of a gold mention."""

from __future__ import annotations

from ontoeval.metrics.definition import SpanShare, metric
from ontoeval.metrics.linking._counting import MENTIONS, MentionConvention, aligned, precision
from ontoeval.statistics.rows import Ratio
from ontoeval.views.links import Links, Match, Scope


@metric(
    view=Links,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="https://github.com/wikilinks/neleval",
    missing=None,
    conventions=MENTIONS,
)
def mention_precision(
    links: Links,
    *,
    scope: Scope = "all",
    match: Match = "strong",
    iou: SpanShare = 0.5,
    typed: bool = False,
    convention: MentionConvention = "ontoeval",
) -> Ratio:
    """Share of the predicted mentions that have the span of a gold mention.

    **Definition.** ``tp / (tp + fp)``: predictions with the span of a gold mention over all predictions; each gold
    mention is
    matched once. Predictions that match optional gold mentions, or lie outside the annotated area, do not count.

    **Answers** how much of what is marked as a mention is one.

    **Misleads when** the system marks little: read it with ``mention_recall``.

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
        One row per sample: correct, predicted. Value in [0, 1], higher is better.

    Undefined when:
        Nothing is predicted in scope; samples that the system gave nothing for are counted, but cannot be wrong.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A"}, {"start": 5, "end": 9, "id": "B"}]}]
        >>> run = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A"}, {"start": 5, "end": 8, "id": "C"}]}]
        >>> oe.score("mention_precision", gold, run).value
        0.5
        >>> oe.score('mention_precision(match="weak")', gold, run).value
        1.0

    Reference value:
        GSC+ with a dictionary linker: 1119 / 1229 = .9105 (neleval 3.1.1, strong_mention_match).

    Source:
        Hachey, Nothman, Radford 2014, doi:10.3115/v1/P14-2076.
    """
    found = aligned(links, convention, scope=scope, match=match, iou=iou, typed=typed, spans_only=True)
    return precision(links, convention, found)
