"""How numbers are written in every report."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Result


def number(value: float | None) -> str:
    """A value with four digits, or a dash."""
    return "–" if value is None else f"{value:.4f}"


def interval(result: Result) -> str:
    """The interval of a result, or a dash."""
    return "–" if result.low is None or result.high is None else f"{result.low:.4f} – {result.high:.4f}"


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
