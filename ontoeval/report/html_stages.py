"""The stage table in three layers: headline metrics large, diagnostics small, unmeasured stages named."""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING

from ontoeval.evaluation.stages import LAYERS, STAGES
from ontoeval.report import svg
from ontoeval.report.markup import Html, code, facts, h, join, table, user
from ontoeval.report.text import arrow, behind, interval, number, samples, stage_note

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report
    from ontoeval.evaluation.result import Result
    from ontoeval.metrics.definition import Metric

_MOST_SLICES = 200


def section(report: Report) -> Html:
    """The section."""
    whole = [result for result in report if not result.slice]
    parts: list[Html] = [
        h(
            "p",
            "Large: headline metrics. Small: diagnostics. The dot is the value on a line from 0 to 1, the bar its 95 % "
            "interval. Open a metric for its definition, when it misleads, and its signature.",
        )
    ]
    known = {stage.name for stage in STAGES}
    for layer in LAYERS:
        rows = [
            _stage(report, stage.name, stage.needs, [result for result in whole if result.stage == stage.name])
            for stage in STAGES
            if stage.layer == layer
        ]
        parts += [h("h3", layer.capitalize()), h("div", rows, class_="layer")]
    others: dict[str, list[Result]] = {}
    for result in whole:
        if result.stage not in known:
            others.setdefault(result.stage, []).append(result)
    if others:
        rows = [_stage(report, name, "", mine) for name, mine in others.items()]
        parts += [h("h3", "Other"), h("div", rows, class_="layer")]
    return join([*parts, _slices(report)])


def _stage(report: Report, name: str, needs: str, results: list[Result]) -> Html:
    if results:
        order = sorted(results, key=lambda result: result.level != "headline")
        content: list[Html] = [_metric(report, result) for result in order]
    else:
        note = stage_note(report, name, needs)
        chip = h("span", "unmeasured" if note == needs else "no metric", class_="chip amber")
        content = [h("p", chip, " ", note, class_="unmeasured")]
    return h("div", h("h4", name or "(no stage)"), h("div", content, class_="metrics"), class_="stage")


def _metric(report: Report, result: Result) -> Html:
    metric = report.scored[result.metric].measure.metric
    headline = result.level == "headline"
    better = f"{result.direction} is better"
    name = h("span", h("span", code(result.metric), class_="name"), h("abbr", f" {arrow(result)}", title=better))
    if result.value is None:
        value, chart = h("span", "–", class_="value"), h("span", h("span", result.reason, class_="amber-text"))
    else:
        value = h("span", number(result.value), class_="value")
        chart = h("span", _bar(result, metric, better), h("span", interval(result), class_="range-text"), class_="bar")
    summary = h(
        "summary",
        h("span", name, h("span", metric.summary, class_="gist") if headline else None, class_="label"),
        value,
        chart,
        h("span", samples(result), class_="samples"),
    )
    return h("details", summary, _definition(result, metric, better), class_=f"metric {result.level}")


def _bar(result: Result, metric: Metric, better: str) -> Html | None:
    low, high = metric.bounds
    if result.value is None or low != 0.0 or high != 1.0:
        return None
    title = f"{result.metric} is {number(result.value)}, 95 % interval {interval(result)}, {better}"
    return svg.interval(title, result.value, result.low, result.high, result.level)


def _definition(result: Result, metric: Metric, better: str) -> Html:
    rows: list[tuple[object, object]] = [("Definition", metric.summary)]
    for name in ("Answers", "Misleads when"):
        found = paragraph(metric, name)
        if found:
            rows.append((name, found))
    rows += [
        ("Better is", better.removesuffix(" is better")),
        ("Behind it", result.reason or behind(result) or "–"),
        ("Samples", f"{samples(result)} (of {result.n_samples:,})"),
        ("Average", result.average),
        ("Interval", result.interval),
        ("Signature", h("code", user(result.signature), class_="long")),
    ]
    return facts(rows, class_="facts")


def paragraph(metric: Metric, name: str) -> str:
    """A paragraph of a metric's docstring, by the bold words that it starts with."""
    text = inspect.getdoc(metric.function) or ""
    found = re.search(rf"\*\*{name}\.?\*\*\.?\s*(.*?)(?:\n\s*\n|\Z)", text, re.DOTALL)
    if found is None:
        return ""
    words = " ".join(found[1].split()).replace("``", "").replace("**", "")
    return f"{words[:1].upper()}{words[1:]}"


def _slices(report: Report) -> Html | None:
    sliced = [result for result in report if result.slice]
    if not sliced:
        return None
    rows = [
        [
            user(result.slice),
            join([code(result.metric), f" {arrow(result)}"]),
            number(result.value),
            interval(result),
            samples(result),
            result.reason or behind(result),
        ]
        for result in sliced[:_MOST_SLICES]
    ]
    heads = ("slice", "metric", "value", "95 % interval", "samples", "behind it")
    more = len(sliced) - _MOST_SLICES
    note = h("p", f"{more:,} more rows are in the JSON report.", class_="note") if more > 0 else None
    return join([h("h3", "By tag"), table("Results by slice", heads, rows, numbers=(2,)), note])
