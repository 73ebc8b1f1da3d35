"""The kinds of rows a metric may return, what a sum of them is worth, and averages as new rows.

A row belongs to a sample and holds additive columns. Everything that happens to a number after its metric
(slices, averages, intervals, merging of partial runs) happens to rows or to their sums, for all metrics alike.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ontoeval.statistics.exact import ExactSum, grouped

Column = NDArray[np.int64] | NDArray[np.float64]
Floats = NDArray[np.float64]
Reducer = Callable[[Mapping[str, Floats]], Floats]


class Rows:
    """Additive rows of one metric.

    Args:
        columns: Named columns of equal length ``n``; integers or finite doubles.
        sample: The unit (position in the view) that each row belongs to, shape ``(n,)``; by default row i
            belongs to unit i. A unit may have any number of rows.
        key: For keyed rows, the position of each row's key in ``labels``.
        labels: The keys.
    """

    #: Columns whose sum must be positive for a value to be defined.
    denominators: ClassVar[tuple[str, ...]] = ()
    #: How `resampled` rows differ from these, for the name of an interval.
    resampled_as: ClassVar[str] = ""

    def __init__(
        self,
        columns: Mapping[str, ArrayLike],
        *,
        sample: ArrayLike | None = None,
        key: ArrayLike | None = None,
        labels: Sequence[Hashable] = (),
    ) -> None:
        self.columns: dict[str, Column] = {name: _column(name, values) for name, values in columns.items()}
        lengths = {len(values) for values in self.columns.values()}
        if len(lengths) > 1:
            raise ValueError(f"columns of rows differ in length: {sorted(lengths)}")
        self.n = lengths.pop() if lengths else 0
        self.sample = np.arange(self.n) if sample is None else np.asarray(sample, dtype=np.int64)
        self.key = None if key is None else np.asarray(key, dtype=np.int64)
        self.labels = list(labels)

    def like(
        self,
        columns: Mapping[str, ArrayLike],
        sample: ArrayLike,
        key: ArrayLike | None = None,
        labels: Sequence[Hashable] = (),
    ) -> Rows:
        """Rows of the same kind and parameters with other content."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        Rows.__init__(twin, columns, sample=sample, key=key, labels=labels)
        return twin

    def weighted(self, weights: Floats) -> Rows:
        """The rows with every column times the weight of its unit, shape ``(n_units,)``."""
        by_row = weights[self.sample]
        columns = {name: values * by_row for name, values in self.columns.items()}
        return self.like(columns, self.sample, self.key, self.labels)

    def select(self, keep: NDArray[np.bool_]) -> Rows:
        """The rows where ``keep`` (shape ``(n,)``) is true."""
        return self if keep.all() else self.take(np.flatnonzero(keep))

    def take(self, places: NDArray[np.int64]) -> Rows:
        """The rows at some places, in that order."""
        columns = {name: values[places] for name, values in self.columns.items()}
        key = None if self.key is None else self.key[places]
        return self.like(columns, self.sample[places], key, self.labels)

    def compact(self) -> tuple[Rows, NDArray[np.int64]]:
        """The rows with their units counted anew, and which units these are: for rows of a few units out of many."""
        units, sample = np.unique(self.sample, return_inverse=True)
        return self.like(self.columns, sample, self.key, self.labels), units

    def used(self) -> NDArray[np.int64]:
        """The units with a defined value."""
        rows, units = self.compact()
        return units[rows.defined(len(units))]

    def resampled(self) -> Rows:
        """The rows that are resampled in place of these: the same, or coarser ones with fewer keys."""
        return self

    def reduce(self, columns: Mapping[str, Floats]) -> Floats:
        """Values of sums, element by element; NaN stands for undefined inside this package only.

        For tables the last axis runs over the keys and is consumed.
        """
        raise NotImplementedError

    def shown(self, columns: Mapping[str, float]) -> dict[str, float]:
        """The sums behind a value, under the names that a reader knows."""
        return dict(columns)

    def sums(self) -> Sums:
        """The sums of all rows."""
        n_groups = len(self.labels) if self.key is not None else 1
        groups = np.zeros(self.n, dtype=np.int64) if self.key is None else self.key
        columns = {name: _grouped(values, groups, n_groups) for name, values in self.columns.items()}
        return Sums(self, columns, self.labels if self.key is not None else [None])

    def by_unit(self, n_units: int) -> dict[str, Floats]:
        """Sums of each column by unit, shape ``(n_units,)``, each rounded once."""
        return {name: _unit_sums(values, self.sample, n_units) for name, values in self.columns.items()}

    def defined(self, n_units: int) -> NDArray[np.bool_]:
        """Which units have a defined value."""
        if not self.denominators:
            present = np.zeros(n_units, dtype=bool)
            present[self.sample] = True
            return present
        total = np.zeros(n_units)
        for name in self.denominators:
            total += np.bincount(self.sample, weights=self.columns[name], minlength=n_units)
        return total > 0

    def values(self, n_units: int) -> Floats:
        """The value of each unit alone, shape ``(n_units,)``; NaN where undefined."""
        return self.reduce(self.by_unit(n_units))


