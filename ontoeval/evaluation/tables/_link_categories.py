"""Categories of errors in finding mentions and choosing concepts: those of ELEVANT that need no Wikidata."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ontoeval.views.base import Flags, Integers
from ontoeval.views.coding import NIL
from ontoeval.views.links import LinkPairs, Outcome, Spans
from ontoeval.views.links.candidates import UNRANKED, rank_of_right
from ontoeval.views.links.overlaps import Bounds, overlapping, touched

#: Categories that are counted beside the others of their group, and do not name a pair.
_BESIDE = ("all", "wrong_candidates", "multiple_candidates")


@dataclass(frozen=True)
class Case:
    """A category of errors.

    Attributes:
        group: ``"not_found"``, ``"false_alarm"`` or ``"wrong_concept"``.
        category: Its name in the group.
        errors: Which pairs are such errors.
        possible: Which pairs are or could have been.
    """

    group: str
    category: str
    errors: Flags
    possible: Flags


class Categories:
    """The categories of pairs. Only concepts count: NIL is no link on either side.

    Case counts where most gold mentions begin with an upper-case letter, and texts are known.

    Args:
        pairs: The pairs.
    """

    def __init__(self, pairs: LinkPairs) -> None:
        self.pairs = pairs
        gold_linked = _linked(pairs.links.gold, pairs.gold)
        linked = _linked(pairs.links.predicted, pairs.predicted)
        self.found = pairs.of(Outcome.RIGHT, Outcome.WRONG_LINK)
        self.not_found = pairs.of(Outcome.MISSED, Outcome.LINK_AS_NIL) & gold_linked
        self.false = pairs.of(Outcome.SPURIOUS, Outcome.NIL_AS_LINK) & linked
        self.wrong = pairs.of(Outcome.WRONG_LINK)
        self.wanted = self.found | self.not_found

    @cached_property
    def cases(self) -> list[Case]:
        """The categories by group; those of one that no pair could fall into are left out."""
        every = [*self._not_found(), *self._false_alarm(), *self._wrong_concept()]
        return [case for case in every if case.possible.any()]

    @cached_property
    def of_pair(self) -> list[str | None]:
        """The category of each pair."""
        names: list[str | None] = [None] * len(self.pairs)
        for case in self.cases:
            if case.category not in _BESIDE:
                for place in np.flatnonzero(case.errors).tolist():
                    names[place] = case.category
        return names

    def _not_found(self) -> list[Case]:
        missed, named, wanted = self.not_found, self._named, self.wanted
        part, overlap = self._beside_false
        several = self._several_words & named
        kinds = [missed & ~named, missed & named & part, missed & named & ~part & overlap]
        return [
            Case("not_found", "all", missed, wanted),
            Case("not_found", "lowercased", kinds[0], wanted & ~named),
            Case("not_found", "partially_included", kinds[1], kinds[1] | (wanted & several)),
            Case("not_found", "partial_overlap", kinds[2], wanted & named),
            Case("not_found", "other", missed & named & ~part & ~overlap, wanted & named),
        ]

    def _false_alarm(self) -> list[Case]:
        false, named = self.false, self._named
        predicted = false | self.found
        unknown = self.pairs.of(Outcome.NIL_AS_LINK)
        nil = unknown | self.pairs.of(Outcome.RIGHT_NIL) | (self.pairs.of(Outcome.MISSED) & ~self.not_found)
        lowercased = false & ~named & ~self._touches_wanted
        of_nil = false & named & unknown
        other = false & ~lowercased & ~of_nil
        return [
            Case("false_alarm", "all", false, predicted),
            Case("false_alarm", "lowercased", lowercased, lowercased | (self.found & ~named)),
            Case("false_alarm", "groundtruth_unknown", of_nil, of_nil | (nil & named & ~false)),
            Case("false_alarm", "other", other, other | (self.found & named)),
            Case("false_alarm", "wrong_span", self._wrong_span, predicted),
        ]

    def _wrong_concept(self) -> list[Case]:
        wrong, partial = self.wrong, self.found & self._partial_name
        cases = [Case("wrong_concept", "all", wrong, self.found)]
        if partial.any():
            cases += [
                Case("wrong_concept", "partial_name", wrong & partial, partial),
                Case("wrong_concept", "other", wrong & ~partial, self.found & ~partial),
            ]
        ranked = self.pairs.links.predicted.candidates
        if not len(ranked.code):
            return cases
        among = np.zeros(len(self.pairs), dtype=bool)
        several = among.copy()
        places = np.flatnonzero(self.found)
        both = np.stack([self.pairs.gold[places], self.pairs.predicted[places]], axis=1)
        among[places] = rank_of_right(self.pairs.links, both) != UNRANKED
        several[places] = np.diff(ranked.indptr)[both[:, 1]] > 1
        return [
            *cases,
            Case("wrong_concept", "wrong_candidates", wrong & ~among, self.found),
            Case("wrong_concept", "multiple_candidates", wrong & among & several, among & several),
        ]

    # Texts

    @cached_property
    def _surfaces(self) -> list[str] | None:
        """The text of each pair, or None where texts are not known."""
        texts = self.pairs.links.gold.texts
        if not any(texts):
            return None
        columns = (self.pairs.sample.tolist(), self.pairs.start.tolist(), self.pairs.end.tolist())
        return [(texts[sample] or "")[start:end] for sample, start, end in zip(*columns, strict=True)]

    @cached_property
    def _named(self) -> Flags:
        """Which pairs begin with an upper-case letter; all, where case does not tell names from other mentions."""
        everything = np.ones(len(self.pairs), dtype=bool)
        if self._surfaces is None:
            return everything
        named = np.array([_first_letter(text).isupper() for text in self._surfaces], dtype=bool)
        return named if 2 * int((named & self.wanted).sum()) > int(self.wanted.sum()) else everything

    @cached_property
    def _several_words(self) -> Flags:
        """Which pairs have a space in their text; all, where texts are not known."""
        if self._surfaces is None:
            return np.ones(len(self.pairs), dtype=bool)
        return np.array([" " in text for text in self._surfaces], dtype=bool)

    @cached_property
    def _partial_name(self) -> Flags:
        """Which pairs have a text that is part of the longer label, of several words, of the gold concept."""
        flags = np.zeros(len(self.pairs), dtype=bool)
        links = self.pairs.links
        if links.ontology is None or self._surfaces is None:
            return flags
        code = np.where(self.pairs.gold >= 0, links.gold.code[self.pairs.gold], NIL)
        labels = {one: links.ontology.label(links.name(one)) or "" for one in np.unique(code[code >= 0]).tolist()}
        for place in np.flatnonzero(self.found & (code >= 0)).tolist():
            label, text = labels[int(code[place])], self._surfaces[place]
            flags[place] = " " in label and len(text) < len(label) and text in label
        return flags

    # Spans

    def _bounds(self, side: Spans, place: Integers) -> Bounds:
        return side.sample[place], side.start[place], side.end[place]

    @cached_property
    def _of_false(self) -> Bounds:
        return self._bounds(self.pairs.links.predicted, self.pairs.predicted[self.false])

    @cached_property
    def _beside_false(self) -> tuple[Flags, Flags]:
        """Which pairs are gold mentions that a false alarm lies within, and which ones it overlaps."""
        part, overlap = (np.zeros(len(self.pairs), dtype=bool) for _ in range(2))
        places = np.flatnonzero(self.not_found)
        gold, false = self._bounds(self.pairs.links.gold, self.pairs.gold[places]), self._of_false
        left, right = overlapping(gold, false).T
        inside = (gold[1][left] <= false[1][right]) & (false[2][right] <= gold[2][left])
        same = (gold[1][left] == false[1][right]) & (gold[2][left] == false[2][right])
        overlap[places[left]] = True
        part[places[left[inside & ~same]]] = True
        return part, overlap

    @cached_property
    def _touches_wanted(self) -> Flags:
        """Which false alarms overlap a gold mention with a concept."""
        flags = np.zeros(len(self.pairs), dtype=bool)
        flags[self.false] = touched(self._of_false, self._bounds(self.pairs.links.gold, self.pairs.gold[self.wanted]))
        return flags

    @cached_property
    def _wrong_span(self) -> Flags:
        """Which false alarms overlap a gold mention of the same concept with another span."""
        flags = np.zeros(len(self.pairs), dtype=bool)
        places, links = np.flatnonzero(self.false), self.pairs.links
        wanted = self.pairs.gold[self.wanted]
        gold, false = self._bounds(links.gold, wanted), self._of_false
        left, right = overlapping(gold, false).T
        other = (gold[1][left] != false[1][right]) | (gold[2][left] != false[2][right])
        both = np.stack([wanted[left], self.pairs.predicted[places[right]]], axis=1)[other]
        flags[places[right[other]][links.right(both)]] = True
        return flags


def _linked(side: Spans, place: Integers) -> Flags:
    """Which places, some of them -1, are mentions with a concept."""
    flags = np.zeros(len(place), dtype=bool)
    there = np.flatnonzero(place >= 0)
    flags[there] = side.code[place[there]] != NIL
    return flags


def _first_letter(text: str) -> str:
    return next((sign for sign in text if sign.isalpha()), "")
