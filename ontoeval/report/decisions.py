"""Hard or soft, predicate by predicate: for the terminal, and as JSON."""

from __future__ import annotations

import json
from typing import IO, TYPE_CHECKING

from ontoeval.report.terminal_blocks import Block, show_blocks
from ontoeval.report.text import number

if TYPE_CHECKING:
    from ontoeval.evaluation.hard_or_soft import Decision, Decisions


def as_json(decisions: Decisions) -> str:
    """The decisions as one JSON object."""
    content = {
        "k": decisions.k,
        "epsilon": decisions.epsilon,
        "delta": decisions.delta,
        "unit": decisions.unit,
        "per": decisions.per,
        "seed": decisions.seed,
        "n_samples": decisions.n_samples,
        "n_scored": decisions.n_scored,
        "decisions": decisions.rows(),
    }
    return json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False)


def show(decisions: Decisions, stream: IO[str] | None = None) -> None:
    """Write the decisions to a terminal, or without colors to a pipe."""
    show_blocks((_verdicts(decisions), _rankings(decisions)), stream)


def _verdicts(decisions: Decisions) -> Block:
    heads = ("predicate", "verdict", "questions", "excluded", "exclusion", "bounds", "P(hard) − P(soft)", "bounds", "")
    cells = [
        [
            found.predicate,
            found.verdict,
            f"{found.n:,}",
            f"{found.excluded:,}",
            f"{found.exclusion.value:.2%}",
            f"{found.exclusion.low:.2%} … {found.exclusion.high:.2%}",
            f"{found.difference.value:+.4f}",
            f"{found.difference.low:+.4f} … {found.difference.high:+.4f}",
            f"{found.needed}; soft meanwhile" if found.verdict == "inconclusive" else "",
        ]
        for found in decisions.decisions
    ]
    title = (
        f"hard: exclusion < {decisions.epsilon:g} and P(hard) − P(soft) > {decisions.delta:g}, at rank "
        f"{decisions.k}, each one-sided 95 % ({decisions.n_scored:,} of {decisions.n_samples:,} questions)"
    )
    return title, heads, cells


def _rankings(decisions: Decisions) -> Block:
    k = decisions.k
    heads = ("predicate", "questions", f"hard P@{k}", f"soft P@{k}", f"hard R@{k}", f"soft R@{k}", "bonus")
    cells = [
        [
            found.predicate,
            f"{found.n_compared:,}",
            number(found.hard_precision),
            number(found.soft_precision),
            number(found.hard_recall),
            number(found.soft_recall),
            _boost(found, decisions.unit),
        ]
        for found in decisions.decisions
    ]
    divisor = f"{k}" if decisions.per == "k" else f"the documents returned, {k} at most"
    return f"on the questions on which the bonus was not chosen; P divides by {divisor}", heads, cells


def _boost(found: Decision, unit: str) -> str:
    if found.boost == float("inf"):
        return "first all that pass"
    if not found.boost:
        return "none"
    return f"{found.boost:g} × standard deviation" if unit == "deviation" else f"{found.boost:g}"
