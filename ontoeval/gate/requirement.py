"""`Requirement`: what one metric must reach; `Line`: one requirement, or several that must all hold."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ontoeval.errors import ConfigError, UsageError, closest
from ontoeval.metrics.definition import Measure
from ontoeval.metrics.registry import parse

On = Literal["value", "bound"]


@dataclass(frozen=True)
class Requirement:
    """What one metric must reach.

    Attributes:
        metric: Notation of the measure, e.g. ``"recall@10"``.
        min, max: Smallest and largest value that is allowed, in the unit of the metric; None for no limit.
        on: What must be inside: the ``"value"``, or also the ``"bound"`` of its 95 % interval that is nearer to the
            limit.
        slice: ``"tag=value"``, or "" for all samples.
        by: A tag each of whose values must reach it, or "".
        min_slices: Fewest values of ``by``.
        min_n: Fewest samples behind the value.
        missing: Samples without a result that are allowed.
        invalid: Samples whose judge or parser failed that are allowed.
        max_drop: How much worse than the baseline it may be on the questions of both; None for no such limit.
        significant: Whether only a drop that is more than chance counts.
    """

    metric: str
    min: float | None = None
    max: float | None = None
    on: On = "value"
    slice: str = ""
    by: str = ""
    min_slices: int = 1
    min_n: int = 1
    missing: int = 0
    invalid: int = 0
    max_drop: float | None = None
    significant: bool = False

    @property
    def tag(self) -> str:
        """The tag by which a report must be sliced for it, or ""."""
        return self.by or self.slice.partition("=")[0]

    def __str__(self) -> str:
        limits = [f"≥ {self.min:g}"] if self.min is not None else []
        limits += [f"≤ {self.max:g}"] if self.max is not None else []
        limits += [f"drop ≤ {self.max_drop:g}"] if self.max_drop is not None else []
        text = f"{self.metric} {' and '.join(limits)}"
        if self.on == "bound":
            text += " (bound)"
        if self.min_n > 1:
            text += f" on ≥ {self.min_n}"
        if self.by:
            text += f" in each {self.by}"
        return f"{text}, {self.slice}" if self.slice else text


@dataclass(frozen=True)
class Line:
    """One line of a gate: it passes when all its parts do.

    Attributes:
        name: Its name in messages.
        parts: What must hold.
        full: Whether it is looked at only when all questions are scored, not on a subset of them.
    """

    name: str
    parts: tuple[Requirement, ...]
    full: bool = False


_NUMBERS = ("min", "max", "max_drop")
_COUNTS = ("min_n", "min_slices", "missing", "invalid")
_TEXTS = ("metric", "slice", "by")
_PART = tuple(Requirement.__dataclass_fields__)
_LINE = ("name", "all", "full")


def line(content: Any, where: str) -> Line:
    """A line as a config writes it.

    Args:
        content: A table with the fields of `Requirement`, or with ``all``: a list of such tables; and ``name`` and
            ``full``.
        where: Where it stands, for messages.

    Raises:
        ConfigError: A key or value is not allowed.
        UnknownMetric: There is no metric of that name; the closest ones are in the message.
    """
    if not isinstance(content, Mapping):
        raise ConfigError(f"{content!r} is no table", where=where, expected='metric = "recall@10", min = 0.85')
    full, name, parts = content.get("full", False), content.get("name"), content.get("all")
    if not isinstance(full, bool):
        raise ConfigError(f"full = {full!r}", where=where, expected="true or false")
    if name is not None and not isinstance(name, str):
        raise ConfigError(f"name = {name!r}", where=where, expected="a text")
    if parts is None:
        part = {key: value for key, value in content.items() if key not in ("name", "full")}
        found: tuple[Requirement, ...] = (_requirement(part, where),)
    else:
        _known(content, _LINE, where)
        if not (isinstance(parts, list | tuple) and parts):
            raise ConfigError(f"all = {parts!r}", where=where, expected="a list of tables, each with a metric")
        found = tuple(_requirement(part, f"{where} all[{place}]") for place, part in enumerate(parts))
    return Line(name or " and ".join(map(str, found)), found, full)


def _known(content: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    for key in content:
        if key not in known:
            near = closest(key, known, limit=1)
            mend = f"did you mean {near[0]}?" if near else None
            raise ConfigError(f"unknown key {key}", where=where, expected=", ".join(known), mend=mend)


def _requirement(content: Any, where: str) -> Requirement:
    if not isinstance(content, Mapping):
        raise ConfigError(f"{content!r} is no table", where=where, expected='metric = "recall@10", min = 0.85')
    _known(content, _PART, where)
    if "metric" not in content:
        raise ConfigError("no metric is named", where=where, expected='metric = "recall@10"')
    for key, value in content.items():
        expected = _expected(key, value)
        if expected is not None:
            raise ConfigError(f"{key} = {value!r}", where=where, expected=expected)
    measure = _measure(content["metric"], where)
    made = Requirement(**{**content, "metric": measure.name})
    _consistent(made, where)
    _reachable(made, measure.metric.bounds, where)
    return made


def _measure(name: str, where: str) -> Measure:
    try:
        return parse(name)
    except UsageError as error:
        error.where = f"{where} {error.where}" if error.where else where
        raise


def _expected(key: str, value: Any) -> str | None:
    """What would have been right, or None when the value is."""
    if key in _NUMBERS:
        fine = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        return None if fine and (key != "max_drop" or value >= 0) else "a number without quotes, e.g. 0.85"
    if key in _COUNTS:
        fine = isinstance(value, int) and not isinstance(value, bool) and value >= 0
        return None if fine else "a whole number ≥ 0"
    if key in _TEXTS:
        return None if isinstance(value, str) and value else "a text"
    if key == "on":
        return None if value in ("value", "bound") else '"value" or "bound"'
    return None if isinstance(value, bool) else "true or false"


def _consistent(made: Requirement, where: str) -> None:
    if made.min is None and made.max is None and made.max_drop is None:
        raise ConfigError(f"{made.metric} has no limit", where=where, expected="min, max or max_drop")
    if made.min is not None and made.max is not None and made.min > made.max:
        raise ConfigError(f"min = {made.min:g} is above max = {made.max:g}", where=where)
    if made.slice and made.by:
        raise ConfigError("both slice and by are given", where=where, expected='slice = "tag=value" or by = "tag"')
    if made.slice and not all(made.slice.partition("=")):
        raise ConfigError(f"slice = {made.slice!r}", where=where, expected='"tag=value"')
    if made.min_slices > 1 and not made.by:
        raise ConfigError("min_slices without by", where=where, expected='by = "tag"')
    if made.significant and made.max_drop is None:
        raise ConfigError("significant without max_drop", where=where, expected="max_drop = 0.02")
    if made.on == "bound" and made.min is None and made.max is None:
        raise ConfigError('on = "bound" without min or max', where=where)


def _reachable(made: Requirement, bounds: tuple[float | None, float | None], where: str) -> None:
    """Refuse limits that no value, or every value, of the metric is inside of: percentages, as a rule."""
    low, high = bounds
    if low is None or high is None:
        return
    for name, limit in (("min", made.min), ("max", made.max)):
        if limit is not None and not low <= limit <= high:
            raise ConfigError(
                f"{name} = {limit:g} is no value of {made.metric}",
                where=where,
                expected=f"{low:g} to {high:g}",
                mend=_percent(name, limit),
            )
    if made.max_drop is not None and made.max_drop >= high - low:
        expected = f"less than {high - low:g}"
        mend = _percent("max_drop", made.max_drop)
        raise ConfigError(f"max_drop = {made.max_drop:g} allows every drop", where=where, expected=expected, mend=mend)


def _percent(name: str, number: float) -> str | None:
    return f"{number:g} % is {name} = {number / 100:g}" if 1 <= number <= 100 else None
