"""HIPE-scorer: strict and fuzzy matches of links (or entity types) of tokens in IOB columns."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from ontoeval.views.links.conventions._marks import Mark, documents, of_counts, refuse
from ontoeval.views.links.conventions._overlaps import Overlaps

if TYPE_CHECKING:
    from ontoeval.views.base import Flags
    from ontoeval.views.links import Alignment, Links
    from ontoeval.views.links.conventions import Part

EMPTY = 0.0

Scheme = Literal["strict", "ent_type", "exact", "partial"]
Outcome = Literal["same", "other_name", "overlap", "overlap_other_name", "spurious", "missed"]

_NO_LINK = ("_", "-", "O", "")


class Case(NamedTuple):
    """What became of a mention.

    Attributes:
        outcome: ``"same"``: span and name agree; ``"other_name"``: only the span; ``"overlap"``: only the name, and
            spans overlap; ``"overlap_other_name"``: spans overlap; ``"spurious"``; ``"missed"``.
        name: The gold name, or the predicted one where there is no gold mention.
    """

    outcome: Outcome
    name: str


class Tally(NamedTuple):
    """SemEval 2013's counts."""

    correct: int
    incorrect: int
    partial: int
    missed: int
    spurious: int

    @property
    def counts(self) -> tuple[int, int, int]:
        """Correct, spurious and missed, as HIPE adds them up: a partial match is none."""
        return self.correct, self.incorrect + self.partial + self.spurious, self.incorrect + self.partial + self.missed


_CORRECT: dict[Scheme, tuple[Outcome, ...]] = {
    "strict": ("same",),
    "ent_type": ("same", "overlap"),
    "exact": ("same", "other_name"),
    "partial": ("same", "other_name"),
}
_PARTIAL: dict[Scheme, tuple[Outcome, ...]] = {
    "strict": (),
    "ent_type": (),
    "exact": (),
    "partial": ("overlap", "overlap_other_name"),
}


def align(links: Links, *, scope: str, level: str, typed: bool, spans_only: bool, match: str = "strong") -> Alignment:
    """Counts of HIPE-scorer: ``strict``, with ``match="weak"`` its fuzzy regime (``ent_type``).

    With ``spans_only`` and ``typed`` the types of entities are compared (its task ``nerc``), with ``spans_only`` alone
    spans (``exact``); else links (``nel``), where NIL is a link like any other. Upper and lower case are one. See
    `cases` for the rules.
    """
    refuse("hipe", scope=(scope, ("all",)), level=(level, ("mention",)), match=(match, ("strong", "weak")))
    if not spans_only:
        refuse("hipe", typed=(typed, (False,)))
    exact: Scheme = "exact" if spans_only and not typed else "strict"
    scheme: Scheme = "ent_type" if match == "weak" else exact
    return of_counts([tally(found, scheme).counts for found in cases(links, types=spans_only)])


def alone(links: Links, aligned: Alignment, part: Part) -> Flags:
    """Documents with predictions (precision), with gold mentions (recall), with both (F)."""
    found, wanted = aligned.correct + aligned.spurious > 0, aligned.correct + aligned.missed > 0
    return {"precision": found, "recall": wanted, "f": found & wanted}[part]


def cases(
    links: Links, *, types: bool = False, n_best: int = 1, tags: Collection[str] | None = None
) -> list[list[Case]]:
    """What became of the mentions of each sample.

    Predictions are gone through in their order. One whose span and name a gold mention has is right (however often
    that mention was hit before); otherwise the first gold mention that has its span (hit before or not), or overlaps
    it and was not hit before, is its partner; otherwise it is spurious.

    Args:
        links: Predicted against gold mentions.
        types: The names are types; else links.
        n_best: How many of the ranked links of a prediction count; any of them may be right.
        tags: Types that count beside those of the golden set; predictions of any other type are left out. Links always
            count.
    """
    both = [
        [_named(side, types, n_best) for side in (document.gold, document.predicted)] for document in documents(links)
    ]
    known = {names[0] for gold, _ in both for _, names in gold}
    if not types:
        known |= {names[0] for _, predicted in both for _, names in predicted}
    known |= {tag.upper() for tag in tags or ()}
    return [
        _of_one([each for each in gold if each[1][0] in known], [each for each in found if known & set(each[1])])
        for gold, found in both
    ]


def tally(found: list[Case], scheme: Scheme) -> Tally:
    """The counts of some cases.

    Args:
        found: The cases.
        scheme: ``"strict"``, ``"ent_type"`` (fuzzy), ``"exact"`` or ``"partial"``.
    """
    outcomes = [case.outcome for case in found]
    correct = sum(outcome in _CORRECT[scheme] for outcome in outcomes)
    partial = sum(outcome in _PARTIAL[scheme] for outcome in outcomes)
    missed, spurious = outcomes.count("missed"), outcomes.count("spurious")
    return Tally(correct, len(outcomes) - correct - partial - missed - spurious, partial, missed, spurious)


Named = tuple[Mark, list[str]]


def _named(side: list[Mark], types: bool, n_best: int) -> list[Named]:
    """Mentions with the names that count; those without one are no mentions."""
    found = []
    for mark in side:
        names = [mark.kind or ""] if types else list(mark.candidates[:n_best] or mark.ids[:1])
        names = [name.upper() for name in names if name not in _NO_LINK]
        if names:
            found.append((mark, names))
    return found


def _of_one(gold: list[Named], predicted: list[Named]) -> list[Case]:
    marks = [mark for mark, _ in gold]
    overlaps = Overlaps(marks, range(len(marks)))
    exact: dict[tuple[tuple[int, int], str], int] = {}
    spans: dict[tuple[int, int], int] = {}
    for place, (mark, names) in enumerate(gold):
        exact.setdefault((mark.span, names[0]), place)
        spans.setdefault(mark.span, place)
    free = np.ones(len(gold), dtype=bool)
    found = []
    for mark, names in predicted:
        places = [exact[mark.span, name] for name in names if (mark.span, name) in exact]
        if not places:
            near = (spans.get(mark.span), overlaps.first(mark, free))
            places = [place for place in near if place is not None]
        if not places:
            found.append(Case("spurious", names[0]))
            continue
        partner = min(places)
        free[partner] = False
        name = gold[partner][1][0]
        found.append(Case(_outcome(marks[partner].span == mark.span, name in names), name))
    return found + [Case("missed", gold[place][1][0]) for place in np.flatnonzero(free).tolist()]


def _outcome(same_span: bool, same_name: bool) -> Outcome:
    if same_span:
        return "same" if same_name else "other_name"
    return "overlap" if same_name else "overlap_other_name"
