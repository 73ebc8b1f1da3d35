"""Filters over a corpus: which documents survive, how many, and what each predicate does to gold documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ontoeval.predicates.columns import Columns, ProfiledColumn, Truths
from ontoeval.predicates.evaluate import needed, passes, truth
from ontoeval.predicates.matching import Matcher
from ontoeval.predicates.profiles import ONTOEVAL
from ontoeval.predicates.profiles.switches import Profile
from ontoeval.predicates.transform import conjuncts
from ontoeval.predicates.tree import And, Atom, Nested, Node, Not
from ontoeval.predicates.values import NO, YES

Int64: TypeAlias = NDArray[np.int64]
Words: TypeAlias = NDArray[np.uint64]
Flags: TypeAlias = NDArray[np.bool_]

_SWAPPED = np.array([0, 2, 1, 3], dtype=np.uint8)
#: Bytes of survivor sets that are kept for reuse.
_KEPT = 1 << 28


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What each predicate of a query's filter does to each of its gold documents.

    Attributes:
        conjuncts: The predicates of each filter: the parts that must all hold, shape ``(filters,)``.
        indptr: Start of each pair's outcomes in ``passes``, int64, shape ``(pairs + 1,)``.
        passes: Whether the document passes the predicate, in the order of ``conjuncts``.
    """

    conjuncts: list[tuple[Node, ...]]
    indptr: Int64
    passes: Flags

    @property
    def n_failed(self) -> Int64:
        """How many predicates each pair fails; the document survives where it is 0."""
        failed = np.concatenate([[0], np.cumsum(~self.passes)])
        counts: Int64 = failed[self.indptr[1:]] - failed[self.indptr[:-1]]
        return counts


