"""How a metric moved over the runs: where it dropped, and whether it drifts slowly."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ontoeval.errors import UsageError, closest
from ontoeval.gate.entry import Entry
from ontoeval.gate.series import Series, series_of

#: A drop is looked for against so many runs before it.
BEFORE = 5
#: Fewest runs that can show a drift, and the level of the test.
LEAST, LEVEL = 8, 0.01


@dataclass(frozen=True)
class Drop:
    """A run that is worse than each of the five comparable runs before it, by more than one flip is worth.

    Attributes:
        id, label: The run.
        before: The worst value before it.
        after: Its value.
    """

    id: str
    label: str
    before: float
    after: float


@dataclass(frozen=True)
class Trend:
    """One metric over the runs.

    Attributes:
        metric, slice: What was measured.
        better: ``"higher"`` or ``"lower"``.
        value, low, high: The last value and its 95 % interval.
        previous: The value before it, if comparable.
        runs: How many runs up to the last one are comparable with it, within those that were asked for.
        drops: All drops within those that were asked for.
        drift: How far the metric moved for the worse over the comparable runs without any drop: from the median of the
            first third to that of the last. None where that is at most one flip, there are fewer than 8 runs, or the
            values' correlation with the order of the runs may be chance (p ≥ .01).
    """

    metric: str
    slice: str
    better: str
    value: float | None
    low: float | None
    high: float | None
    previous: float | None
    runs: int
    drops: tuple[Drop, ...]
    drift: float | None

    def as_dict(self) -> dict[str, Any]:
        """The trend as a JSON-ready row."""
        return asdict(self)


def of_subset(runs: Sequence[Entry], subset: int | float | None) -> list[Entry]:
    """The runs that scored this subset of the questions, or all of them.

    Raises:
        UsageError: There are runs, but none of that kind.
    """
    kept = [run for run in runs if run.content.get("subset") == subset]
    if kept or not runs:
        return kept
    others = dict.fromkeys(run.content.get("subset") for run in runs)
    raise UsageError(
        f"no run scored {'all questions' if subset is None else f'the subset {subset}'}",
        where="--subset",
        expected=" or ".join("no --subset, for all questions" if other is None else f"{other}" for other in others),
    )


def check_names(metrics: Iterable[str], known: Collection[str]) -> None:
    """Refuse names of measures that no run holds.

    Raises:
        UsageError: One is not known; the closest name is in the message.
    """
    for name in metrics:
        if name not in known:
            near = closest(name, known, limit=1)
            mend = f"did you mean {near[0]}?" if near else None
            raise UsageError(f"no run holds {name!r}", where="history", expected=", ".join(known), mend=mend)


def trends(runs: Sequence[Entry], metrics: Collection[str] = (), *, slices: bool = False) -> list[Trend]:
    """The trend of each metric that the last run holds.

    Args:
        runs: Runs, oldest first.
        metrics: Only these.
        slices: Whether slices are asked for as well.

    Raises:
        UsageError: The last run does not hold one of the metrics.
    """
    if not runs:
        return []
    check_names(metrics, runs[-1].values())
    names = list(runs[-1].content["values"]) if slices else [""]
    found = []
    for name in names:
        series = series_of(runs, name, metrics)
        found += [_trend(series[metric], metric, name) for metric in runs[-1].values(name) if metric in series]
    return found


def segments(runs: Sequence[Entry], metric: str, slice_name: str = "") -> Iterator[list[Entry]]:
    """The runs that hold a metric, cut where anything changes that its value depends on."""
    return series_of(runs, slice_name, [metric])[metric].parts()


def changed(before: Entry, after: Entry, metric: str, slice_name: str = "") -> list[str]:
    """What a value depends on and what is another in the later run."""
    old, new = before.depends_on(metric, slice_name), after.depends_on(metric, slice_name)
    return [part for part in {**old, **new} if old.get(part) != new.get(part)]


def _trend(series: Series, metric: str, name: str) -> Trend:
    last, current = series.rows[-1], np.flatnonzero(np.equal(series.part, series.part[-1]))
    fallen = _drops(series)
    return Trend(
        metric,
        name,
        last["better"],
        last["value"],
        last["low"],
        last["high"],
        series.rows[-2]["value"] if len(current) > 1 else None,
        len(current),
        tuple(Drop(series.runs[at].id, series.runs[at].label, before, after) for at, before, after in fallen),
        None if any(at >= current[0] for at, _, _ in fallen) else _drift(series, current),
    )


def _drops(series: Series) -> list[tuple[int, float, float]]:
    """Places of drops, with the worst value before each and the value there."""
    goodness, flip = series.goodness, series.flip
    measured = np.flatnonzero(~np.isnan(goodness))
    values, part = goodness[measured], np.array(series.part)[measured]
    before = np.full(len(measured), np.inf)
    for back in range(1, min(BEFORE + 1, len(measured))):
        same = part[back:] == part[:-back]
        before[back:] = np.minimum(before[back:], np.where(same, values[:-back], np.inf))
    fell = np.isfinite(before) & (before - values > flip[measured])
    found = zip(measured[fell].tolist(), before[fell].tolist(), strict=True)
    return [
        (at, worst if series.rows[at]["better"] == "higher" else -worst, series.rows[at]["value"])
        for at, worst in found
    ]


def _drift(series: Series, current: NDArray[np.int64]) -> float | None:
    """How far values fell slowly over comparable runs, or None."""
    goodness = series.goodness[current]
    values = goodness[~np.isnan(goodness)]
    if len(values) < LEAST:
        return None
    third = len(values) // 3
    fell = float(np.median(values[:third]) - np.median(values[-third:]))
    if fell <= series.flip[current][~np.isnan(goodness)][-1]:
        return None
    from scipy.special import stdtr

    freedom = len(values) - 2
    r = float(np.corrcoef(np.arange(len(values)), values)[0, 1])
    t = r * math.sqrt(freedom / max(1 - r * r, 1e-12))
    return fell if t < 0 and 2 * stdtr(freedom, t) < LEVEL else None
