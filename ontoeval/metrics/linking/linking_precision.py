"""Share of the predicted mentions that have the right span and concept."""

from __future__ import annotations

from ontoeval.metrics.definition import SpanShare, metric
from ontoeval.metrics.linking._counting import LINKING, aligned, precision
from ontoeval.statistics.rows import Ratio
from ontoeval.views.links import Convention, Level, Links, Match, Scope


@metric(
    view=Links,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="https://github.com/wikilinks/neleval",
    version=2,
    missing=None,
    conventions=LINKING,
)
def linking_precision(
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
) -> Ratio:
    """Share of the predicted mentions that have the right span and concept.

    **Definition.** ``tp / (tp + fp)``: correct predictions over all predictions; what is correct, and what does
    not count at
    all, is said at ``linking_f1``.

    **Answers** how far a link can be trusted, for instance as a hard filter.

    **Misleads when** the system links little: read it with ``linking_recall``.

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

    Returns:
        One row per sample: correct, predicted. Value in [0, 1], higher is better.

    Undefined when:
        Nothing is predicted in scope; samples that the system gave nothing for are counted, but cannot be wrong.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A"}, {"start": 5, "end": 9, "id": "B"}]}]
        >>> run = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A"}]}]
        >>> oe.score("linking_precision", gold, run).value
        1.0

    Reference value:
        GSC+ with a dictionary linker: 1052 / 1229 = .856 (neleval 3.1.1, strong_link_match).

    Source:
        Hachey, Nothman, Radford 2014, doi:10.3115/v1/P14-2076.
    """
    found = aligned(
        links, convention, scope=scope, level=level, match=match, iou=iou, typed=typed, given=given, resolve=resolve
    )
    return precision(links, convention, found)
