"""The history as an SVG: a panel per metric, its line broken wherever values stop being comparable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from ontoeval.errors import UsageError
from ontoeval.gate.entry import Entry, Value
from ontoeval.gate.trend import changed, check_names, segments
from ontoeval.report.markup import Html, h
from ontoeval.report.text import number

_WIDTH, _LEFT, _RIGHT, _TOP, _HEIGHT, _PANEL = 900, 56, 70, 34, 110, 176
_STYLE = """
svg { background: #fff; font: 12px system-ui, sans-serif; fill: #1b1f24 }
.axis { stroke: #d0d7de } .quiet { fill: #57606a }
.band { fill: #0969da; fill-opacity: .15 } .line { fill: none; stroke: #0969da; stroke-width: 1.6 }
.dot { fill: #0969da } .break { stroke: #9a6700; stroke-dasharray: 4 3 } .why { fill: #9a6700 }
@media (prefers-color-scheme: dark) {
  svg { background: #0d1117; fill: #e6edf3 } .axis { stroke: #30363d } .quiet { fill: #8d96a0 }
  .band { fill: #4493f8 } .line { stroke: #4493f8 } .dot { fill: #4493f8 } .break { stroke: #d29922 }
  .why { fill: #d29922 }
}
"""


def plot(runs: Sequence[Entry], metrics: Sequence[str] = (), slice_name: str = "") -> str:
    """The history as one SVG file.

    Args:
        runs: Runs, oldest first, at least one.
        metrics: Names of measures; by default the headline metrics of the last run.
        slice_name: ``"tag=value"``, or "" for all samples.

    Raises:
        UsageError: No run holds one of the metrics, or the slice.
    """
    known = list(dict.fromkeys(name for run in reversed(runs) for name in run.values(slice_name)))
    if not known:
        raise UsageError(f"no run has the slice {slice_name!r}", where="history plot")
    check_names(metrics, known)
    last = runs[-1].values(slice_name)
    wanted = list(metrics) or [name for name, value in last.items() if value["level"] == "headline"] or known
    height = _PANEL * len(wanted) + 10
    panels = [
        h("g", _panel(runs, name, slice_name), transform=f"translate(0 {place * _PANEL})")
        for place, name in enumerate(wanted)
    ]
    box = {"width": _WIDTH, "height": height, "viewBox": f"0 0 {_WIDTH} {height}"}
    title = h("title", f"History of {len(runs)} runs: {', '.join(wanted)}")
    style = h("style", Html(_STYLE))
    return f"{h('svg', title, style, panels, xmlns='http://www.w3.org/2000/svg', role='img', **box)}\n"


def _panel(runs: Sequence[Entry], metric: str, slice_name: str) -> list[Html]:
    place = {run.id: _x(number, len(runs)) for number, run in enumerate(runs)}
    parts = list(segments(runs, metric, slice_name))
    values = [run.values(slice_name)[metric] for part in parts for run in part]
    scale = _Scale(values)
    heading = f"{metric}{f', {slice_name}' if slice_name else ''} {'↑' if values[-1]['better'] == 'higher' else '↓'}"
    marks: list[Html] = [h("text", heading, x=_LEFT, y=20, font_weight="600"), *scale.axis()]
    for part in parts:
        points = [(place[run.id], run.values(slice_name)[metric], run) for run in part]
        marks += _marks(points, scale)
    marks += _last_value(values[-1], place[parts[-1][-1].id], scale)
    for before, after in zip(parts, parts[1:], strict=False):
        why = ", ".join(changed(before[-1], after[0], metric, slice_name))
        marks += _break((place[before[-1].id] + place[after[0].id]) / 2, f"another {why}")
    for run, anchor in ((runs[0], "start"), (runs[-1], "end")):
        x = _LEFT if anchor == "start" else _WIDTH - _RIGHT
        marks.append(h("text", run.label, x=x, y=_TOP + _HEIGHT + 18, text_anchor=anchor, class_="quiet"))
    return marks


class _Scale:
    """Values to pixels: 0 to 1 where all values are shares, else what there is."""

    def __init__(self, values: Iterable[Value]) -> None:
        seen = [value[name] for value in values for name in ("value", "low", "high") if value[name] is not None]
        shares = all(0 <= number <= 1 for number in seen)
        self.low: float = 0.0 if shares else min(seen)
        self.high: float = 1.0 if shares else max(seen)

    def y(self, number: float) -> float:
        span = self.high - self.low or 1.0
        return round(_TOP + _HEIGHT * (1 - (number - self.low) / span), 2)

    def axis(self) -> list[Html]:
        marks = []
        for share in (0, 0.5, 1):
            number = self.low + share * (self.high - self.low)
            y = self.y(number)
            marks.append(h("line", x1=_LEFT, x2=_WIDTH - _RIGHT, y1=y, y2=y, class_="axis"))
            marks.append(h("text", f"{number:.4g}", x=_LEFT - 8, y=y + 4, text_anchor="end", class_="quiet"))
        return marks


_Point = tuple[float, Value, Entry]


def _x(number: int, total: int) -> float:
    return round(_LEFT + (_WIDTH - _LEFT - _RIGHT) * (number / (total - 1) if total > 1 else 0.5), 2)


def _stretches(points: Sequence[_Point], column: str) -> list[list[_Point]]:
    """Points without gaps: one that has nothing in the column ends a stretch."""
    found = groupby(points, lambda point: point[1][column] is not None)
    return [list(stretch) for measured, stretch in found if measured]


def _marks(points: Sequence[_Point], scale: _Scale) -> list[Html]:
    """Bands, lines and dots of comparable runs."""
    marks = []
    for stretch in _stretches(points, "low"):
        edges = [(x, scale.y(value["high"])) for x, value, _ in stretch]
        edges += [(x, scale.y(value["low"])) for x, value, _ in reversed(stretch)]
        marks.append(h("polygon", points=_pairs(edges), class_="band"))
    for stretch in _stretches(points, "value"):
        line = [(x, scale.y(value["value"])) for x, value, _ in stretch]
        marks.append(h("polyline", points=_pairs(line), class_="line"))
        for (x, y), (_, value, run) in zip(line, stretch, strict=True):
            said = h("title", f"{run.label}: {number(value['value'])}")
            marks.append(h("circle", said, cx=x, cy=y, r=2.5, class_="dot"))
    return marks


def _last_value(value: Value, x: float, scale: _Scale) -> list[Html]:
    """The value of the last run beside its dot."""
    if value["value"] is None:
        return []
    return [h("text", f"{number(value['value'])}", x=x + 6, y=scale.y(value["value"]) + 4)]


def _break(x: float, why: str) -> list[Html]:
    line = h("line", x1=x, x2=x, y1=_TOP, y2=_TOP + _HEIGHT, class_="break")
    anchor, away = ("start", 4) if x < _WIDTH / 2 else ("end", -4)
    return [line, h("text", why, x=x + away, y=_TOP - 4, text_anchor=anchor, class_="why")]


def _pairs(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)
