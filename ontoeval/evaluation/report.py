"""`Report`: the results of several measures on the same samples, with everything behind them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from ontoeval.errors import UsageError, closest
from ontoeval.evaluation import tables
from ontoeval.evaluation.compare import Comparison, compare
from ontoeval.evaluation.funnel import Funnel
from ontoeval.evaluation.record import read as read_record
from ontoeval.evaluation.record import record
from ontoeval.evaluation.scored import Scored, score, table_of
from ontoeval.evaluation.signature import Signature
from ontoeval.findings import Finding
from ontoeval.metrics.definition import Measure
from ontoeval.statistics.bootstrap import REPLICATES
from ontoeval.statistics.intervals import Interval, intervals
from ontoeval.views.base import Flags, Status
from ontoeval.views.compiled import Compiled


@dataclass(frozen=True)
class Result:
    """The value of one measure on one slice.

    Attributes:
        metric: Name of the measure.
        average: How it is averaged.
        value: The value; None when it is undefined or unmeasured.
        n_samples: Samples in the slice: the sum of the four that follow.
        n_ok, n_missing, n_undefined, n_invalid: Samples by status.
        low, high: Bounds of the interval, or None.
        interval: How the interval was made, or why there is none.
        direction: Whether ``"higher"`` or ``"lower"`` is better.
        level: ``"headline"`` or ``"diagnostic"``.
        stage: Stage of the pipeline.
        slice: ``"tag=value"``, or "" for all samples.
        sums: The sums behind the value under their names.
        reason: Why there is no value, or "".
        signature: What the value depends on.
    """

    metric: str
    average: str
    value: float | None
    n_samples: int
    n_ok: int
    n_missing: int
    n_undefined: int
    n_invalid: int
    low: float | None
    high: float | None
    interval: str
    direction: str
    level: str
    stage: str
    slice: str
    sums: Mapping[str, float]
    reason: str
    signature: str
    items: Sequence[Mapping[str, Any]] = field(default=(), repr=False, compare=False)

    def as_dict(self) -> dict[str, Any]:
        """The result as a JSON-ready row, the sums beside the other columns."""
        row = {name: getattr(self, name) for name in self.__dataclass_fields__ if name not in ("sums", "items")}
        return {**row, **self.sums}

    def to_frame(self) -> Any:
        """The value of each sample alone as a pandas DataFrame (needs pandas)."""
        return _frame(list(self.items))


_SHOWN_AS_COUNT = ("tp", "fp", "fn", "num", "den", "count", "p_num", "p_den", "r_num", "r_den")


class Report:
    """Results of measures on the same samples.

    Args:
        compiled: The samples with ontology and corpus.
        measures: What to compute.
        by: Tags to slice by.
        with_intervals: Whether to make intervals.
        replicates, seed: Of the bootstrap.
    """

    def __init__(
        self,
        compiled: Compiled,
        measures: Sequence[Measure],
        *,
        by: Sequence[str] = (),
        with_intervals: bool = True,
        replicates: int = REPLICATES,
        seed: int = 0,
    ) -> None:
        self.compiled = compiled
        self.by = list(by)
        compiled.prepare(dict.fromkeys(measure.view for measure in measures))
        self.scored: dict[str, Scored] = {measure.name: score(measure, compiled) for measure in measures}
        self.signature = Signature.of(compiled)
        self.results = self._results(with_intervals, replicates, seed)

    def __getitem__(self, name: str) -> Result:
        if name not in self.scored:
            near = [full for full in self.scored if full.partition("@")[0].partition("(")[0] == name]
            if len(near) != 1:
                near = near or closest(name, self.scored) or list(self.scored)
                raise UsageError(f"the report has no {name!r}", expected=" or ".join(near))
            name = near[0]
        result = next(result for result in self.results if result.metric == name and not result.slice)
        return _with_items(result, self.items(name))

    def __iter__(self) -> Iterator[Result]:
        return iter(self.results)

    @property
    def findings(self) -> list[Finding]:
        """What reading and compiling noticed."""
        return self.compiled.findings

    def rows(self) -> list[dict[str, Any]]:
        """All results as JSON-ready rows."""
        return [result.as_dict() for result in self.results]

    def items(self, name: str) -> list[dict[str, Any]]:
        """The value of each sample alone, sorted by id: id, value, status."""
        scored = self.scored[name]
        roster = self.compiled.roster
        order = sorted(range(len(roster)), key=roster.ids.__getitem__)
        values = scored.item_values
        return [
            {
                "id": roster.ids[i],
                "value": None if math.isnan(values[i]) else float(values[i]),
                "status": Status(int(scored.status[i])).name.lower(),
            }
            for i in order
        ]

    def table(self, name: str) -> list[dict[str, Any]]:
        """A table by name; the names are those of ``tables()``."""
        if name in tables.names():
            return tables.table(name, self.compiled)
        known = self.tables()
        if name not in known:
            names = [*tables.names(), *(key for key in known if key not in tables.names())]
            raise UsageError(f"the report has no table {name!r}", expected=", ".join(names))
        return known[name]

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """All tables that have rows: those of diagnosis, and the key sums of keyed measures by their name."""
        diagnosis = {name: self.table(name) for name in tables.names()}
        keyed = {
            name: table_of(scored.rows)
            for name, scored in self.scored.items()
            if scored.rows is not None and scored.rows.key is not None
        }
        return {name: rows for name, rows in {**diagnosis, **keyed}.items() if rows}

    @cached_property
    def funnel(self) -> Funnel:
        """The loss funnel."""
        return Funnel(self.compiled)

    def compare(self, other: Report | str | Path, **options: Any) -> Comparison:
        """Compare this run with another one of the same questions; options as for `ontoeval.evaluation.compare`.

        Args:
            other: The later run: a report, or the path of a saved report.json.
            options: ``by``, ``margin``, ``alpha``, ``seed``.

        Raises:
            NotComparable: The runs have no question with the same gold in common, or no measure.
        """
        later = record(other) if isinstance(other, Report) else read_record(Path(other))
        return compare(record(self), later, **options)

    def to_frame(self) -> Any:
        """All results as a pandas DataFrame (needs pandas)."""
        return _frame(self.rows())

    def save(self, path: str | Path) -> Path:
        """Write the report; the suffix chooses the writer.

        Raises:
            UsageError: There is no writer for the suffix.
        """
        target = Path(path)
        writers = {".json": "json", ".txt": "terminal", ".md": "markdown", ".csv": "csv", ".html": "html"}
        name = writers.get(target.suffix.lower())
        if name is None:
            raise UsageError(f"no writer for {target.suffix!r}", where=str(target), expected=", ".join(writers))
        import_module(f"ontoeval.report.{name}").save(self, target)
        return target

    def _results(self, with_intervals: bool, replicates: int, seed: int) -> list[Result]:
        roster = self.compiled.roster
        slices: list[tuple[str, Flags]] = [("", np.ones(len(roster), dtype=bool))]
        for tag in self.by:
            values = roster.tag_values(tag)
            if not values:
                known = sorted({name for tags in roster.tags for name in tags})
                raise UsageError(
                    f"no sample has the tag {tag!r}", where=f"--by {tag}", expected=", ".join(known) or "tags"
                )
            for value in values:
                keep = np.array([tags.get(tag) == value for tags in roster.tags])
                slices.append((f"{tag}={value}", keep))
        cells = [(scored, name, keep, scored.part(keep)) for name, keep in slices for scored in self.scored.values()]
        measured = [rows for *_, rows in cells if rows is not None]
        if with_intervals:
            made = iter(intervals(measured, len(roster), roster.cluster_hashes, replicates=replicates, seed=seed))
        else:
            made = iter(Interval(None, None, "none: not asked for") for _ in measured)
        return [
            self._result(scored, name, keep, next(made) if rows is not None else None)
            for scored, name, keep, rows in cells
        ]

    def _result(self, scored: Scored, name: str, keep: Flags, interval: Interval | None) -> Result:
        rows = scored.part(keep)
        sums = rows.sums() if rows is not None else None
        value = sums.value if sums is not None else None
        counts = np.bincount(scored.status[keep], minlength=4).tolist()
        metric = scored.measure.metric
        low, high, method = None, None, "none: no value"
        if interval is not None and value is not None:
            low, high, method = interval.low, interval.high, interval.method
        shown = sums.shown if sums is not None else {}
        return Result(
            metric=scored.measure.name,
            average=scored.measure.average,
            value=value,
            n_samples=int(keep.sum()),
            n_ok=counts[Status.OK],
            n_missing=counts[Status.MISSING],
            n_undefined=counts[Status.UNDEFINED],
            n_invalid=counts[Status.INVALID],
            low=low,
            high=high,
            interval=method,
            direction=metric.direction,
            level=metric.level,
            stage=scored.stage,
            slice=name,
            sums={key: _count(key, number) for key, number in shown.items()},
            reason=_reason(scored, value),
            signature=self.signature.text(scored.measure),
        )


def evaluate(compiled: Compiled, measures: Iterable[Measure], **options: Any) -> Report:
    """Score measures on compiled samples; options as for `Report`."""
    return Report(compiled, list(measures), **options)


def _reason(scored: Scored, value: float | None) -> str:
    if scored.unmeasured is not None:
        return f"unmeasured: {scored.unmeasured}"
    return "" if value is not None else "undefined: every denominator is 0"


def _count(name: str, number: float) -> float | int:
    return int(number) if name in _SHOWN_AS_COUNT and number == int(number) else number


def _with_items(result: Result, items: Sequence[Mapping[str, Any]]) -> Result:
    from dataclasses import replace

    return replace(result, items=items)


def _frame(rows: list[Any]) -> Any:
    try:
        import pandas as pd
    except ImportError:
        raise UsageError("a DataFrame needs pandas", mend="pip install pandas") from None
    return pd.DataFrame(rows)
