"""Sweeps: runs of several configurations in one table of quality, latency and cost, with the knee."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ontoeval.errors import BadParameter, UsageError
from ontoeval.evaluation.api import compile as compiled
from ontoeval.evaluation.compare import compare
from ontoeval.evaluation.record import Record, record
from ontoeval.evaluation.report import Report
from ontoeval.evaluation.retrieval.versions import rising
from ontoeval.metrics.definition import Measure
from ontoeval.statistics.knee import knee
from ontoeval.statistics.paired import holm
from ontoeval.statistics.quantiles import Quantile
from ontoeval.statistics.rows import Floats, Mean
from ontoeval.views.compiled import Compiled
from ontoeval.views.spent import TOTAL, Costs, Spent, Timings

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology

Against = Literal["axis", "latency", "cost"]
Settings = Mapping[str, Any]
_COLUMNS: dict[Against, str] = {"latency": "latency_p50", "cost": "cost"}
_FEWEST_FOR_P95 = 20


@dataclass(frozen=True)
class ConfigSweep:
    """Configurations compared.

    Attributes:
        metric: The measure of quality.
        axis: The setting along which the knee is sought.
        against: What quality is set against: the axis itself, latency or cost.
        best: Settings of the configuration with the best quality.
        rows: For each configuration its settings; ``value`` with ``low``, ``high``, ``interval``; against the best
            configuration ``delta``, ``delta_low``, ``delta_high``, ``p_adjusted`` (Holm); ``latency_p50`` and
            ``latency_p95`` in milliseconds, ``cost`` per question, None where the run does not say; ``knee``;
            ``dominated``: another one is at least as good in quality, latency and cost, and better in one.
    """

    metric: str
    axis: str
    against: Against
    best: Settings
    rows: list[dict[str, Any]]

    @property
    def knees(self) -> list[dict[str, Any]]:
        """The rows at a knee: at most one for each combination of the other settings."""
        return [row for row in self.rows if row["knee"]]


def sweep_configs(
    gold: Any,
    runs: Mapping[Any, Any] | Sequence[tuple[Settings, Any]],
    *,
    metric: str = "recall@10",
    axis: str | None = None,
    against: Against = "axis",
    ontology: Ontology | str | Path | None = None,
    docs: Any = None,
    fields: Mapping[str, str] | None = None,
    seed: int = 0,
) -> ConfigSweep:
    """Quality, latency and cost of runs that differ in a setting: chunk size, overlap, model, depth …

    The knee (`ontoeval.statistics.knee.knee`) is where the curve of quality lies farthest above the straight line
    between its ends. It is a reading aid and knows nothing of chance: read the interval of ``delta`` as well, which
    says whether a cheaper configuration was shown to be worse than the best one.

    Args:
        gold: Golden set, as for ``oe.score``.
        runs: Runs by the value of one setting (``{256: "run-256.jsonl", 512: …}``), or pairs of settings and run
            (``[({"chunk": 256, "overlap": 0}, "a.jsonl"), …]``).
        metric: Measure of quality; higher must be better.
        axis: The setting along which the knee is sought; by default the only one.
        against: ``"axis"``: the setting itself, which must be a number; ``"latency"`` (median); or ``"cost"``.
        ontology, docs: For measures that need them.
        fields: Other places of fields.
        seed: Of bootstrap and randomization.

    Raises:
        UsageError: There are fewer than two runs, settings differ in their names, or the axis is not one of them.
        BadParameter: The metric is better when lower, or a parameter is not allowed.
        NotComparable: Two runs have no question in common.

    Example:
        >>> gold = {f"q{n}": ["d"] for n in range(4)}
        >>> found = {n: {f"q{m}": ["d"] if m < n else ["x"] for m in range(4)} for n in (1, 2, 3, 4)}
        >>> table = sweep_configs(gold, {100: found[1], 200: found[3], 300: found[4], 400: found[4]})
        >>> [(row["config"], row["value"], row["knee"]) for row in table.rows]
        [(100, 0.25, False), (200, 0.75, True), (300, 1.0, False), (400, 1.0, False)]
    """
    measure = rising(metric)
    if against not in ("axis", *_COLUMNS):
        raise BadParameter(f"against={against!r} is not allowed", expected="axis, latency or cost")
    pairs = [({"config": name}, run) for name, run in runs.items()] if isinstance(runs, Mapping) else list(runs)
    along = _axis([settings for settings, _ in pairs], axis)
    rows: list[dict[str, Any]] = []
    records: list[Record] = []
    for settings, run in pairs:
        some = compiled(gold, run, ontology=ontology, docs=docs, fields=fields, measure=measure)
        report = Report(some, [measure], seed=seed)
        records.append(record(report))
        result = report[measure.name]
        row = {"value": result.value, "low": result.low, "high": result.high, "interval": result.interval}
        rows.append({**settings, **row, **_spent(some)})
    best = max(range(len(rows)), key=lambda place: (rows[place]["value"] is not None, rows[place]["value"] or 0.0))
    _compare(rows, records, best, measure, seed)
    _mark(rows, [dict(settings) for settings, _ in pairs], along, against)
    return ConfigSweep(measure.name, along, against, pairs[best][0], rows)


def _axis(settings: Sequence[Settings], axis: str | None) -> str:
    """The setting along which the knee is sought."""
    if len(settings) < 2:
        raise UsageError(f"{len(settings)} configuration to compare", expected="two or more")
    names = set(settings[0])
    if any(set(other) != names for other in settings):
        raise UsageError("the configurations have different settings", expected=", ".join(sorted(names)))
    if axis is None and len(names) == 1:
        return next(iter(names))
    if axis not in names:
        raise UsageError(f"axis={axis!r}", expected=" or ".join(sorted(names)))
    return axis


def _spent(some: Compiled) -> dict[str, Any]:
    """Median and 95th percentile of the latency, and mean cost, of the questions that say them."""
    times, costs = (_whole(some.view(view)) for view in (Timings, Costs))
    enough = len(times) >= _FEWEST_FOR_P95
    return {
        "latency_p50": Quantile(times, quantile=0.5).sums().value,
        "latency_p95": Quantile(times, quantile=0.95).sums().value if enough else None,
        "cost": Mean(costs).sums().value,
    }


def _whole(spent: Spent) -> Floats:
    return np.zeros(0) if spent.unmeasured else spent.known(TOTAL)[0]


def _compare(rows: list[dict[str, Any]], records: list[Record], best: int, measure: Measure, seed: int) -> None:
    """Each configuration against the best one, paired by question."""
    pairs = [
        None if place == best else compare(records[best], other, seed=seed)[measure.name].paired
        for place, other in enumerate(records)
    ]
    adjusted = holm([None if paired is None else paired.p for paired in pairs])
    for row, paired, p in zip(rows, pairs, adjusted, strict=True):
        row["delta"] = None if paired is None else paired.delta
        row["delta_low"] = None if paired is None else paired.interval.low
        row["delta_high"] = None if paired is None else paired.interval.high
        row["p_adjusted"] = p


def _mark(rows: list[dict[str, Any]], settings: list[dict[str, Any]], axis: str, against: Against) -> None:
    """Say which rows are at a knee, one for each combination of the other settings, and which are dominated."""
    column = _COLUMNS.get(against, axis)
    groups: dict[str, list[int]] = {}
    for place, mine in enumerate(settings):
        rows[place]["knee"] = False
        rows[place]["dominated"] = any(_dominates(other, rows[place]) for other in rows)
        others = str(sorted((name, str(value)) for name, value in mine.items() if name != axis))
        groups.setdefault(others, []).append(place)
    for places in groups.values():
        known = [place for place in places if _is_number(rows[place][column]) and rows[place]["value"] is not None]
        found = knee([rows[place][column] for place in known], [rows[place]["value"] for place in known])
        if found is not None and len(known) == len(places):
            rows[known[found]]["knee"] = True


def _dominates(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether one row is at least as good as another in all that both say, and better in something."""
    pairs = [(-one["value"], -other["value"])] if one["value"] is not None and other["value"] is not None else []
    for name in ("latency_p50", "cost"):
        if one[name] is not None and other[name] is not None:
            pairs.append((one[name], other[name]))
    spent_something = len(pairs) > 1
    return spent_something and all(a <= b for a, b in pairs) and any(a < b for a, b in pairs)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
