"""Linked mentions as other tools would count them: one set of mentions, several numbers, and why they differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ontoeval.statistics.rows import FScore, Ratio
from ontoeval.views.compiled import Compiled
from ontoeval.views.links import Alignment, Links, conventions
from ontoeval.views.links.conventions import neleval
from ontoeval.views.links.facts import Facts

#: neleval's 19 measures by its names, and the metric that gives each one's F.
NELEVAL = {**neleval.MEASURES, **neleval.CLUSTERING_METRICS}

#: What can make a difference, by the fact that tells how many mentions it is about.
_REASONS = {
    "resolved": "{n} ids are equal only after resolution",
    "repeats": "{n} repeated mentions are counted again",
    "alternatives": "{n} alternative gold ids count as gold mentions of their own",
    "composites": "{n} composite mentions are read as written",
    "optional": "{n} optional gold mentions must be found",
    "readings": "{n} gold mentions that are other readings must be found",
    "outside": "{n} predictions outside the annotated area are wrong",
    "nil": "{n} NIL mentions are treated its way",
    "other_nil": "{n} ids are NIL for one and a concept for the other",
    "unwritten": "{n} predictions without an id are right where gold has none",
    "missing_spans": "{n} gold mentions without a prediction on their span are left out",
    "extra_spans": "{n} predictions on no gold span are left out",
    "words": "{n} right links have their span only up to the borders of its words",
    "overlaps": "{n} right links have a span that only overlaps",
}
_SAY = {
    ("elevant", "readings"): "{n} gold mentions are other readings of one, which is chosen its way",
    ("gerbil", "composites"): "{n} composite mentions are right with one id in common",
    ("bc5cdr", "composites"): "{n} composite mentions are split into ids",
    ("bc5cdr", "alternatives"): "{n} alternative gold ids are one id with others",
    ("bc5cdr", "nil"): "{n} NIL mentions: only -1 is no id",
    ("spacy", "alternatives"): "{n} alternative gold ids are not known",
    ("spacy", "nil"): "{n} NIL mentions: right ones do not count, and only NIL is NIL",
    ("hipe", "alternatives"): "{n} alternative gold ids are not known",
    ("neleval", "repeats"): "{n} repeated mentions are one only when their ids are spelled alike",
}
_GOLD = ("optional", "readings", "outside")
_BY_TOOL = {
    "neleval": ("resolved", "repeats", "alternatives", "composites", "other_nil", *_GOLD),
    "elevant": ("resolved", "repeats", "words", "readings", "nil"),
    "gerbil": ("resolved", "repeats", "composites", *_GOLD),
    "bc5cdr": ("resolved", "composites", "alternatives", "nil", *_GOLD),
    "spacy": ("missing_spans", "extra_spans", "resolved", "nil", "unwritten", "alternatives", "optional", "readings"),
    "hipe": ("resolved", "repeats", "alternatives", "composites", *_GOLD),
}


@dataclass(frozen=True)
class _Count:
    """A count of a tool.

    Attributes:
        tool, measure: The tool, and its own name for the count.
        metric: The metric that gives it.
        options: What is asked for, of the tool and of ours that it is compared with.
        more: Further facts that can make a difference.
    """

    tool: str
    measure: str
    metric: str
    options: dict[str, Any] = field(default_factory=dict)
    more: tuple[str, ...] = ()

    @property
    def ours(self) -> dict[str, Any]:
        """What it is compared with: the same, with equal spans."""
        return {name: value for name, value in self.options.items() if name != "match"}


_COUNTS = (
    _Count("neleval", "strong_link_match", NELEVAL["strong_link_match"], {"scope": "in_kb"}),
    _Count("neleval", "strong_all_match", NELEVAL["strong_all_match"]),
    _Count("neleval", "entity_match", NELEVAL["entity_match"], {"scope": "in_kb", "level": "document"}),
    _Count("elevant", "IGNORED (InKB)", 'linking_f1(scope="in_kb", convention="elevant")', {"scope": "in_kb"}),
    _Count("elevant", "REQUIRED (with NIL)", 'linking_f1(convention="elevant")'),
    _Count("gerbil", "A2KB strong", 'linking_f1(convention="gerbil")'),
    _Count("gerbil", "A2KB weak", 'linking_f1(match="weak", convention="gerbil")', {"match": "weak"}, ("overlaps",)),
    _Count("bc5cdr", "id", 'linking_f1(convention="bc5cdr")', {"level": "document"}),
    _Count("spacy", "nel_micro", 'linking_f1(convention="spacy")'),
    _Count("hipe", "nel strict", 'linking_f1(convention="hipe")'),
    _Count("hipe", "nel fuzzy", 'linking_f1(match="weak", convention="hipe")', {"match": "weak"}, ("overlaps",)),
)


def measures(tool: str) -> list[str]:
    """Our names of the measures of a tool."""
    if tool == "neleval":
        return list(dict.fromkeys(NELEVAL.values()))
    return [count.metric for count in _COUNTS if count.tool == tool]


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """Two rows of our own, and one for each count of another tool.

    Columns: ``tool``, ``measure`` (its own name), ``metric`` (ours that gives it), ``tp``, ``fp``, ``fn``,
    ``precision``, ``recall``, ``f1``, and ``why`` it differs from our counts of the same scope and level: what in these
    mentions the tool reads in its own way, with how many mentions that are. A tool that cannot count these mentions has
    no numbers.
    """
    links = compiled.view(Links)
    return [] if links.unmeasured is not None else table(links)


def table(links: Links) -> list[dict[str, Any]]:
    """The rows for a view of mentions."""
    facts = Facts(links)
    result = [
        _row("ontoeval", "linking", "linking_f1", links.align(), "ids resolved, NIL is a value, each mention once"),
        _row("ontoeval", "as written", "linking_f1(resolve=false)", links.align(resolve=False), _raw(facts)),
    ]
    for count in _COUNTS:
        aligned = conventions.align(count.tool, links, **count.options)
        why = _why(count, facts, _same(aligned, links.align(**count.ours)))
        result.append(_row(count.tool, count.measure, count.metric, aligned, why, links))
    return result


def _raw(facts: Facts) -> str:
    return _REASONS["resolved"].format(n=facts.resolved) if facts.resolved else "the same counts"


def _same(aligned: Alignment, ours: Alignment) -> bool:
    return all(
        int(getattr(aligned, name).sum()) == int(getattr(ours, name).sum())
        for name in ("correct", "spurious", "missed")
    )


def _why(count: _Count, facts: Facts, same: bool) -> str:
    if same:
        return "the same counts"
    names: Sequence[str] = (*count.more, *_BY_TOOL[count.tool])
    found = [(name, getattr(facts, name)) for name in names]
    texts = [_SAY.get((count.tool, name), _REASONS[name]).format(n=number) for name, number in found if number]
    return "; ".join(texts) or "mentions are paired in another way"


def _row(
    tool: str, measure: str, metric: str, aligned: Alignment, why: str, links: Links | None = None
) -> dict[str, Any]:
    tp, fp, fn = (int(column.sum()) for column in (aligned.correct, aligned.spurious, aligned.missed))
    if links is None:
        scores = Ratio([tp], [tp + fp]), Ratio([tp], [tp + fn]), FScore.counts([tp], [fp], [fn])
    else:
        scores = (
            conventions.precision(tool, links, aligned),
            conventions.recall(tool, links, aligned),
            conventions.f_score(tool, links, aligned),
        )
    values = (score.sums().value for score in scores)
    return {
        "tool": tool,
        "measure": measure,
        "metric": metric,
        "tp": tp,
        "fp": fp,
        "fn": fn,
        **dict(zip(("precision", "recall", "f1"), values, strict=True)),
        "why": why,
    }
