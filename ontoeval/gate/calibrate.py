"""`calibrate`: thresholds from repeated runs of the same system on the same questions."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ontoeval.errors import NotComparable, UnknownMetric, UsageError, closest
from ontoeval.evaluation.flip import flip
from ontoeval.gate.gate import saved
from ontoeval.metrics.registry import parse

#: Parts of a signature in which repeated runs must agree.
_SAME = ("gold", "docs", "ontology", "settings", "nil", "judge")


@dataclass(frozen=True)
class Threshold:
    """A threshold for one metric.

    Attributes:
        metric: Name of the measure.
        better: ``"higher"`` or ``"lower"``.
        values: Its value in each run.
        worst: The worst of them.
        flip: What one flip is worth, or None.
        limit: The threshold, one flip beyond the worst value and rounded away from it; None when it would allow
            everything.
        n: Fewest samples behind the value in any run.
        missing: Most samples without a result in any run.
        reason: Why there is no threshold, or "".
    """

    metric: str
    better: str
    values: tuple[float, ...]
    worst: float | None
    flip: float | None
    limit: float | None
    n: int
    missing: int
    reason: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The threshold as a JSON-ready row."""
        return asdict(self)

    def toml(self) -> str:
        """The line of a gate, or a comment."""
        if self.limit is None:
            return f"# {self.metric}: {self.reason}"
        limit = f"{'min' if self.better == 'higher' else 'max'} = {self.limit:g}"
        quoted = f"'{self.metric}'" if '"' in self.metric else f'"{self.metric}"'
        missing = f"\nmissing = {self.missing}" if self.missing else ""
        return f"[[gate.require]]\nmetric = {quoted}\n{limit}\nmin_n = {self.n}{missing}"


def calibrate(paths: Sequence[str | Path], metrics: Sequence[str] = ()) -> list[Threshold]:
    """Propose thresholds just beyond the worst value of repeated runs.

    Args:
        paths: Saved report.json files of at least two runs of the same system on the same questions.
        metrics: Notations; by default the headline metrics.

    Returns:
        One threshold per metric. A run that loses one more question than the worst of these still passes.

    Raises:
        UsageError: There are fewer than two reports, one is given twice, or none holds a metric.
        InputError: One cannot be read.
        NotComparable: They differ in gold, corpus, ontology, settings or judge.
    """
    if len(paths) < 2:
        raise UsageError(
            "one run does not show how much the value varies",
            expected="reports of at least two runs",
            mend="run the system three times on the same questions, and save each report",
        )
    real = [os.path.realpath(path) for path in paths]
    twice = [path for place, path in enumerate(paths) if real[place] in real[:place]]
    if twice:
        raise UsageError("this report is given twice", where=str(twice[0]), expected="reports of different runs")
    contents = [saved(Path(path)) for path in paths]
    for path, content in zip(paths[1:], contents[1:], strict=True):
        _same(contents[0]["signature"], content["signature"], f"{paths[0]} and {path}")
    runs = [{row["metric"]: row for row in content["results"] if not row["slice"]} for content in contents]
    wanted = [parse(name).name for name in metrics] or [n for n, row in runs[0].items() if row["level"] == "headline"]
    return [_threshold(name, [_row(run, name, path) for run, path in zip(runs, paths, strict=True)]) for name in wanted]


def _same(first: Mapping[str, Any], other: Mapping[str, Any], where: str) -> None:
    for part in _SAME:
        if first.get(part) != other.get(part):
            raise NotComparable(
                f"another {part}: {first.get(part)} against {other.get(part)}",
                where=where,
                mend="calibrate with repeated runs on the same questions, scored in the same way",
            )


def _row(run: Mapping[str, Mapping[str, Any]], name: str, path: str | Path) -> Mapping[str, Any]:
    if name not in run:
        near = closest(name, run, limit=1)
        mend = f"did you mean {near[0]}?" if near else None
        raise UsageError(f"the report does not hold {name}", where=str(path), expected=", ".join(run), mend=mend)
    return run[name]


def _threshold(name: str, rows: Sequence[Mapping[str, Any]]) -> Threshold:
    better = rows[0]["direction"]
    values = tuple(row["value"] for row in rows if row["value"] is not None)
    bounds = _bounds(name)
    flips = [worth for row in rows if (worth := flip(row, bounds)) is not None]
    n, missing = min(row["n_scored"] for row in rows), max(row["n_missing"] for row in rows)
    if len(values) < len(rows):
        reason = "not every run has a value"
        return Threshold(name, better, values, None, max(flips, default=None), None, n, missing, reason)
    worst = min(values) if better == "higher" else max(values)
    worth = max(flips, default=None)
    limit = _beyond(worst, worth or 0.0, better)
    last = bounds[0 if better == "higher" else 1]
    if last is not None and (limit <= last if better == "higher" else limit >= last):
        reason = f"one flip below the worst run ({worst:.4f}) every value is allowed: more questions are needed"
        return Threshold(name, better, values, worst, worth, None, n, missing, reason)
    return Threshold(name, better, values, worst, worth, limit, n, missing)


def _bounds(name: str) -> tuple[float | None, float | None]:
    try:
        return parse(name).metric.bounds
    except UnknownMetric:  # of a user's own file that nobody named here
        return None, None


def _beyond(worst: float, worth: float, better: str) -> float:
    """One flip beyond the worst value, rounded away from it to what is not finer than the flip."""
    digits = 2 if worth >= 0.01 else 3 if worth >= 0.001 else 4
    scale = 10.0**digits
    if better == "higher":
        return math.floor((worst - worth) * scale + 1e-9) / scale
    return math.ceil((worst + worth) * scale - 1e-9) / scale
