"""One measure on one set of samples: its rows, the statuses behind them, and slices."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ontoeval.errors import BadParameter, closest
from ontoeval.metrics.definition import Measure
from ontoeval.statistics.quantiles import Quantile
from ontoeval.statistics.rows import Floats, Rows, Table, averaged
from ontoeval.views.base import Integers, Status, View
from ontoeval.views.compiled import Compiled, Roster
from ontoeval.views.links.keys import ranges

_NOT_GIVEN = {"ontology": "no ontology was given (--ontology)", "docs": "no corpus was given (--docs)"}


@dataclass(frozen=True)
class Scored:
    """A measure's rows on compiled samples.

    Attributes:
        measure: The measure.
        status: `Status` of each sample for this measure, shape ``(n,)``.
        rows: Rows whose value is the measure's value, by sample; None when the measure is unmeasured.
        plain: The metric's own rows by sample, before averaging.
        stage: Stage of the pipeline.
        unmeasured: Why there is no value at all, or None.
    """

    measure: Measure
    status: NDArray[np.int8]
    rows: Rows | None
    plain: Rows | None
    stage: str
    unmeasured: str | None = None

    def part(self, samples: Integers) -> Rows | None:
        """The rows of some samples, given by their positions, each once."""
        if self.rows is None or len(samples) == len(self.status):
            return self.rows
        order, begin = self._places
        return self.rows.take(np.sort(order[ranges(begin[samples], begin[samples + 1])[1]]))

    @cached_property
    def _places(self) -> tuple[Integers, Integers]:
        """Places of the rows in the order of their samples, and where those of each sample begin."""
        assert self.rows is not None
        order = np.argsort(self.rows.sample, kind="stable")
        return order, np.searchsorted(self.rows.sample[order], np.arange(len(self.status) + 1))

    @property
    def item_values(self) -> Floats:
        """The value of each sample alone, shape ``(n,)``; NaN where it has none."""
        if self.plain is None:
            return np.full(len(self.status), np.nan)
        return self.plain.values(len(self.status))


def score(measure: Measure, compiled: Compiled) -> Scored:
    """Score one measure.

    Raises:
        BadParameter: The average's key exists neither in the view nor among the tags.
    """
    view = compiled.view(measure.view)
    metric = measure.metric
    stage = metric.stage or view.stage
    n = len(compiled.roster)
    reason = unmeasured(measure, compiled)
    if reason is not None:
        undefined = np.full(n, Status.UNDEFINED, dtype=np.int8)
        return Scored(measure, undefined, None, None, stage, reason)
    plain = measure.rows(view)
    status = view.status.copy()
    empty = ~plain.defined(n)
    status[(status == Status.OK) & empty] = Status.UNDEFINED
    if metric.missing is not None:
        status[(status == Status.MISSING) & empty] = Status.UNDEFINED
    scored = status == Status.OK
    if metric.missing is not None:
        scored |= status == Status.MISSING
    plain = plain.select(scored[plain.sample])
    if measure.average in ("micro", "macro"):
        rows = averaged(plain, measure.average, n)
    else:
        keyed = _keyed(measure, view, plain, compiled.roster)
        rows = averaged(keyed.select(scored[keyed.sample]), measure.average, n)
    weights = compiled.roster.weights
    if weights is not None:
        rows = rows.weighted(weights)
    return Scored(measure, status, rows, plain, stage)


def unmeasured(measure: Measure, compiled: Compiled) -> str | None:
    """Why a measure cannot be measured on these samples at all, or None."""
    for name in measure.metric.requires:
        if getattr(compiled, name) is None:
            return _NOT_GIVEN[name]
    return compiled.view(measure.view).lacking(measure.parameters)


def _keyed(measure: Measure, view: View, plain: Rows, roster: Roster) -> Rows:
    key = measure.average.partition(":")[2]
    if key in view.keys:
        keyed = view.keyed(key)
        rows = measure.rows(keyed.view)
        return rows.like(rows.columns, keyed.sample[rows.sample], keyed.key[rows.sample], keyed.labels)
    labels = roster.tag_values(key)
    if not labels:
        tags = sorted({tag for tags in roster.tags for tag in tags})
        near = closest(key, [*view.keys, *tags])
        raise BadParameter(
            f"no sample has the tag {key!r}",
            where=measure.name,
            expected=", ".join([*view.keys, *tags]) or "a tag of the samples",
            mend=f"did you mean macro:{near[0]}?" if near else None,
        )
    place = {label: position for position, label in enumerate(labels)}
    by_sample = np.array([place.get(tags.get(key, ""), -1) for tags in roster.tags], dtype=np.int64)
    tagged = plain.select(by_sample[plain.sample] >= 0)
    return tagged.like(tagged.columns, tagged.sample, by_sample[tagged.sample], labels)


def table_of(rows: Rows) -> list[dict[str, object]]:
    """The key sums behind a table, one dictionary per key; none for a quantile, whose keys are the samples' values."""
    if not isinstance(rows, Table) or isinstance(rows, Quantile):
        return []
    sums = rows.sums()
    return [
        {"key": label, **{name: float(values[position]) for name, values in sums.columns.items()}}
        for position, label in enumerate(sums.labels)
    ]
