"""A verdict and proposed thresholds for people."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ontoeval.gate.calibrate import Threshold
from ontoeval.gate.verdict import Check, Judged, Verdict
from ontoeval.report import gate_markdown
from ontoeval.report.gate_markdown import MOST_CAUSES, WORDS, summary
from ontoeval.report.json import content
from ontoeval.report.text import bounds, number

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report


def lines(verdict: Verdict) -> list[str]:
    """The verdict, a line per requirement, with reasons and causes below those that did not pass."""
    result = [f"note: {note}" for note in verdict.notes]
    for judged in verdict.lines:
        result += _line(judged)
    result.append(f"GATE {summary(verdict.as_dict())}")
    return [" ".join(text.splitlines()) for text in result]  # names come from people and data


def _line(judged: Judged) -> Iterator[str]:
    if len(judged.checks) == 1:
        yield f"{WORDS[judged.state]}  {judged.name}: {_observed(judged.checks[0])}"
        yield from _reasons(judged.checks[0], "      ")
    else:
        yield f"{WORDS[judged.state]}  {judged.name}" + (": subset" if judged.state == "skipped" else "")
        for check in judged.checks:
            name = f", {check.slice}" if check.slice and check.slice not in check.wanted else ""
            yield f"      {WORDS[check.state]}  {check.wanted}{name}: {_observed(check)}"
            yield from _reasons(check, "            ")
    for cause in judged.causes[:MOST_CAUSES]:
        yield f"      → {cause}"


def _observed(check: Check) -> str:
    interval = "" if check.low is None or check.high is None else f" ({bounds(check.low, check.high)})"
    return f"{number(check.value)}{interval}, n = {check.n}"


def _reasons(check: Check, indent: str) -> Iterator[str]:
    for reason in check.reasons:
        yield f"{indent}{reason}"


def as_markdown(verdict: Verdict) -> str:
    """The verdict as Markdown, as a saved report.md has it."""
    return "\n".join(gate_markdown.lines(verdict.as_dict()))


def as_json(verdict: Verdict, report: Report | None = None) -> str:
    """The verdict as JSON; with a report as one more entry of the report's own object."""
    said: dict[str, Any] = verdict.as_dict()
    whole = said if report is None else {**content(report), "gate": said}
    return json.dumps(whole, indent=1, ensure_ascii=False, allow_nan=False)


def thresholds(found: Sequence[Threshold]) -> list[str]:
    """Proposed thresholds as a table."""
    width = max(len(one.metric) for one in found)
    rows = [f"{'metric':{width}}  {'worst':>7}  {'best':>7}  {'one flip':>8}  {'threshold':>9}"]
    for one in found:
        best = max(one.values, default=None) if one.better == "higher" else min(one.values, default=None)
        limit = "–" if one.limit is None else f"{'≥' if one.better == 'higher' else '≤'} {one.limit:g}"
        row = f"{one.metric:{width}}  {number(one.worst):>7}  {number(best):>7}  {number(one.flip):>8}  {limit:>9}"
        rows.append(f"{row}  {one.reason}".rstrip())
    return rows
