"""`Report`: the results of several measures on the same samples, with everything behind them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from ontoeval.errors import InputError, UsageError, closest
from ontoeval.evaluation import tables
from ontoeval.evaluation.compare import Comparison, compare
from ontoeval.evaluation.flip import flip
from ontoeval.evaluation.funnel import Funnel
from ontoeval.evaluation.naming import full_name
from ontoeval.evaluation.record import read as read_record
from ontoeval.evaluation.record import record
from ontoeval.evaluation.result import NOT_ASKED_FOR, Result, frame
from ontoeval.evaluation.scored import Scored, score, table_of
from ontoeval.evaluation.signature import Signature
from ontoeval.findings import Finding
from ontoeval.metrics.definition import Measure
from ontoeval.statistics.bootstrap import REPLICATES
from ontoeval.statistics.intervals import Interval, Shares, intervals
from ontoeval.statistics.power import detectable
from ontoeval.statistics.rows import Rows
from ontoeval.views.base import Integers, Status
from ontoeval.views.compiled import Compiled
from ontoeval.views.places import ONTOLOGY_SLICES, Places

_SHOWN_AS_COUNT = ("tp", "fp", "fn", "num", "den", "count", "p_num", "p_den", "r_num", "r_den")

#: Writers by the end of a file's name, the longest ends first.
_WRITERS = {
    ".items.json": "items",
    ".items.csv": "items",
    ".json": "json",
    ".txt": "terminal",
    ".md": "markdown",
    ".csv": "csv",
    ".html": "html",
    ".xml": "junit",
    ".sarif": "sarif",
}


def writer_of(path: Path) -> str:
    """The writer for a file, by the end of its name.

    Raises:
        UsageError: There is none.
    """
    name = next((writer for suffix, writer in _WRITERS.items() if path.name.lower().endswith(suffix)), None)
    if name is None:
        raise UsageError(f"no writer for {path.suffix!r}", where=str(path), expected=", ".join(_WRITERS))
    return name


class Report:
    """Results of measures on the same samples.

    Args:
        compiled: The samples with ontology and corpus.
        measures: What to compute.
        by: Tags to slice by.
        with_intervals: Whether to make intervals.
        replicates, seed: Of the bootstrap.
        shares: Interval of plain shares: ``"exact"`` (for gates) or ``"wilson"`` (shorter, for display).
    """

    #: Tables on request that this report has beside those of every report.
    requested: tuple[str, ...] = ()
    #: What the gate that looked at this report says, as `ontoeval.gate.verdict.Verdict.as_dict` gives it.
    gate: Mapping[str, Any] | None = None

    def __init__(
        self,
        compiled: Compiled,
        measures: Sequence[Measure],
        *,
        by: Sequence[str] | str = (),
        with_intervals: bool = True,
        replicates: int = REPLICATES,
        seed: int = 0,
        shares: Shares = "exact",
    ) -> None:
        self.shares = shares
        self.compiled = compiled
        self.by = [by] if isinstance(by, str) else list(by)
        compiled.prepare(dict.fromkeys(measure.view for measure in measures))
        self.scored: dict[str, Scored] = {measure.name: score(measure, compiled) for measure in measures}
        self.results = self._results(with_intervals, replicates, seed)

    def __getitem__(self, name: str | tuple[str, str]) -> Result:
        """A result by the name of its measure, or by name and slice: ``report["recall@10", "lang=de"]``."""
        measure, part = name if isinstance(name, tuple) and len(name) == 2 else (name, "")
        measure = self._name(measure)
        found = next((result for result in self.results if (result.metric, result.slice) == (measure, part)), None)
        if found is None:
            slices = dict.fromkeys(result.slice for result in self.results if result.slice)
            raise UsageError(
                f"the report has no slice {part!r}", expected=", ".join(slices) or "by=[…] when it is made"
            )
        return replace(found, items=() if part else self.items(measure), findings=self.findings)

    def _name(self, name: Any) -> str:
        """The full name of a measure of the report, however it is written."""
        return full_name(name, self.scored, "the report")

    def __contains__(self, name: object) -> bool:
        try:
            return bool(self._name(name))
        except UsageError:
            return False

    def __len__(self) -> int:
        return len(self.results)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "signature": self.signature}  # made now: the results in it are signed with it

    def __repr__(self) -> str:
        values = (f"{r.metric} {'–' if r.value is None else f'{r.value:.4f}'}" for r in self.results if not r.slice)
        name = f"{type(self).__name__} {self.compiled.samples.name}"
        return f"<{name}: {len(self.compiled.roster)} samples; {', '.join(values)}>"

    def __str__(self) -> str:
        return str(import_module("ontoeval.report.terminal").render(self, stages=False)).rstrip("\n")

    def _repr_html_(self) -> str:
        return str(
            import_module("ontoeval.report.notebook").results(self.results, self.findings, self.compiled.samples.name)
        )

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
            near = closest(name, names, limit=1)
            mend = f"did you mean {near[0]}?" if near else None
            raise UsageError(f"the report has no table {name!r}", expected=", ".join(names), mend=mend)
        return known[name]

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """All tables that have rows: those of diagnosis, and the key sums of keyed measures by their name.

        Tables that are made on request only (see `ontoeval.evaluation.tables`) are not among them.
        """
        diagnosis = {name: self.table(name) for name in tables.standing()}
        keyed = {
            name: table_of(scored.rows)
            for name, scored in self.scored.items()
            if scored.rows is not None and scored.rows.key is not None
        }
        return {name: rows for name, rows in {**diagnosis, **keyed}.items() if rows}

    @cached_property
    def signature(self) -> Signature:
        """What all numbers of the report depend on."""
        return Signature.of(self.compiled)

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
        if not isinstance(other, Report | str | Path):
            raise UsageError(
                f"cannot compare with a {type(other).__name__}", expected="a report, or the path of a saved one"
            )
        later = record(other) if isinstance(other, Report) else read_record(Path(other))
        return compare(record(self), later, **options)

    def to_frame(self, table: str | None = None) -> Any:
        """All results as a pandas DataFrame (needs pandas), or the rows of a table."""
        return frame(self.rows() if table is None else self.table(table))

    def save(self, path: str | Path) -> Path:
        """Write the report; the suffix chooses the writer.

        Raises:
            UsageError: There is no writer for the suffix.
            InputError: There is no such folder.
        """
        target = Path(path)
        name = writer_of(target)
        if not target.parent.is_dir():
            raise InputError("there is no such folder", where=str(target.parent), mend="make it first")
        import_module(f"ontoeval.report.{name}").save(self, target)
        return target

    def _results(self, with_intervals: bool, replicates: int, seed: int) -> list[Result]:
        roster = self.compiled.roster
        slices: list[tuple[str, Integers]] = [("", np.arange(len(roster)))]
        for tag in self.by:
            slices += [(f"{tag}={value}", samples) for value, samples in self._slices(tag)]
        cells = [
            (scored, name, samples, scored.part(samples)) for name, samples in slices for scored in self.scored.values()
        ]
        measured = [rows for *_, rows in cells if rows is not None]
        if with_intervals:
            options: dict[str, Any] = {"replicates": replicates, "seed": seed, "shares": self.shares}
            made = iter(intervals(measured, len(roster), roster.cluster_hashes, **options))
        else:
            made = iter(Interval(None, None, NOT_ASKED_FOR) for _ in measured)
        return [
            self._result(scored, name, samples, rows, next(made) if rows is not None else None)
            for scored, name, samples, rows in cells
        ]

    def by_ontology(self, tag: str) -> bool:
        """Whether slices by ``tag`` come from the ontology, since no sample has a tag of that name."""
        return tag in ONTOLOGY_SLICES and not self.compiled.roster.tag_values(tag)

    def _slices(self, tag: str) -> Iterator[tuple[str, Integers]]:
        """The slices of a tag, or of the ontology (branch, depth, frequency) when no sample has such a tag."""
        roster = self.compiled.roster
        values = roster.tag_values(tag)
        if self.by_ontology(tag):
            for value, samples in self.compiled.view(Places).slices(tag).items():
                yield value, np.unique(samples)
            return
        if not values:
            known = sorted({name for tags in roster.tags for name in tags})
            near = closest(tag, [*known, *ONTOLOGY_SLICES], limit=1)
            raise UsageError(
                f"no sample has the tag {tag!r}",
                where=f"--by {tag}",
                expected=", ".join([*known, *ONTOLOGY_SLICES]),
                mend=f"did you mean {near[0]}?" if near else None,
            )
        found: dict[str, list[int]] = {value: [] for value in values}
        for sample, tags in enumerate(roster.tags):
            if tag in tags:
                found[tags[tag]].append(sample)
        for value, of_value in found.items():
            yield value, np.array(of_value)

    def _result(
        self, scored: Scored, name: str, samples: Integers, rows: Rows | None, interval: Interval | None
    ) -> Result:
        sums = rows.sums() if rows is not None else None
        value = sums.value if sums is not None else None
        counts = np.bincount(scored.status[samples], minlength=4).tolist()
        metric = scored.measure.metric
        low, high, method = None, None, "none: no value"
        if interval is not None and value is not None:
            low, high, method = interval.low, interval.high, interval.method
        error = interval.error if interval is not None else None
        shown = sums.shown if sums is not None else {}
        used = samples[:0] if rows is None else rows.used()
        return Result(
            metric=scored.measure.name,
            average=scored.measure.average,
            value=value,
            n_samples=len(samples),
            n_ok=counts[Status.OK],
            n_missing=counts[Status.MISSING],
            n_undefined=counts[Status.UNDEFINED],
            n_invalid=counts[Status.INVALID],
            n_scored=len(used),
            low=low,
            high=high,
            interval=method,
            flip=None if value is None else flip({"n_scored": len(used), **shown}, metric.bounds),
            detectable=detectable(error) if error is not None and value is not None else None,
            n_effective=None if rows is None else self._effective(used),
            direction=metric.direction,
            level=metric.level,
            stage=scored.stage,
            slice=name,
            sums={key: _count(key, number) for key, number in shown.items()},
            reason=_reason(scored, value),
            signed=lambda: self.signature.text(scored.measure),
        )

    def _effective(self, used: Integers) -> float:
        """(Σ w)² / Σ w² over the clusters of the samples that have rows."""
        roster = self.compiled.roster
        weights = np.ones(len(used)) if roster.weights is None else roster.weights[used]
        mass = np.bincount(np.unique(roster.cluster[used], return_inverse=True)[1], weights=weights)
        return float(mass.sum() ** 2 / (mass**2).sum()) if mass.any() else 0.0


def _reason(scored: Scored, value: float | None) -> str:
    if scored.unmeasured is not None:
        return f"unmeasured: {scored.unmeasured}"
    return "" if value is not None else "undefined: every denominator is 0"


def _count(name: str, number: float) -> float | int:
    return int(number) if name in _SHOWN_AS_COUNT and number == int(number) else number
