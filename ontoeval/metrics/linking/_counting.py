"""Counts of linked or found mentions as rows, by our rules or by those of another tool."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from ontoeval.statistics.rows import FScore, Ratio
from ontoeval.views.links import Alignment, Convention, Links, conventions

#: The tools that have a rule for found mentions. (HIPE's looks at the types of the whole golden set: it cannot add up.)
MentionConvention = Literal["ontoeval", "neleval", "gerbil", "bc5cdr"]

_OURS = {"iou": 0.5, "given": False, "resolve": False}
_STRONG = _OURS | {"match": "strong"}
#: What each tool's rules fix for linked mentions.
LINKING: Mapping[str, Mapping[str, Any]] = {
    "neleval": _STRONG,
    "elevant": _STRONG | {"level": "mention", "typed": False},
    "gerbil": _OURS | {"typed": False},
    "bc5cdr": _STRONG | {"level": "document"},
    "spacy": _STRONG | {"scope": "all", "level": "mention", "typed": False},
    "hipe": _OURS | {"scope": "all", "level": "mention", "typed": False},
}
#: What each tool's rules fix for found mentions.
MENTIONS: Mapping[str, Mapping[str, Any]] = {
    "neleval": {"match": "strong", "iou": 0.5},
    "gerbil": {"iou": 0.5, "typed": False},
    "bc5cdr": {"match": "strong", "iou": 0.5},
}


def aligned(links: Links, convention: Convention, **options: Any) -> Alignment:
    """The alignment by our rules (see `Links.align`) or by those of another tool."""
    if convention == "ontoeval":
        return links.align(**options)
    known = {name: value for name, value in options.items() if name not in _OURS}
    return links.conventional(convention, **known)


def f_score(links: Links, convention: Convention, found: Alignment, beta: float) -> FScore:
    """Rows of an F score."""
    if convention == "ontoeval":
        return FScore.counts(tp=found.correct, fp=found.spurious, fn=found.missed, beta=beta)
    return conventions.f_score(convention, links, found, beta)


def precision(links: Links, convention: Convention, found: Alignment) -> Ratio:
    """Rows of a precision."""
    if convention == "ontoeval":
        return Ratio(found.correct, found.correct + found.spurious)
    return conventions.precision(convention, links, found)


def recall(links: Links, convention: Convention, found: Alignment) -> Ratio:
    """Rows of a recall."""
    if convention == "ontoeval":
        return Ratio(found.correct, found.correct + found.missed)
    return conventions.recall(convention, links, found)
