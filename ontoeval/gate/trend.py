"""How a metric moved over the runs: where it dropped, and whether it drifts slowly."""

from __future__ import annotations

import math
import statistics
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ontoeval.errors import UsageError, closest
from ontoeval.gate.entry import Entry, Value

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
        expected=" or ".join("none for all questions" if other is None else f"{other}" for other in others),
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
    wanted = [(metric, name) for name in names for metric in runs[-1].values(name)]
    return [_trend(runs, metric, name) for metric, name in wanted if not metrics or metric in metrics]


def segments(runs: Sequence[Entry], metric: str, slice_name: str = "") -> Iterator[list[Entry]]:
    """The runs that hold a metric, cut where anything changes that its value depends on."""
    part: list[Entry] = []
    for run in runs:
        if metric not in run.values(slice_name):
            continue
        if part and not run.comparable(part[-1], metric, slice_name):
            yield part
            part = []
        part.append(run)
    if part:
        yield part


def changed(before: Entry, after: Entry, metric: str, slice_name: str = "") -> list[str]:
    """What a value depends on and what is another in the later run."""
    old, new = before.depends_on(metric, slice_name), after.depends_on(metric, slice_name)
    return [part for part in {**old, **new} if old.get(part) != new.get(part)]


def _trend(runs: Sequence[Entry], metric: str, name: str) -> Trend:
    parts = list(segments(runs, metric, name))
    fallen = [_drops(part, metric, name) for part in parts]
    current = parts[-1]
    last = current[-1].values(name)[metric]
    before = current[-2].values(name)[metric]["value"] if len(current) > 1 else None
    return Trend(
        metric,
        name,
        last["better"],
        last["value"],
        last["low"],
        last["high"],
        before,
        len(current),
        tuple(drop for drops in fallen for drop in drops),
        None if fallen[-1] else _drift(current, metric, name),
    )


def _measured(part: Sequence[Entry], metric: str, name: str) -> tuple[list[Entry], list[float], int]:
    """Runs that have a value, these values with the sign that makes larger ones better, and that sign."""
    kept = [run for run in part if run.values(name)[metric]["value"] is not None]
    sign = 1 if part[-1].values(name)[metric]["better"] == "higher" else -1
    return kept, [sign * run.values(name)[metric]["value"] for run in kept], sign


def _drops(part: Sequence[Entry], metric: str, name: str) -> list[Drop]:
    """Drops among comparable runs."""
    kept, values, sign = _measured(part, metric, name)
    found = []
    for place in range(1, len(values)):
        before, run = min(values[max(0, place - BEFORE) : place]), kept[place]
        if before - values[place] > _flip(run.values(name)[metric]):
            found.append(Drop(run.id, run.label, sign * before, sign * values[place]))
    return found


def _flip(value: Value) -> float:
    """What one flip is worth, or for a metric without bounds half the interval; with room for rounding."""
    if value.get("flip") is not None:
        return float(value["flip"]) + 1e-9
    low, high = value["low"], value["high"]
    return 1e-9 if low is None or high is None else (high - low) / 2


def _drift(part: Sequence[Entry], metric: str, name: str) -> float | None:
    """How far values fell slowly over comparable runs, or None."""
    kept, values, _ = _measured(part, metric, name)
    third = len(values) // 3
    if len(values) < LEAST:
        return None
    fell = statistics.median(values[:third]) - statistics.median(values[-third:])
    if fell <= _flip(kept[-1].values(name)[metric]):
        return None
    import numpy as np
    from scipy.special import stdtr

    freedom = len(values) - 2
    r = float(np.corrcoef(np.arange(len(values)), values)[0, 1])
    t = r * math.sqrt(freedom / max(1 - r * r, 1e-12))
    return fell if t < 0 and 2 * stdtr(freedom, t) < LEVEL else None