class FieldIndex:
    """A corpus, indexed by field for many filters under one profile.

    Columns are made for the fields that filters use; the truth of a predicate is worked out once for each distinct
    value of its field. Results equal `evaluate.passes` for every document. Filters have no ``under`` any more
    (see `Subsumption`).

    Args:
        docs: The documents' metadata, or the columns of another index over them.
        profile: Whose semantics.

    Attributes:
        n: Number of documents.

    Example:
        >>> from ontoeval.predicates.reading import parse
        >>> index = FieldIndex([{"lang": "en", "year": 2019}, {"lang": ["de", "en"], "year": 2021}, {"lang": "de"}])
        >>> index.survivors(parse([{"lang": "en"}, {"field": "year", "op": "gte", "value": 2020}])).tolist()
        [False, True, False]
        >>> index.leave_one_out(parse([{"lang": "en"}, {"year": 2021}])).tolist()
        [1, 1, 2]
    """

    def __init__(self, docs: Sequence[Mapping[str, Any]] | Columns, profile: Profile = ONTOEVAL) -> None:
        self.columns = docs if isinstance(docs, Columns) else Columns(docs)
        self.profile = profile
        self.n = len(self.columns.docs)
        self._profiled: dict[str, ProfiledColumn] = {}
        self._bits: dict[Node, Words] = {}
        self._counts: dict[frozenset[Node], int] = {}
        self._full: Words = _packed(np.ones(self.n, dtype=bool))

    # Gold documents only

    def outcomes(self, filters: Sequence[Node], query: ArrayLike, row: ArrayLike) -> Outcomes:
        """Try each gold document with each predicate of its query's filter; other documents are not touched.

        Args:
            filters: One filter per query.
            query: Position in ``filters`` of each pair of query and gold document, shape ``(pairs,)``.
            row: Position in the corpus of the pair's document, shape ``(pairs,)``.
        """
        queries, rows = np.asarray(query, dtype=np.int64), np.asarray(row, dtype=np.int64)
        parts = [conjuncts(node) for node in filters]
        numbers: dict[Node, int] = {}
        flat = [numbers.setdefault(part, len(numbers)) for found in parts for part in found]
        numbered = np.array(flat, dtype=np.int64)
        sizes = np.array([len(found) for found in parts], dtype=np.int64)
        per_pair = sizes[queries]
        indptr = np.concatenate([[0], np.cumsum(per_pair)])
        offsets = (np.cumsum(sizes) - sizes)[queries] - indptr[:-1]
        used = numbered[np.arange(indptr[-1]) + np.repeat(offsets, per_pair)]
        return Outcomes(parts, indptr, self._tried(list(numbers), used, np.repeat(rows, per_pair)))

    def _tried(self, parts: list[Node], used: Int64, rows: Int64) -> Flags:
        order = np.argsort(used, kind="stable")
        stops = np.searchsorted(used[order], np.arange(len(parts) + 1))
        passed = np.empty(len(used), dtype=bool)
        for number, part in enumerate(parts):
            places = order[stops[number] : stops[number + 1]]
            passed[places] = self._passes(part, rows[places])
        return passed

    def _passes(self, part: Node, rows: Int64) -> Flags:
        leaf, wanted = (part.child, NO) if isinstance(part, Not) else (part, YES)
        if isinstance(leaf, Atom) and leaf.field in self._profiled:
            made = self._profiled[leaf.field]
            return (made.truths(leaf)[made.column.codes[rows]] & wanted).astype(bool)
        docs = [self.columns.docs[row] for row in rows.tolist()]
        if not isinstance(leaf, Atom):
            return np.array([passes(part, doc, self.profile) for doc in docs], dtype=bool)
        column = Columns(docs).column(leaf.field, self.profile)
        test = Matcher(leaf, self.profile).test
        by_code = np.array([test(held) & wanted for held in column.distinct], dtype=bool)
        return by_code[column.codes]

    # The whole corpus

    def truths(self, node: Node) -> Truths:
        """Truth value of a filter for each document, as the bits of `Truth`, shape ``(n,)``."""
        if isinstance(node, Atom):
            found = self._column(node.field)
            values: Truths = found.truths(node)[found.column.codes]
            return values
        if isinstance(node, Not):
            return _SWAPPED[self.truths(node.child)]
        if isinstance(node, Nested):
            return self._nested(node)
        children = node.children_of()
        least = len(children) if isinstance(node, And) else needed(node)
        if not children:
            holds = least <= 0 or self.profile.empty_or
            return np.full(self.n, YES if holds else NO, dtype=np.uint8)
        can_be_true = np.zeros(self.n, dtype=np.int64)
        must_be_true = np.zeros(self.n, dtype=np.int64)
        for child in children:
            inside = self.truths(child)
            can_be_true += (inside & YES).astype(bool)
            must_be_true += ~(inside & NO).astype(bool)
        return ((can_be_true >= least) * YES | (must_be_true < least) * NO).astype(np.uint8)

    def survivors(self, node: Node) -> Flags:
        """Whether each document passes, shape ``(n,)``."""
        bits = np.unpackbits(self.bits(node).view(np.uint8), count=self.n)
        return bits.astype(bool)

    def bits(self, node: Node) -> Words:
        """The survivors as packed bits in 64-bit words, most significant bit of each byte first; kept for reuse."""
        if isinstance(node, And):
            words = self._full
            for part in conjuncts(node):
                words = words & self.bits(part)
            return words
        if node not in self._bits:
            if len(self._bits) * self._full.nbytes > _KEPT:
                self._bits.clear()
            self._bits[node] = _packed((self.truths(node) & YES).astype(bool))
        return self._bits[node]

    def count(self, node: Node) -> int:
        """How many documents pass."""
        return self._count(conjuncts(node))

    def leave_one_out(self, node: Node) -> Int64:
        """How many documents pass the whole filter, and how many without each of its predicates.

        Returns:
            int64, shape ``(1 + predicates,)``: the filter first, then its `conjuncts` in order.
        """
        parts = [self.bits(part) for part in conjuncts(node)]
        before = self._full
        after = [self._full]
        for words in reversed(parts[1:]):
            after.append(words & after[-1])
        counts = [0]
        for words in parts:
            rest = after.pop()
            counts.append(_ones(before & rest))
            before = before & words
        counts[0] = _ones(before)
        return np.array(counts, dtype=np.int64)

    def _count(self, parts: tuple[Node, ...]) -> int:
        key = frozenset(parts)
        if key not in self._counts:
            self._counts[key] = _ones(self.bits(And(parts)))
        return self._counts[key]

    def _column(self, field: str) -> ProfiledColumn:
        if field not in self._profiled:
            self._profiled[field] = ProfiledColumn(self.columns.column(field, self.profile), self.profile)
        return self._profiled[field]

    def _nested(self, node: Nested) -> Truths:
        column = self.columns.column(node.field, self.profile)
        inside = Nested("it", node.child)
        by_code = [truth(inside, {"it": held}, self.profile) for held in column.distinct]
        values: Truths = np.array(by_code, dtype=np.uint8)[column.codes]
        return values


def _packed(flags: Flags) -> Words:
    padded = np.zeros(-(-len(flags) // 64) * 64, dtype=bool)
    padded[: len(flags)] = flags
    return np.packbits(padded).view(np.uint64)


def _ones(words: Words) -> int:
    return int(np.bitwise_count(words).sum(dtype=np.int64))
