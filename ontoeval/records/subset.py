"""`subset`: fewer samples, chosen by a hash of their ids, so that new rows do not shuffle the choice."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from hashlib import blake2b

from ontoeval.errors import UsageError
from ontoeval.records.batch import Batch, FieldMap, Problems, Uniqueness
from ontoeval.records.samples import Samples, Source


def subset(samples: Samples, size: int | float) -> Samples:
    """Some of the samples, the same ones on every machine and in every order of rows.

    Args:
        samples: All samples.
        size: A whole number: that many samples, those with the smallest hashes; a new row moves at most one of them.
            A share in (0, 1]: samples whose hash is below it; a new row moves none.

    Raises:
        UsageError: The size is neither.
    """
    if isinstance(size, bool) or not (size >= 1 if isinstance(size, int) else 0 < size <= 1):
        raise UsageError(f"subset = {size!r}", expected="a number of samples such as 50, or a share such as 0.2")
    chosen = _smallest(samples, size) if isinstance(size, int) else _below(size)
    return Samples(
        _filtered(samples.gold, chosen),
        None if samples.run is None else _filtered(samples.run, chosen),
        docs=samples.docs,
        fields=samples.fields,
        where=samples.where,
        duplicates=samples.duplicates,
    )


def position(name: str) -> float:
    """Where an id stands among all ids, in [0, 1).

    Example:
        >>> round(position("q1"), 4), round(position("q3"), 4)
        (0.9564, 0.2423)
    """
    return int.from_bytes(blake2b(name.encode("utf-8", "surrogatepass"), digest_size=6).digest(), "big") / 2**48


def _below(share: float) -> Callable[[str], bool]:
    return lambda name: position(name) < share


def _smallest(samples: Samples, count: int) -> Callable[[str], bool]:
    ids = (
        name
        for batch in samples.batches()
        for name, has_gold in zip(batch.ids, batch.has_gold, strict=True)
        if has_gold
    )
    return frozenset(heapq.nsmallest(count, ids, key=lambda name: (position(name), name))).__contains__


def _filtered(source: Source, chosen: Callable[[str], bool]) -> Source:
    def batches(fields: FieldMap, problems: Problems, unique: Uniqueness) -> Iterator[Batch]:
        for batch in source.batches(fields, problems, unique):
            yield batch.select([place for place, name in enumerate(batch.ids) if chosen(name)])

    return Source(source.name, source.part, batches)
