"""Share of the gold mentions with a concept that are linked to it."""

from __future__ import annotations

from ontoeval.metrics.definition import SpanShare, metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.links import Links, Match


@metric(
    view=Links,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="doi:10.3115/v1/P14-2076",
    missing=0.0,
)
def in_kb_accuracy(links: Links, *, match: Match = "strong", iou: SpanShare = 0.5) -> Ratio:
    """Share of the gold mentions with a concept that are linked to it.

    **Definition.** Of the gold mentions with a concept, those where the system has the same span and the same concept,
    ids resolved. Gold NIL mentions, and whatever is predicted elsewhere, do not count: the accuracy of papers on
    disambiguation, where the mentions are given.

    **Answers** how often the right concept is chosen, NIL and false alarms set aside.

    **Misleads when** the system had to find the mentions itself: those it did not find count as wrong here, but not in
    ``disambiguation_accuracy``.

    Args:
        links: Predicted against gold mentions.
        match: When spans are the same: ``"strong"``, ``"word"``, ``"weak"`` or ``"iou"``, as for ``linking_f1``.
        iou: The share for ``"iou"``, in (0, 1].

    Returns:
        One row per sample: right, gold mentions with a concept. Value in [0, 1], higher is better.

    Undefined when:
        No gold mention has a concept.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A"}, {"start": 5, "end": 9, "id": None}]}]
        >>> run = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A"}, {"start": 5, "end": 9, "id": "C"}]}]
        >>> oe.score("in_kb_accuracy", gold, run).value
        1.0

    Reference value:
        GSC+ test mentions, given, with the concept that fuzzy matching ranks first: 1348 of 1949 = .6916.

    Source:
        Hachey, Nothman, Radford 2014, doi:10.3115/v1/P14-2076.
    """
    found = links.align("in_kb", match=match, iou=iou)
    return Ratio(found.correct, found.correct + found.missed)
