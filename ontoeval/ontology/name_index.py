"""Names of concepts by their trigrams: finds the few that a misspelt name may mean, whatever the size."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ontoeval.ontology.arrays import Int64
from ontoeval.ontology.naming import fold

_BUCKETS = 1 << 18
_MAX_POSTINGS = 10_000
_MAX_CANDIDATES = 100
_END = "\n"


class Match(NamedTuple):
    """A name that is like a text: its row, and the similarity in [0, 1] (1: equal when folded)."""

    row: int
    score: float


class NameIndex:
    """Finds names by their folded text, or by what they share with it.

    **Definition.** Candidates are the names that share most of the text's rarest trigrams (at most 10,000 entries are
    looked at, so the time does not grow with the ontology); they are ranked by `alike`.

    Args:
        names: The names, as they are written.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._texts = [fold(name) for name in names]

    def equal(self, text: str) -> list[int]:
        """Rows of the names that are the same text when folded."""
        return self._rows.get(fold(text), [])

    def near(self, text: str, *, limit: int, cutoff: float = 0.75) -> list[Match]:
        """The names most like a text, best first; ties in order of rows.

        Args:
            text: A name that somebody wrote.
            limit: How many to return at most.
            cutoff: The similarity in [0, 1] that a name needs at least.
        """
        wanted = fold(text)
        found = [Match(row, alike(wanted, self._texts[row])) for row in self._candidates(wanted)]
        found = [match for match in found if match.score >= cutoff]
        return sorted(found, key=lambda match: (-match.score, match.row))[:limit]

    @cached_property
    def _rows(self) -> dict[str, list[int]]:
        rows: dict[str, list[int]] = {}
        for row, text in enumerate(self._texts):
            if text:
                rows.setdefault(text, []).append(row)
        return rows

    @cached_property
    def _postings(self) -> tuple[Int64, NDArray[np.int32]]:
        """Row pointers per bucket, and the rows whose names have a trigram in it."""
        joined = "".join(f" {text} {_END}" for text in self._texts)
        letters = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), np.uint32)
        ends = letters == ord(_END)
        row_of = np.cumsum(ends, dtype=np.int32)[:-2] if len(letters) > 2 else np.empty(0, np.int32)
        within = ~(ends[:-2] | ends[1:-1] | ends[2:]) if len(letters) > 2 else np.empty(0, bool)
        buckets, rows = _buckets(letters)[within], row_of[within]
        order = np.argsort(buckets, kind="stable")
        buckets, rows = buckets[order], rows[order]
        first = np.append(True, (buckets[1:] != buckets[:-1]) | (rows[1:] != rows[:-1]))[: len(rows)]
        pointers = np.zeros(_BUCKETS + 1, np.int64)
        np.cumsum(np.bincount(buckets[first], minlength=_BUCKETS), out=pointers[1:])
        return pointers, rows[first]

    def _candidates(self, folded: str) -> list[int]:
        """Rows of names that share trigrams with a folded text, those with the most common ones first."""
        pointers, rows = self._postings
        letters = np.frombuffer(f" {folded} ".encode("utf-32-le", "surrogatepass"), np.uint32)
        buckets = np.unique(_buckets(letters))
        sizes = pointers[buckets + 1] - pointers[buckets]
        pieces, room = [], _MAX_POSTINGS
        for at in np.argsort(sizes, kind="stable").tolist():
            if room <= 0:
                break
            start = int(pointers[buckets[at]])
            piece = rows[start : start + min(int(sizes[at]), room)]
            pieces.append(piece)
            room -= len(piece)
        shared = np.bincount(np.concatenate(pieces)) if pieces else np.empty(0, np.int64)
        found = np.flatnonzero(shared)
        best = found[np.argsort(-shared[found], kind="stable")[:_MAX_CANDIDATES]]
        return [int(row) for row in best]


def alike(a: str, b: str) -> float:
    """How alike two folded names are, in [0, 1]: letter by letter, or with their words sorted, whichever is more.

    Another order of words costs 0.02, so that the same order comes first.

    Example:
        >>> alike("tom cat", "tomcat") > 0.9, alike("febrile seizure", "seizure febrile")
        (True, 0.98)
    """
    from rapidfuzz import fuzz

    return max(fuzz.ratio(a, b), 0.98 * fuzz.token_sort_ratio(a, b)) / 100


def _buckets(letters: NDArray[np.uint32]) -> Int64:
    """The bucket of each trigram of a text; two trigrams may share one, which costs time and no correctness."""
    if len(letters) < 3:
        return np.empty(0, np.int64)
    mixed = (
        letters[:-2] * np.uint32(0x9E3779B1)
        ^ letters[1:-1] * np.uint32(0x85EBCA6B)
        ^ letters[2:] * np.uint32(0xC2B2AE35)
    )
    found: Int64 = ((mixed ^ (mixed >> np.uint32(15))) % np.uint32(_BUCKETS)).astype(np.int64)
    return found
