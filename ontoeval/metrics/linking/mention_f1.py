"""F score of found mentions: right span, whatever the concept."""

from __future__ import annotations

from ontoeval.metrics.definition import Beta, SpanShare, metric
from ontoeval.metrics.linking._counting import MENTIONS, MentionConvention, aligned, f_score
from ontoeval.statistics.rows import FScore
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
def mention_f1(
    links: Links,
    *,
    scope: Scope = "all",
    match: Match = "strong",
    iou: SpanShare = 0.5,
    typed: bool = False,
    convention: MentionConvention = "ontoeval",
    beta: Beta = 1.0,
) -> FScore:
    """F score of found mentions: right span, whatever the concept.

    **Definition.** As ``linking_f1``, but a prediction is correct when a gold mention has the same span; the concept is
    not compared.

    **Answers** whether errors are errors of finding mentions or of choosing concepts: the gap to ``linking_f1`` is the
    share of disambiguation.

    **Misleads when** the guidelines of span annotation differ ("severe headache" or "headache"): compare
    ``match="weak"``.

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
        beta: Weight of recall.

    Returns:
        One row per sample: tp, tp + fp, tp, tp + fn. Value in [0, 1], higher is better.

    Undefined when:
        There is neither a gold nor a predicted mention in scope.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A"}, {"start": 5, "end": 9, "id": "B"}]}]
        >>> run = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A"}, {"start": 5, "end": 9, "id": "C"}]}]
        >>> oe.score("mention_f1", gold, run).value
        1.0

    Reference value:
        GSC+ with a dictionary linker: tp 1119, fp 110, fn 1003 (neleval 3.1.1, strong_mention_match).

    Source:
        Hachey, Nothman, Radford 2014, doi:10.3115/v1/P14-2076.
    """
    found = aligned(links, convention, scope=scope, match=match, iou=iou, typed=typed, spans_only=True)
    return f_score(links, convention, found, beta)
