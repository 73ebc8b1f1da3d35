"""F score of linked mentions: right span and right concept."""

from __future__ import annotations

from ontoeval.metrics.definition import Beta, SpanShare, metric
from ontoeval.metrics.linking._counting import LINKING, aligned, f_score
from ontoeval.statistics.rows import FScore
from ontoeval.views.links import Convention, Level, Links, Match, Scope


@metric(
    view=Links,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="https://github.com/wikilinks/neleval",
    version=2,
    conventions=LINKING,
)
def linking_f1(
    links: Links,
    *,
    scope: Scope = "all",
    level: Level = "mention",
    match: Match = "strong",
    iou: SpanShare = 0.5,
    typed: bool = False,
    given: bool = False,
    resolve: bool = True,
    convention: Convention = "ontoeval",
    beta: Beta = 1.0,
) -> FScore:
    """F score of linked mentions: right span and right concept.

    **Definition.** A predicted mention is correct when a gold mention has the same span and the same concept,
    ids resolved on both sides (any of its alternatives, all of its parts); each gold mention is matched once. With tp
    correct, fp other predictions and fn unmatched gold mentions, ``F = (1 + β²) tp / ((1 + β²) tp + β² fn + fp)``.
    Optional gold
    mentions are neither found nor missed, and a prediction that matches one is neither right nor wrong; nor is a
    prediction outside the annotated area (``gold.spans``) that matches nothing.

    **Answers** whether the concepts that everything downstream relies on are found and right.

    **Misleads when** spans are drawn differently (a right concept on a slightly other span counts twice against
    the system: compare ``match="weak"``, ``mention_f1`` and ``level="document"``), and when one frequent concept
    dominates: compare ``average="macro:id"``.

    Args:
        links: Predicted against gold mentions.
        scope: ``"all"``: NIL is a value like any other; ``"in_kb"``: only mentions with a concept; ``"nil"``:
            only NIL mentions; ``"gold_in_kb"``: only gold mentions with a concept, and all predictions but those on
            the span of a gold NIL.
        level: ``"mention"``, or ``"document"``: the set of concepts of each sample, spans set aside; composites are
            split.
        match: When spans are the same: ``"strong"`` (equal), ``"word"`` (equal at the borders of words), ``"weak"``
            (they overlap), ``"iou"`` (they share at least ``iou`` of what they cover together); the pairs are the best
            ones, whatever the order.
        iou: That share, in (0, 1].
        typed: Types must be equal too.
        given: The system was given the gold spans: predictions on other spans do not count.
        resolve: False compares ids as they are written, without regard to aliases and spellings.
        convention: Whose rules count: ``"ontoeval"``; or another tool's, which sees ids as they are written:
            ``"neleval"``, ``"elevant"``, ``"gerbil"``, ``"bc5cdr"``, ``"spacy"`` or ``"hipe"``.
        beta: Weight of recall.

    Returns:
        One row per sample: tp, tp + fp, tp, tp + fn. Value in [0, 1], higher is better.

    Undefined when:
        There is neither a gold nor a predicted mention in scope. With only one of them it is 0.

    Example:
        One of two mentions is linked to the right concept, the other one to a wrong one:

        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A"}, {"start": 5, "end": 9, "id": "B"}]}]
        >>> run = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A"}, {"start": 5, "end": 9, "id": "C"}]}]
        >>> oe.score("linking_f1", gold, run).value
        0.5
        >>> oe.score('linking_f1(level="document")', gold, run).value
        0.5

    Reference value:
        GSC+ with a dictionary linker: tp 1052, fp 177, fn 1070, F1 .628 (neleval 3.1.1, strong_link_match); at
        document level 721, 90, 712 (entity_match).

    Source:
        Hachey, Nothman, Radford 2014, doi:10.3115/v1/P14-2076.
    """
    found = aligned(
        links, convention, scope=scope, level=level, match=match, iou=iou, typed=typed, given=given, resolve=resolve
    )
    return f_score(links, convention, found, beta)