class Mean(Rows):
    """Rows whose value is Σ value / Σ defined.

    Args:
        value: One number per row.
        defined: 1 where the row has a value, 0 where it has none (its number is then ignored).
        sample: The unit of each row.
    """

    denominators = ("defined",)

    def __init__(self, value: ArrayLike, defined: ArrayLike | None = None, *, sample: ArrayLike | None = None) -> None:
        numbers = np.asarray(value, dtype=np.float64)
        ones = np.ones(len(numbers), dtype=np.int64) if defined is None else np.asarray(defined, dtype=np.int64)
        super().__init__({"value": np.where(ones > 0, numbers, 0.0), "defined": ones}, sample=sample)

    def reduce(self, columns: Mapping[str, Floats]) -> Floats:
        """Σ value / Σ defined."""
        return _divide(columns["value"], columns["defined"])

    def shown(self, columns: Mapping[str, float]) -> dict[str, float]:
        """The sum and how many rows it covers."""
        return {"sum": columns["value"], "count": columns["defined"]}


class Ratio(Rows):
    """Rows whose value is Σ num / Σ den.

    Args:
        num: Numerators, one per row.
        den: Denominators, one per row.
        sample: The unit of each row.
    """

    denominators = ("den",)

    def __init__(self, num: ArrayLike, den: ArrayLike, *, sample: ArrayLike | None = None) -> None:
        super().__init__({"num": num, "den": den}, sample=sample)

    def reduce(self, columns: Mapping[str, Floats]) -> Floats:
        """Σ num / Σ den."""
        return _divide(columns["num"], columns["den"])


class FScore(Rows):
    """Rows of a precision and a recall, whose value is their F-beta.

    With P = Σ p_num / Σ p_den and R = Σ r_num / Σ r_den the value is (1 + β²) P R / (β² P + R). It is
    undefined only when both denominators are 0; when one is, the value is 0.

    Args:
        p_num, p_den: Precision's numerator and denominator, one per row.
        r_num, r_den: Recall's numerator and denominator, one per row.
        beta: Weight of recall, > 0.
        sample: The unit of each row.
    """

    denominators = ("p_den", "r_den")

    def __init__(
        self,
        p_num: ArrayLike,
        p_den: ArrayLike,
        r_num: ArrayLike,
        r_den: ArrayLike,
        *,
        beta: float = 1.0,
        sample: ArrayLike | None = None,
    ) -> None:
        self.beta = beta
        super().__init__({"p_num": p_num, "p_den": p_den, "r_num": r_num, "r_den": r_den}, sample=sample)

    @classmethod
    def counts(
        cls,
        tp: ArrayLike,
        fp: ArrayLike,
        fn: ArrayLike,
        *,
        beta: float = 1.0,
        sample: ArrayLike | None = None,
    ) -> FScore:
        """Rows of true positives, false positives and false negatives."""
        hits = np.asarray(tp)
        return cls(hits, hits + np.asarray(fp), hits, hits + np.asarray(fn), beta=beta, sample=sample)

    def reduce(self, columns: Mapping[str, Floats]) -> Floats:
        """F-beta of the summed precision and recall."""
        p_num, p_den, r_num, r_den = (columns[name] for name in ("p_num", "p_den", "r_num", "r_den"))
        product, over_recall, over_precision = p_num * r_num, p_num * r_den, r_num * p_den
        share = 1 / (1 + self.beta**2)  # of precision in the mean; this form is exactly 1 where P = R = 1
        under = over_recall + share * (over_precision - over_recall)
        value = product / np.where(product > 0, under, 1.0)
        return np.where((p_den > 0) | (r_den > 0), value, np.nan)

    def shown(self, columns: Mapping[str, float]) -> dict[str, float]:
        """tp, fp, fn when both numerators agree, and precision and recall where they are defined."""
        p_num, p_den, r_num, r_den = (columns[name] for name in ("p_num", "p_den", "r_num", "r_den"))
        if p_num == r_num:
            sums = {"tp": p_num, "fp": p_den - p_num, "fn": r_den - r_num}
        else:
            sums = dict(columns)
        if p_den:
            sums["precision"] = p_num / p_den
        if r_den:
            sums["recall"] = r_num / r_den
        return sums


