"""The names of an ontology, compiled for finding them in texts."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from itertools import compress
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ontoeval.annotate.names import Name
from ontoeval.annotate.tokens import has_letters, tokens
from ontoeval.annotate.trie import Trie
from ontoeval.annotate.vocabulary import SKIPPED, Case, Vocabulary

LONGEST = 1000
"""Names of more characters are left out, so that a text of any size takes a time in proportion to its length."""
ACRONYM = 4
"""Names of capitals only count as acronyms up to so many letters."""


class Match(NamedTuple):
    """A name in a text.

    Attributes:
        start: Offset of its first code point.
        end: Offset of the code point after its last.
        named: What it names: (position in ``ROLES``, concept code), best role first, then in order of code.
    """

    start: int
    end: int
    named: list[tuple[int, int]]


class Index:
    """A compiled set of names.

    Args:
        names: The names.
        case: Whether case counts: never, always, or in acronyms.
        stem: What the forms of a word have in common, or None.
        min_length: Names of fewer code points are left out.
        stop: Names that are left out, compared as names are compared with texts.

    Attributes:
        left_out: For each reason the names that are left out because of it.
        stopped: Which names of ``stop`` left something out.
        n_names: How many names are in it; one that several concepts have counts for each.
        codes: Concepts with a name in it, int32, sorted.
    """

    def __init__(
        self,
        names: Iterable[Name],
        *,
        case: Case,
        stem: Callable[[str], str] | None,
        min_length: int,
        stop: Iterable[str],
    ) -> None:
        self._case = case
        self._inflected = stem is not None
        self._vocabulary = Vocabulary(case, stem)
        self._min_length = min_length
        self._stop = {tuple(self._read(name)[0]): name for name in stop}
        self.left_out: dict[str, list[Name]] = {}
        self.stopped: set[str] = set()
        self._build(names)

    @property
    def nbytes(self) -> int:
        """Bytes of the arrays; the table of tokens comes on top."""
        entries = (self._entry_nodes, self._entry_roles, self._entry_codes)
        return self._trie.nbytes + sum(column.itemsize * len(column) for column in entries)

    # Building

    def _build(self, names: Iterable[Name]) -> None:
        flat, ends, roles, codes = array("q"), array("q", [0]), array("b"), array("i")
        acronyms: dict[int, str] = {}
        for name in names:
            numbers, words = self._read(name.text)
            reason = self._unfit(name.text, numbers, words)
            if reason is not None:
                self.left_out.setdefault(reason, []).append(name)
                continue
            if self._case == "acronyms" and is_acronym(name.text):
                acronyms[len(codes)] = "".join(words)
            flat.extend(numbers)
            ends.append(len(flat))
            roles.append(name.role)
            codes.append(name.code)
        self.n_names = len(codes)
        self.codes = np.unique(np.array(codes, np.int32))
        all_tokens, all_ends = np.array(flat, np.int64), np.array(ends, np.int64)
        all_tokens = self._renumber(all_tokens, all_ends)
        self._trie = Trie(all_tokens, all_ends)
        self._enter(np.array(roles, np.int8), np.array(codes, np.int32), acronyms)

    def _unfit(self, text: str, numbers: list[int], words: list[str]) -> str | None:
        """Why a name cannot be, or was not to be, found."""
        if len(text) > LONGEST:
            return "too_long"
        if not numbers or not any(map(has_letters, words)):
            return "no_letters"
        if len(text) < self._min_length:
            return "too_short"
        stopping = self._stop.get(tuple(numbers)) if self._stop else None
        if stopping is not None:
            self.stopped.add(stopping)
            return "stop"
        return None

    def _renumber(self, flat: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray[np.int64]:
        """Number the tokens that begin a name first."""
        begins = np.zeros(self._vocabulary.n_known, bool)
        begins[flat[ends[:-1]]] = True
        renumbered = np.empty(len(begins), np.int64)
        renumbered[np.argsort(~begins, kind="stable")] = np.arange(len(begins))
        self._vocabulary.close(renumbered)
        return renumbered[flat]

    def _enter(self, roles: NDArray[np.int8], codes: NDArray[np.int32], acronyms: dict[int, str]) -> None:
        """Keep what each node names; acronyms apart, by the way they are written."""
        nodes = self._trie.nodes
        self._acronyms: dict[int, list[tuple[str, int, int]]] = {}
        for position, written in acronyms.items():
            entry = (written, int(roles[position]), int(codes[position]))
            self._acronyms.setdefault(int(nodes[position]), []).append(entry)
        free = np.ones(len(codes), bool)
        free[list(acronyms)] = False
        nodes, roles, codes = nodes[free], roles[free], codes[free]
        order = np.lexsort((codes, roles, nodes))
        _, best = np.unique(nodes[order] << 32 | codes[order], return_index=True)
        order = order[np.sort(best)]
        self._entry_nodes = array("i", nodes[order].astype(np.int32).tobytes())
        self._entry_roles = array("b", roles[order].tobytes())
        self._entry_codes = array("i", codes[order].tobytes())

    # Finding

    def longest(self, text: str) -> Iterator[Match]:
        """The longest name at each place, from left to right; none begins before the one before it ends."""
        numbers, words, starts, ends = self._sequence(text)
        n_first, trie, free = self._trie.n_first, self._trie, 0
        for at, number in enumerate(numbers):
            if number >= n_first or at < free:
                continue
            for stop, node in reversed(trie.ends(numbers, at)):
                named = self._named(node, words, at, stop)
                if named:
                    yield Match(starts[at], ends[stop - 1], named)
                    free = stop
                    break

    def all(self, text: str) -> Iterator[Match]:
        """Every name at every place, also inside others, by start and end."""
        numbers, words, starts, ends = self._sequence(text)
        for at, number in enumerate(numbers):
            if number < self._trie.n_first:
                for stop, node in self._trie.ends(numbers, at):
                    named = self._named(node, words, at, stop)
                    if named:
                        yield Match(starts[at], ends[stop - 1], named)

    def _read(self, text: str) -> tuple[list[int], list[str]]:
        """Numbers and words of a name; of one that is too long, of its beginning."""
        return self._sequence(text[: LONGEST + 1])[:2]

    def _sequence(self, text: str) -> tuple[list[int], list[str], list[int], list[int]]:
        words, starts, ends = tokens(text)
        numbers = list(map(self._vocabulary.__getitem__, words))
        if self._inflected and SKIPPED in numbers:
            kept = [number != SKIPPED for number in numbers]
            numbers, words = list(compress(numbers, kept)), list(compress(words, kept))
            starts, ends = list(compress(starts, kept)), list(compress(ends, kept))
        return numbers, words, starts, ends

    def _named(self, node: int, words: list[str], at: int, stop: int) -> list[tuple[int, int]]:
        """What a node names when it was reached by these words."""
        nodes = self._entry_nodes
        entry = bisect_left(nodes, node)
        named = []
        while entry < len(nodes) and nodes[entry] == node:
            named.append((self._entry_roles[entry], self._entry_codes[entry]))
            entry += 1
        if node in self._acronyms:
            written = "".join(words[at:stop])
            forms = (written, written.removesuffix("s")) if self._inflected else (written,)
            named += [(role, code) for form, role, code in self._acronyms[node] if form in forms]
            named = sorted({code: (role, code) for role, code in sorted(named, reverse=True)}.values())
        return named


def is_acronym(name: str) -> bool:
    """Whether a name has capitals only, and few of them: ALS, CK-MB, not HIV infection."""
    return name.isupper() and sum(map(str.isalpha, name)) <= ACRONYM
