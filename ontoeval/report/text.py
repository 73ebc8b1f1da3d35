"""How numbers are written in every report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ontoeval.evaluation.result import NOT_ASKED_FOR

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report
    from ontoeval.evaluation.result import Result

#: Below this many samples a result is marked as resting on few.
_FEW = 30
_LARGE = 1000


def number(value: float | None) -> str:
    """A value with four digits behind the point, one from 1,000 on; or a dash."""
    if value is None:
        return "–"
    return f"{value:.4f}" if abs(value) < _LARGE else f"{value:,.1f}"


def interval(result: Result) -> str:
    """The interval of a result, or a dash."""
    return bounds(result.low, result.high)


def bounds(low: float | None, high: float | None) -> str:
    """Two bounds, or a dash."""
    return "–" if low is None or high is None else f"{number(low)} – {number(high)}"


def samples(result: Result) -> str:
    """How many samples stand behind a result, and what became of the others."""
    parts = [str(result.n_ok)]
    for name, count in (
        ("missing", result.n_missing),
        ("undefined", result.n_undefined),
        ("invalid", result.n_invalid),
    ):
        if count:
            parts.append(f"{count} {name}")
    return " + ".join(parts)


def behind(result: Result) -> str:
    """The sums behind a value, what one flip is worth where there are few samples, and what can be detected."""
    parts = [sums(result)]
    n = result.n_scored
    if 0 < n < _FEW:
        parts.append("few" if result.flip is None else f"few: one flip is {result.flip:.3f}")
    elif result.detectable:
        parts.append(f"detects ±{result.detectable:.3f}")
    if result.n_effective is not None and result.n_effective < 0.95 * n:
        parts.append(f"worth {result.n_effective:.1f} independent samples")
    if result.value is not None and result.low is None and result.interval != NOT_ASKED_FOR:
        parts.append(f"no interval: {result.interval.removeprefix('none: ')}")
    elif "rough" in result.interval and n >= _FEW:
        parts.append("rough interval")
    return "; ".join(part for part in parts if part)


def sums(result: Result) -> str:
    """The sums behind a value, in few words."""
    known = result.sums
    if "tp" in known:
        text = f"tp {_plain(known['tp'])}  fp {_plain(known['fp'])}  fn {_plain(known['fn'])}"
        rates = [
            f"{letter} {known[name]:.3f}" for letter, name in (("P", "precision"), ("R", "recall")) if name in known
        ]
        return "  ".join([text, *rates])
    if "num" in known:
        return f"{_plain(known['num'])} of {_plain(known['den'])}"
    if "sum" in known:
        return f"mean of {_plain(known['count'])}"
    return ""


def arrow(result: Result) -> str:
    """Which direction is better."""
    return "↑" if result.direction == "higher" else "↓"


def _plain(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"


def stage_note(report: Report, stage: str, needs: str) -> str:
    """Of a stage without a metric: what the loss funnel shows of it, or else what would measure it."""
    funnel = report.funnel
    if funnel.unmeasured is None:
        for row in funnel.rows():
            if row["stage"] == stage and row["measured"]:
                return f"the loss funnel shows it: {row['lost']:,} of {row['entered']:,} questions are lost here"
    return needs
