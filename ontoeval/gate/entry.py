"""`Entry`: what the history keeps of one run, as one line of JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report
    from ontoeval.evaluation.result import Result
    from ontoeval.gate.verdict import Verdict
    from ontoeval.metrics.definition import Metric

Value = Mapping[str, Any]
#: Parts of the signature that do not make two values incomparable: the metric's own version is kept beside the value.
_FREE = ("ontoeval",)
#: What the value of a metric depends on beside the signature, and is kept with it.
OWN = ("version", "judges")


@dataclass(frozen=True)
class Entry:
    """One run.

    Attributes:
        id: Its id.
        time: When it was scored, in UTC: ``"2026-11-30T21:00:00Z"``.
        where: File and line it was read from, or "".
        content: Everything: ``commit``, ``dirty``, ``signature``, ``judges``, ``runs``, ``subset``, ``gate``,
            ``values`` by slice and metric.
        line: The line as it stands in the file.
    """

    id: str
    time: str
    where: str
    content: Mapping[str, Any] = field(repr=False)
    line: bytes = field(repr=False, compare=False)

    def values(self, slice_name: str = "") -> Mapping[str, Value]:
        """Values by metric, of all samples or of a slice."""
        found: Mapping[str, Value] = self.content["values"].get(slice_name, {})
        return found

    @cached_property
    def basis(self) -> str:
        """All that every value of the run depends on, as one text."""
        return _json(self._basis())

    def _basis(self) -> dict[str, Any]:
        return {part: value for part, value in self.content["signature"].items() if part not in _FREE}

    def depends_on(self, metric: str, slice_name: str = "") -> dict[str, Any]:
        """All that a value depends on: two values can be compared when it is the same."""
        value = self.values(slice_name)[metric]
        return {**self._basis(), **{part: value.get(part) for part in OWN}}

    @property
    def label(self) -> str:
        """Time and commit, for people."""
        commit = self.content["commit"] or "no commit"
        return f"{self.time[:16].replace('T', ' ')} {commit}{'+' if self.content['dirty'] else ''}"


def entry(
    report: Report,
    *,
    commit: tuple[str | None, bool | None] = (None, None),
    gate: Verdict | None = None,
    subset: int | float | None = None,
    id: str | None = None,
    time: datetime | None = None,
) -> Entry:
    """What the history keeps of a report.

    Args:
        report: The report.
        commit: Hash and whether files differ from it, as `ontoeval.gate.commit.commit` says.
        gate: What the gate said.
        subset: The subset that was scored, or None for all samples.
        id: Id of the run; by default a hash of the content.
        time: When; by default now.
    """
    from ontoeval.views.judges import Judges, judged_by

    judges = report.compiled.view(Judges)
    values: dict[str, dict[str, Any]] = {}
    for result in report:
        metric = report.scored[result.metric].measure.metric
        kept = values.setdefault(result.slice, {})
        kept[result.metric] = {**_value(result, metric), "judges": judged_by(report.compiled, metric.view)}
    content: dict[str, Any] = {
        "time": (time or datetime.now(UTC)).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "commit": commit[0],
        "dirty": commit[1],
        "signature": report.signature.as_dict(),
        "judges": judges.names,
        "runs": judges.runs,
        "subset": subset,
        "gate": None if gate is None else {"state": gate.state, "failed": gate.failed},
        "values": values,
    }
    name = id or blake2b(_json(content).encode(), digest_size=8).hexdigest()
    content = {"id": name, **content}
    return Entry(name, content["time"], "", content, _json(content).encode())


def _value(result: Result, metric: Metric) -> dict[str, Any]:
    return {
        "value": result.value,
        "low": result.low,
        "high": result.high,
        "n": result.n_scored,
        "missing": result.n_missing,
        "invalid": result.n_invalid,
        "better": result.direction,
        "level": result.level,
        "flip": result.flip,
        "version": metric.version,
    }


def _json(content: Mapping[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
