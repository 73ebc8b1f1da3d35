"""Poisson bootstrap whose weights are a function of (seed, cluster, replicate) only.

The same cluster has the same weights wherever its rows lie, and sums of weighted integers are exact, so the
replicates are the same bits for every order, batch size and partition.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from ontoeval.statistics.rows import Floats, Rows, Table, label_order, sorted_labels

REPLICATES = 1000
#: Version of the weights; part of the interval's name, since another table gives other intervals.
WEIGHTS_VERSION = 1
_OTHER_STREAM = 0x5DEECE66D  # random swaps must not follow the bootstrap weights of the same seed
_FIXED_POINT = 30  # columns of doubles are rounded to multiples of 2**-30
_ORDINARY = 12  # … unless their largest value is above 2**12 or below 2**-12, as weights may be
_LARGEST_SUM = 1 << 59  # times the largest weight, 8, this is below 2**63
_ROWS_AT_ONCE = 1 << 15
_WEIGHT_BYTES = 1 << 26


@cache
def _poisson_table() -> NDArray[np.uint8]:
    """Poisson(1) as 65,536 equally likely entries: mean 1 to six digits, at most 8."""
    probability, cumulative = float(np.exp(-1)), 0.0
    edges = []
    for k in range(9):
        cumulative += probability
        edges.append(round(cumulative * 65536))
        probability /= k + 1
    table = np.searchsorted(np.array(edges), np.arange(65536), side="right")
    return np.minimum(table, 8).astype(np.uint8)


def _mix(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The output function of splitmix64."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))


def identity(names: Iterable[str]) -> NDArray[np.uint64]:
    """A 64-bit hash of each cluster name, shape ``(n,)``; the same on every machine."""
    joined = b"".join(blake2b(name.encode(), digest_size=8).digest() for name in names)
    return np.frombuffer(joined, dtype="<u8").astype(np.uint64)


def weights(clusters: NDArray[np.uint64], replicates: int, seed: int) -> NDArray[np.uint8]:
    """Poisson(1) weights, shape ``(n, replicates)``.

    Args:
        clusters: Hash of the cluster of each row, shape ``(n,)``.
        replicates: How many replicates.
        seed: Seed of the whole bootstrap.
    """
    words = -(-replicates // 4)  # one 64-bit word gives four 16-bit draws
    counter = np.arange(1, words + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    salt = _mix(counter + np.uint64(seed % (1 << 64)))
    mixed = _mix(clusters[:, None] ^ salt[None, :])
    draws = mixed.astype("<u8").view("<u2")[:, :replicates]
    drawn: NDArray[np.uint8] = np.take(_poisson_table(), draws)
    return drawn


def keyed_bits(clusters: NDArray[np.uint64], count: int, seed: int) -> NDArray[np.uint8]:
    """Fair 0/1 draws that depend on (seed, cluster, draw) only, shape ``(count, n)``."""
    words = -(-count // 64)
    counter = np.arange(1, words + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    salt = _mix(counter + np.uint64((seed + _OTHER_STREAM) % (1 << 64)))
    mixed = _mix(clusters[:, None] ^ salt[None, :]).astype("<u8")
    return np.unpackbits(mixed.view(np.uint8), axis=1)[:, :count].T


def replicate_sums(
    matrices: Sequence[NDArray[np.int64]], clusters: NDArray[np.uint64], *, replicates: int, seed: int
) -> list[NDArray[np.int64]]:
    """Weighted sums of integer columns, one array of shape ``(replicates, columns)`` per matrix.

    The matrices share the rows ``(n, columns)`` and hence the weights, which are drawn once.
    """
    if not matrices:
        return []
    widths = [matrix.shape[1] for matrix in matrices]
    total = np.zeros((replicates, sum(widths)), dtype=np.int64)
    peak = max((int(np.abs(matrix).max()) for matrix in matrices if matrix.size), default=0)
    exact = (1 << 53) // (8 * max(peak, 1))  # rows whose float64 product is still exact
    product_type = np.float64 if exact else np.int64  # BLAS knows floats only and is much faster
    step = max(1, min(exact or _ROWS_AT_ONCE, _ROWS_AT_ONCE, _WEIGHT_BYTES // (8 * replicates)))
    for start in range(0, len(clusters), step):
        part = slice(start, start + step)
        drawn = weights(clusters[part], replicates, seed).astype(product_type)
        columns = np.concatenate([matrix[part] for matrix in matrices], axis=1).astype(product_type)
        total += (drawn.T @ columns).astype(np.int64)
    return np.split(total, np.cumsum(widths)[:-1], axis=1)


def binary_point(*many: Rows) -> int:
    """How many binary digits after the point the columns of doubles keep: 30, or fewer (more) for huge (tiny) ones."""
    columns = [values for rows in many for values in rows.columns.values() if values.dtype.kind == "f" and len(values)]
    largest = max((float(np.abs(values).max()) for values in columns), default=0.0)
    exponent = math.frexp(largest)[1]
    point = _FIXED_POINT if abs(exponent) <= _ORDINARY else _FIXED_POINT - exponent
    longest = max((len(values) for values in columns), default=0)
    return min(point, _LARGEST_SUM.bit_length() - 2 - exponent - longest.bit_length())


def fixed_point(rows: Rows, n_units: int, point: int | None = None) -> NDArray[np.int64]:
    """The rows' columns summed by unit as integers, shape ``(n_units, columns × keys)``.

    Columns of doubles are rounded row by row to ``point`` binary digits (by default `binary_point`), so that sums of
    them are exact.

    Raises:
        OverflowError: Weighted sums of integers could leave the range of int64.
    """
    n_keys = len(rows.labels) if rows.key is not None else 1
    point = binary_point(rows) if point is None else point
    result = np.zeros((n_units, len(rows.columns) * n_keys), dtype=np.int64)
    for position, values in enumerate(rows.columns.values()):
        whole = values if values.dtype.kind == "i" else np.rint(np.ldexp(values, point))
        if float(np.abs(whole.astype(np.float64)).sum()) > _LARGEST_SUM:
            raise OverflowError("values too large")
        key = rows.key if rows.key is not None else np.zeros(rows.n, dtype=np.int64)
        column = position * n_keys + key
        np.add.at(result, (rows.sample, column), whole.astype(np.int64))
    return result


def replicate_values(rows: Rows, sums: NDArray[np.int64], point: int | None = None) -> Floats:
    """The value of each replicate, shape ``(replicates,)``; NaN where a replicate is undefined."""
    point = binary_point(rows) if point is None else point
    n_keys = len(rows.labels) if rows.key is not None else 1
    order = label_order(rows.labels) if rows.key is not None else [0]
    columns: dict[str, Floats] = {}
    for position, (name, values) in enumerate(rows.columns.items()):
        block = sums[:, position * n_keys : (position + 1) * n_keys][:, order].astype(np.float64)
        if values.dtype.kind == "f":
            block = np.ldexp(block, -point)
        columns[name] = block if rows.key is not None else block[:, 0]
    kind = rows.over(sorted_labels(rows.labels)) if isinstance(rows, Table) else rows
    return kind.reduce(columns)
