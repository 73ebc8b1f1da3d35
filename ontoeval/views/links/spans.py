"""`Spans`: the mentions of one side in arrays, and `Ranked`: their candidates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ontoeval.views.base import Flags, Integers
from ontoeval.views.coding import Codes
from ontoeval.views.concepts_repeats import positions
from ontoeval.views.links.keys import increasing, packed

Scores = NDArray[np.float64]


@dataclass(frozen=True)
class Ranked:
    """Ranked candidates of mentions as rows; the place in its row is a candidate's rank.

    Attributes:
        indptr: Where each mention's candidates start, shape ``(n + 1,)``.
        code: Resolved concept of each candidate.
        raw: Its id as written, as a position in the view's ``spellings``, or -1.
        score: Its score; NaN where it has none.
        ties: How many candidates have the score of the one before them: the given order ranks them.
    """

    indptr: Integers
    code: Codes
    raw: Integers
    score: Scores
    ties: int = 0

    @classmethod
    def none(cls, n: int) -> Ranked:
        """No candidates for ``n`` mentions."""
        empty = np.zeros(0, dtype=np.int64)
        return cls(np.zeros(n + 1, dtype=np.int64), np.zeros(0, dtype=np.int32), empty, np.zeros(0))

    def take(self, places: Integers) -> Ranked:
        """The candidates of some mentions."""
        counts = np.diff(self.indptr)[places]
        indptr = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        inside = positions(self.indptr[places], counts)
        return replace(self, indptr=indptr, code=self.code[inside], raw=self.raw[inside], score=self.score[inside])


@dataclass(frozen=True)
class Spans:
    """Mentions of one side in arrays of equal length, without repeats, by sample, span and concept.

    Attributes:
        sample: Sample of each mention.
        start, end: Its span in code points, end exclusive.
        code: Its concept (see `Coder`): >= 0 in the ontology, -1 NIL, below that an id that the ontology does
            not hold. The first one where there are alternatives or parts.
        raw: Its id as written, as a position in the view's ``spellings``; -1 where none was written.
        kind: Position of its type in the view's ``types``, or -1.
        score: Its score; NaN where it has none.
        optional: Whether finding it is left to the system.
        cluster: Position of its NIL cluster in the view's ``clusters``, or -1.
        others: Further codes that are right as well, by position of the mention.
        parts: All codes of a mention that stands for several concepts at once, by position.
        candidates: Its ranked candidates.
        repeats: How many further mentions were the same and are not in the arrays.
        texts: The text of each sample, where it is known.
        parents: Positions of the mentions that a mention is part of another reading of, by position of the mention;
            only in mentions as they were given.
    """

    sample: Integers
    start: Integers
    end: Integers
    code: Codes
    raw: Integers
    kind: Integers
    score: Scores
    optional: Flags
    cluster: Integers
    others: dict[int, tuple[int, ...]]
    parts: dict[int, tuple[int, ...]]
    candidates: Ranked
    repeats: Integers
    texts: Sequence[str | None] = field(default=(), repr=False)
    parents: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.sample)

    def take(self, places: Integers) -> Spans:
        """The mentions at some places."""
        named = self.others or self.parts
        new = {old: place for place, old in enumerate(places.tolist())} if named else {}
        columns = {name: getattr(self, name)[places] for name in _COLUMNS}
        return replace(
            self,
            **columns,
            others={new[old]: codes for old, codes in self.others.items() if old in new},
            parts={new[old]: codes for old, codes in self.parts.items() if old in new},
            candidates=self.candidates.take(places),
            parents={},
        )

    @cached_property
    def wstart(self) -> Integers:
        """Start of each mention, moved to the start of the word that it is in; where the text is known."""
        return self._words[0]

    @cached_property
    def wend(self) -> Integers:
        """End of each mention, moved to the end of the word that it is in; where the text is known."""
        return self._words[1]

    @cached_property
    def _words(self) -> tuple[Integers, Integers]:
        starts, ends = self.start.tolist(), self.end.tolist()
        for place, sample in enumerate(self.sample.tolist()):
            text = self.texts[sample] if self.texts else None
            if text is not None:
                starts[place], ends[place] = word_bounds(text, starts[place], ends[place])
        return np.array(starts, dtype=np.int64), np.array(ends, dtype=np.int64)


_COLUMNS = ("sample", "start", "end", "code", "raw", "kind", "score", "optional", "cluster", "repeats")


def in_order(spans: Spans) -> Spans:
    """The mentions by sample, span and concept, each once; the order of the input leaves no trace.

    Of several mentions with one span and one concept the one with a type, then with a score is kept; it is optional
    when all of them are, and right alternatives of any of them are right.
    """
    keys = packed([spans.sample, spans.start, spans.end, identities(spans, spans)[0]])
    if increasing(keys):
        return spans
    order = np.argsort(keys, kind="stable")
    first = np.concatenate([[True], keys[order][1:] != keys[order][:-1]])
    if first.all():
        return spans.take(order)
    group = np.cumsum(first) - 1
    repeated = np.flatnonzero(np.bincount(group)[group] > 1)
    ranked = sorted(repeated.tolist(), key=lambda place: (int(group[place]), *_rank(spans, int(order[place]))))
    order[repeated] = order[ranked]
    kept = spans.take(order[first])
    optional = np.bincount(group, ~spans.optional[order]) == 0
    others = dict(kept.others)
    for place in repeated.tolist():
        more = spans.others.get(int(order[place]))
        if more:
            mine = int(group[place])
            others[mine] = tuple(sorted({*others.get(mine, ()), *more}))
    return replace(kept, optional=optional, others=others, repeats=np.bincount(group) - 1)


def _rank(spans: Spans, place: int) -> tuple[object, ...]:
    kind, score = int(spans.kind[place]), float(spans.score[place])
    known = not np.isnan(score)
    candidates = spans.candidates
    inside = slice(int(candidates.indptr[place]), int(candidates.indptr[place + 1]))
    ranked = tuple(zip(candidates.raw[inside].tolist(), np.nan_to_num(candidates.score[inside]).tolist(), strict=True))
    own = (kind < 0, kind, not known, -score if known else 0.0, int(spans.raw[place]), int(spans.cluster[place]))
    return (*own, -len(ranked), ranked)


def identities(gold: Spans, predicted: Spans) -> tuple[Integers, Integers]:
    """What each mention means as a number: its code, or one number for each set of concepts that it stands for."""
    lowest = min(int(side.code.min(initial=0)) for side in (gold, predicted))
    meant = sorted({tuple(sorted(set(parts))) for side in (gold, predicted) for parts in side.parts.values()})
    number = {parts: lowest - 1 - place for place, parts in enumerate(meant)}
    found = []
    for side in (gold, predicted):
        identity = side.code.astype(np.int64)
        for place, parts in side.parts.items():
            identity[place] = number[tuple(sorted(set(parts)))]
        found.append(identity)
    return found[0], found[1]


def word_bounds(text: str, start: int, end: int) -> tuple[int, int]:
    """A span, made longer until it cuts no word: a run of letters and digits.

    Example:
        >>> word_bounds("two sedans here", 4, 9)
        (4, 10)
    """
    size = len(text)
    if start < size and text[start].isalnum():
        while start > 0 and text[start - 1].isalnum():
            start -= 1
    if 0 < end <= size and text[end - 1].isalnum():
        while end < size and text[end].isalnum():
            end += 1
    return start, end
