"""A compiled set of token sequences, in four arrays whatever their number."""

from __future__ import annotations

from array import array
from bisect import bisect_left

import numpy as np
from numpy.typing import NDArray

Int64 = NDArray[np.int64]


class Trie:
    """A tree of tokens whose paths are the sequences; node 0 is its root.

    Edge ``e`` leads to node ``e + 1``; the edges of node ``n`` are ``first[n]:first[n + 1]``, in order of their tokens.
    The tokens that begin a sequence are numbered from 0, so that the edge from the root has the number of its token.

    Args:
        tokens: The tokens of all sequences, one after the other.
        ends: Where each sequence ends, after a leading 0; none is empty.

    Attributes:
        n_first: How many tokens begin a sequence.
        nodes: The node where each sequence ends, int64, shape (n,).
        final: Per node 1 where a sequence ends, else 0; further bits are free for the caller.
    """

    __slots__ = ("_first", "_token", "final", "n_first", "nodes")

    def __init__(self, tokens: Int64, ends: Int64) -> None:
        starts, lengths = ends[:-1], np.diff(ends)
        self.n_first = len(np.unique(tokens[starts]))
        self.nodes: Int64 = np.zeros(len(starts), np.int64)
        labels, parents = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
        n_edges = depth = 0
        active = np.arange(len(starts))
        while len(active):
            key = self.nodes[active] << 32 | tokens[starts[active] + depth]
            edges, position = np.unique(key, return_inverse=True)
            labels.append(edges & 0xFFFFFFFF)
            parents.append(edges >> 32)
            self.nodes[active] = n_edges + 1 + position
            n_edges, depth = n_edges + len(edges), depth + 1
            active = active[lengths[active] > depth]
        first = np.searchsorted(np.concatenate(parents), np.arange(n_edges + 2))
        self._first = array("i", first.astype(np.int32).tobytes())
        self._token = array("i", np.concatenate(labels).astype(np.int32).tobytes())
        self.final = bytearray(n_edges + 1)
        np.frombuffer(self.final, np.uint8)[self.nodes] = 1

    @property
    def nbytes(self) -> int:
        """Bytes of the arrays."""
        return 4 * (len(self._first) + len(self._token)) + len(self.final)

    def ends(self, tokens: list[int], start: int) -> list[tuple[int, int]]:
        """Where sequences that begin at a token end, shortest first: (position after the last token, node).

        Args:
            tokens: The tokens of a text.
            start: A position whose token begins a sequence (is below ``n_first``).
        """
        first, labels, final = self._first, self._token, self.final
        found = []
        node, stop, last = tokens[start] + 1, start + 1, len(tokens)
        while True:
            if final[node]:
                found.append((stop, node))
            low, high = first[node], first[node + 1]
            if low == high or stop == last:
                return found
            wanted = tokens[stop]
            edge = bisect_left(labels, wanted, low, high)
            if edge == high or labels[edge] != wanted:
                return found
            node, stop = edge + 1, stop + 1