class Table(Rows):
    """Keyed rows whose value is a function of the table of key sums.

    Args:
        columns: Named columns, one entry per row.
        key: Position of each row's key in ``labels``.
        labels: The keys.
        statistic: From columns of shape ``(…, n_keys)`` to values of shape ``(…,)``; NaN where undefined. None in a
            subclass whose `reduce` needs the keys too.
        sample: The unit of each row.
    """

    def __init__(
        self,
        columns: Mapping[str, ArrayLike],
        *,
        key: ArrayLike,
        labels: Sequence[Hashable],
        statistic: Reducer | None = None,
        sample: ArrayLike | None = None,
    ) -> None:
        self.statistic = statistic
        super().__init__(columns, sample=sample, key=key, labels=labels)

    def reduce(self, columns: Mapping[str, Floats]) -> Floats:
        """The statistic of the key sums."""
        assert self.statistic is not None
        return self.statistic(columns)

    def over(self, labels: Sequence[Hashable]) -> Rows:
        """Empty rows of the same kind whose ``labels`` are the keys of the sums that they are to reduce."""
        return self.like({}, sample=[], labels=labels)

    def shown(self, columns: Mapping[str, float]) -> dict[str, float]:
        """Nothing: the sums behind a table are a table of their own."""
        return {}

    def values(self, n_units: int) -> Floats:
        """A table has no value for one unit alone: all NaN."""
        return np.full(n_units, np.nan)


class OverKeys(Table):
    """Keyed rows whose value is the mean over the keys that have a defined value.

    Args:
        rows: Keyed rows; a key's value is what they make of its sums.
    """

    def __init__(self, rows: Rows) -> None:
        assert rows.key is not None
        self.kind = rows.like({}, sample=[])
        super().__init__(rows.columns, key=rows.key, labels=rows.labels, statistic=self._mean, sample=rows.sample)

    def _mean(self, columns: Mapping[str, Floats]) -> Floats:
        values = self.kind.reduce(columns)
        known = ~np.isnan(values)
        return _divide(np.where(known, values, 0.0).sum(axis=-1), known.sum(axis=-1).astype(np.float64))


class Histogram(Table):
    """Counts and sums of values in fixed bins; the value is a function of the binned counts.

    A bin holds ``edges[i] <= value < edges[i + 1]``; the last one includes its upper edge. Bins are fixed
    before any value is seen, so histograms of partial runs add.

    Args:
        value: One number per row, inside the edges.
        edges: Increasing bin edges, shape ``(n_bins + 1,)``.
        statistic: From ``{"count", "sum"}`` of shape ``(…, n_bins)`` to values of shape ``(…,)``.
        sample: The unit of each row.
    """

    def __init__(
        self, value: ArrayLike, *, edges: ArrayLike, statistic: Reducer, sample: ArrayLike | None = None
    ) -> None:
        numbers = np.asarray(value, dtype=np.float64)
        bounds = np.asarray(edges, dtype=np.float64)
        if len(numbers) and not (numbers.min() >= bounds[0] and numbers.max() <= bounds[-1]):
            raise ValueError(f"values outside the bins [{bounds[0]}, {bounds[-1]}]")
        bins = np.clip(np.searchsorted(bounds, numbers, side="right") - 1, 0, len(bounds) - 2)
        labels = [(float(low), float(high)) for low, high in zip(bounds[:-1], bounds[1:], strict=True)]
        columns = {"count": np.ones(len(numbers), dtype=np.int64), "sum": numbers}
        super().__init__(columns, key=bins, labels=labels, statistic=statistic, sample=sample)


