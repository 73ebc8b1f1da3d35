"""The trends of a history for people."""

from __future__ import annotations

from collections.abc import Sequence

from ontoeval.evaluation.advice_words import plural
from ontoeval.gate.entry import Entry
from ontoeval.gate.trend import Trend
from ontoeval.report.text import bounds, number


def lines(runs: Sequence[Entry], shown: Sequence[Entry], trends: Sequence[Trend]) -> list[str]:
    """How many runs there are, a line per metric, and what fell.

    Args:
        runs: All runs.
        shown: The runs that the trends are of.
        trends: One per metric.
    """
    if not runs:
        return ["no runs"]
    last = runs[-1]
    said = last.content.get("gate")
    gate = f", gate {said['state']}" if said else ""
    only = f"; the last {len(shown):,} are looked at" if len(shown) < len(runs) else ""
    span = last.label if len(runs) == 1 else f"from {runs[0].label} to {last.label}"
    head = [f"{plural(len(runs), 'run')} {span}{gate}{only}"]
    names = [f"{one.metric} {'↑' if one.better == 'higher' else '↓'}" for one in trends]
    slices = [one.slice for one in trends]
    wide, tags = max(map(len, [*names, "metric"])), max(map(len, slices), default=0)
    cells = [f"{'value':>8}  {'before':>8}  {'95 % interval':15}  {'comparable':>10}"]
    for one in trends:
        cells.append(
            f"{number(one.value):>8}  {number(one.previous):>8}  {bounds(one.low, one.high):15}  {one.runs:>10,}"
        )
    rows = [
        f"{f'{tag:{tags}}  ' if tags else ''}{name:{wide}}  {cell}"
        for tag, name, cell in zip(["", *slices], ["metric", *names], cells, strict=True)
    ]
    return [*head, *rows, *_falls(trends)]


def _falls(trends: Sequence[Trend]) -> list[str]:
    drops = [(drop, one) for one in trends for drop in one.drops]
    drifts = [one for one in trends if one.drift is not None]
    result = [
        f"drop   {drop.label}  {one.metric}{_in(one)}: {number(drop.before)} → {number(drop.after)}"
        for drop, one in sorted(drops, key=lambda pair: pair[0].label)
    ]
    result += [
        f"drift  {one.metric}{_in(one)}: {number(one.drift)} worse over {one.runs:,} runs, with no single drop"
        for one in drifts
    ]
    return result or ["no drop, no slow drift"]


def _in(one: Trend) -> str:
    return f", {one.slice}" if one.slice else ""
