"""`Mentions`: the mentions of one sample in columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain, pairwise
from math import isfinite
from operator import itemgetter
from typing import TYPE_CHECKING, Any, cast, overload

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from ontoeval.records.model import Mention

#: Offsets above this are no offsets: JSON numbers are exact up to here.
LARGEST_OFFSET = 2**53 - 1
#: Fields that have a column of their own.
COLUMNS = frozenset({"start", "end", "id", "text", "type", "score"})
#: Fields that have none.
RARE = frozenset({"ids", "candidates", "optional", "combine", "nil_cluster", "parents"})
Offsets = NDArray[np.int64]


class Mentions(Sequence["Mention"]):
    """The mentions of one sample in columns; as a sequence, the mentions one by one.

    Attributes:
        starts, ends: Span of each mention in code points, end exclusive, shape ``(n,)``.
        ids: Id of each mention, None for NIL.
        texts, types, scores: The other common fields of each mention; None when no mention has one.
        items: The mentions as they were written, when some have rarer fields (alternatives, candidates …).
    """

    __slots__ = ("ends", "ids", "items", "scores", "starts", "texts", "types")

    def __init__(
        self,
        starts: Offsets,
        ends: Offsets,
        ids: list[str | None],
        texts: list[str | None] | None = None,
        types: list[str | None] | None = None,
        scores: list[float | None] | None = None,
        items: list[Mention] | None = None,
    ) -> None:
        self.starts = starts
        self.ends = ends
        self.ids = ids
        self.texts = texts
        self.types = types
        self.scores = scores
        self.items = items

    @classmethod
    def of(cls, items: Sequence[Mention]) -> Mentions:
        """The columns of valid mentions."""
        rare = any(not COLUMNS.issuperset(item) for item in items)
        return cls(
            np.array([item["start"] for item in items], dtype=np.int64),
            np.array([item["end"] for item in items], dtype=np.int64),
            [item.get("id") for item in items],
            _column(items, "text"),
            _column(items, "type"),
            _column(items, "score"),
            list(items) if rare else None,
        )

    @property
    def columns(self) -> tuple[Any, ...]:
        """Everything that the mentions say, as plain lists."""
        return self.starts.tolist(), self.ends.tolist(), self.ids, self.texts, self.types, self.scores, self.items

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[Mention]:
        return map(self._mention, range(len(self)))

    @overload
    def __getitem__(self, position: int) -> Mention: ...

    @overload
    def __getitem__(self, position: slice) -> list[Mention]: ...

    def __getitem__(self, position: int | slice) -> Mention | list[Mention]:
        places = range(len(self))[position]
        return self._mention(places) if isinstance(places, int) else [self._mention(place) for place in places]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Mentions({list(self)!r})"

    def _mention(self, place: int) -> Mention:
        if self.items is not None:
            return self.items[place]
        start, end = int(self.starts[place]), int(self.ends[place])
        mention: dict[str, Any] = {"start": start, "end": end, "id": self.ids[place]}
        for name, column in (("text", self.texts), ("type", self.types), ("score", self.scores)):
            if column is not None and column[place] is not None:
                mention[name] = column[place]
        return cast("Mention", mention)


def _column(items: Sequence[Mention], name: str) -> list[Any] | None:
    values = [item.get(name) for item in items]
    return None if all(value is None for value in values) else values


def quick_mentions(raw: Sequence[Any]) -> list[Mentions | None]:
    """The columns of many samples' mentions, looked at all at once.

    Args:
        raw: A list of dictionaries, or None, for each sample.

    Raises:
        TypeError, ValueError, LookupError, OverflowError: Something is not in the plainest form, right or wrong.
    """
    rows = [value for value in raw if value is not None]
    _only(list, rows)
    flat = list(chain.from_iterable(rows))
    _only(dict, flat)
    names = set().union(*flat)
    if names & RARE:
        raise ValueError
    starts, ends = _offsets("start", flat), _offsets("end", flat)
    if len(flat) and not (starts.min() >= 0 and ends.max() <= LARGEST_OFFSET and (starts < ends).all()):
        raise ValueError
    ids, texts, types, scores = (
        _values(name, flat) if name in names else None for name in ("id", "text", "type", "score")
    )
    refuse_truth_values(scores or ())
    for column in (ids, texts, types):
        if column is not None:
            "".join(_known(column)).encode()  # refuses what is no text
    if scores is not None and not isfinite(sum(_known(scores))):
        raise ValueError
    return _split(raw, starts, ends, ids or [None] * len(flat), texts, types, scores)


def _split(raw: Sequence[Any], starts: Offsets, ends: Offsets, *columns: list[Any] | None) -> list[Mentions | None]:
    """The columns of all samples together, as those of each sample."""
    borders = pairwise(accumulate((len(value) for value in raw if value is not None), initial=0))
    result: list[Mentions | None] = []
    for value in raw:
        if value is None:
            result.append(None)
            continue
        first, last = next(borders)
        ids, *more = (None if column is None else column[first:last] for column in columns)
        filled = [part if part is not None and _known(part) else None for part in more]
        result.append(Mentions(starts[first:last], ends[first:last], ids or [], *filled))
    return result


def _offsets(name: str, flat: list[dict[str, Any]]) -> Offsets:
    values = list(map(itemgetter(name), flat))
    refuse_truth_values(values)
    offsets = np.array(values)
    if len(flat) and offsets.dtype != np.int64:
        raise TypeError
    return offsets.astype(np.int64)


def _values(name: str, flat: list[dict[str, Any]]) -> list[Any]:
    try:
        return list(map(itemgetter(name), flat))
    except KeyError:
        return [item.get(name) for item in flat]


def refuse_truth_values(values: Iterable[Any]) -> None:
    """Raise when a value is true or false, which Python counts as 1 and 0."""
    if bool in map(type, values):
        raise TypeError


def _only(kind: type, values: Iterable[Any]) -> None:
    """Raise unless all values are exactly of one type."""
    if not set(map(type, values)) <= {kind}:
        raise TypeError


def _known(values: list[Any]) -> list[Any]:
    return [value for value in values if value is not None] if None in values else values