class Sums:
    """Sums of rows by key: what partial runs exchange and add.

    ``columns[name][i]`` is the sum for ``labels[i]``: an int, or an `ExactSum` for a column of doubles.
    Rows without keys have the single label None.
    """

    def __init__(self, kind: Rows, columns: Mapping[str, Sequence[int | ExactSum]], labels: Sequence[Hashable]) -> None:
        self.kind = kind
        self.columns = {name: list(values) for name, values in columns.items()}
        self.labels = list(labels)

    def __add__(self, other: Sums) -> Sums:
        place = {label: position for position, label in enumerate(self.labels)}
        labels = list(self.labels)
        for label in other.labels:
            if label not in place:
                place[label] = len(labels)
                labels.append(label)
        columns: dict[str, list[int | ExactSum]] = {}
        for name, mine in self.columns.items():
            merged: list[int | ExactSum] = list(mine) + [0] * (len(labels) - len(mine))
            for label, value in zip(other.labels, other.columns[name], strict=True):
                merged[place[label]] = merged[place[label]] + value
            columns[name] = merged
        return Sums(self.kind, columns, labels)

    def floats(self) -> dict[str, Floats]:
        """The sums by column as doubles, shape ``(n_labels,)``, in the order of the sorted labels.

        The order is by label, not by arrival, so that a statistic that adds over keys adds in one order.
        """
        order = label_order(self.labels)
        return {
            name: np.array([float(values[position]) for position in order]) for name, values in self.columns.items()
        }

    @property
    def value(self) -> float | None:
        """The value of the sums, or None when it is undefined."""
        columns = self.floats()
        if isinstance(self.kind, Table):
            number = float(self.kind.over(sorted_labels(self.labels)).reduce(columns))
        else:
            number = float(self.kind.reduce(columns)[0])
        return None if np.isnan(number) else number

    @property
    def shown(self) -> dict[str, float]:
        """The sums behind the value, under the names that a reader knows."""
        if isinstance(self.kind, Table):
            return {}
        return self.kind.shown({name: float(values[0]) for name, values in self.floats().items()})


def averaged(rows: Rows, how: str, n_units: int) -> Rows:
    """The rows whose value is an average of ``rows``.

    ``"micro"`` leaves them (the value of the total); ``"macro"`` makes one mean row per unit that has a
    defined value; ``"macro:key"`` takes keyed rows and makes a table whose value is the mean over the keys
    that have a defined value. All three are additive again.
    """
    if how == "micro":
        return rows
    if how == "macro":
        values = rows.values(n_units)
        known = ~np.isnan(values)
        return Mean(values[known], sample=np.flatnonzero(known))
    if rows.key is None:
        raise ValueError(f"{how} needs keyed rows")
    return OverKeys(rows)


def _column(name: str, values: ArrayLike) -> Column:
    array = np.asarray(values)
    if array.dtype.kind in "biu":
        return array.astype(np.int64)
    numbers = array.astype(np.float64)
    if not np.isfinite(numbers).all():
        raise ValueError(f"column {name!r} holds NaN or infinity: mark the row as undefined instead")
    return numbers


def _divide(num: Floats, den: Floats) -> Floats:
    return np.where(den > 0, num / np.where(den > 0, den, 1.0), np.nan)


def _grouped(values: Column, groups: NDArray[np.int64], n_groups: int) -> list[int | ExactSum]:
    if values.dtype.kind == "i":
        sums = np.zeros(n_groups, dtype=np.int64)
        np.add.at(sums, groups, values.astype(np.int64))
        return [int(value) for value in sums]
    return list(grouped(values.astype(np.float64), groups, n_groups))


def _unit_sums(values: Column, sample: NDArray[np.int64], n_units: int) -> Floats:
    if values.dtype.kind == "i":
        return np.bincount(sample, weights=values, minlength=n_units).astype(np.float64)
    rows_of = np.bincount(sample, minlength=n_units)
    if len(values) == 0 or rows_of.max() <= 1:
        sums = np.zeros(n_units)
        sums[sample] = values
        return sums
    return np.array([float(total) for total in grouped(values.astype(np.float64), sample, n_units)])


def label_order(labels: Sequence[Hashable]) -> list[int]:
    """Positions of labels in the one order in which statistics see them: numbers by size, other by text."""
    return sorted(range(len(labels)), key=lambda position: _sortable(labels[position]))


def sorted_labels(labels: Sequence[Hashable]) -> list[Hashable]:
    """The labels in the order of `label_order`."""
    return [labels[position] for position in label_order(labels)]


def _sortable(label: Any) -> tuple[Any, ...]:
    if isinstance(label, tuple):
        return ("tuple", tuple(_sortable(part) for part in label))
    if isinstance(label, int | float):
        return ("number", label)
    return ("text", type(label).__name__, str(label))
