"""Two engines on one log of filters: for the terminal, and as JSON."""

from __future__ import annotations

import json
from typing import IO, TYPE_CHECKING

from ontoeval.findings import shorten
from ontoeval.report.terminal_blocks import Block, show_blocks

if TYPE_CHECKING:
    from ontoeval.evaluation.compare_engines import EngineComparison

_MOST = 20
_LONGEST = 60


def as_json(comparison: EngineComparison) -> str:
    """The comparison as one JSON object."""
    content = {
        "from": comparison.first.name,
        "to": comparison.second.name,
        "n_questions": comparison.n_questions,
        "n_changed": len(comparison.changes),
        "n_with_gold": comparison.n_with_gold,
        "excluded_from": comparison.excluded_from,
        "excluded_to": comparison.excluded_to,
        "switches": comparison.by_switch(),
        "changes": comparison.rows(),
    }
    return json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False)


def show(comparison: EngineComparison, stream: IO[str] | None = None) -> None:
    """Write the comparison to a terminal, or without colors to a pipe."""
    blocks = [_overview(comparison)]
    if comparison.changes:
        blocks += [_switches(comparison), _questions(comparison)]
    show_blocks(blocks, stream)


def _overview(comparison: EngineComparison) -> Block:
    first, second, n = comparison.first, comparison.second, comparison.n_questions
    cells = [
        ["from", f"{first.name}: {first.engine} ({first.source})"],
        ["to", f"{second.name}: {second.engine} ({second.source})"],
        ["survivors change", f"{len(comparison.changes):,} of {n:,} questions ({len(comparison.changes) / n:.2%})"],
    ]
    if comparison.n_with_gold:
        rates = [count / comparison.n_with_gold for count in (comparison.excluded_from, comparison.excluded_to)]
        counts = f"{comparison.excluded_from:,} → {comparison.excluded_to:,} of {comparison.n_with_gold:,}"
        cells.append(["all gold documents excluded", f"{rates[0]:.2%} → {rates[1]:.2%} ({counts})"])
    return "the same filters in two engines", ("", ""), cells


def _switches(comparison: EngineComparison) -> Block:
    heads = ("switch", comparison.first.name, comparison.second.name, "questions", "gold lost", "gold gained", "e.g.")
    cells = [
        [
            " + ".join(row["switches"]),
            " + ".join(row["from"]),
            " + ".join(row["to"]),
            f"{row['questions']:,}",
            f"{row['gold_lost']:,}",
            f"{row['gold_gained']:,}",
            f"{row['id']}: {shorten(row['filter'], _LONGEST)}",
        ]
        for row in comparison.by_switch()
    ]
    return "which difference of the engines does it", heads, cells


def _questions(comparison: EngineComparison) -> Block:
    heads = ("question", "survivors", "lost", "gained", "gold lost", "gold gained", "switch", "filter")
    cells = [
        [
            change.id,
            f"{change.survivors_from:,} → {change.survivors_to:,}",
            f"{change.lost:,}",
            f"{change.gained:,}",
            f"{change.gold_lost:,}",
            f"{change.gold_gained:,}",
            " + ".join(change.switches),
            shorten(change.filter, _LONGEST),
        ]
        for change in comparison.changes[:_MOST]
    ]
    more = len(comparison.changes) - _MOST
    note = f" ({more:,} more in --format json)" if more > 0 else ""
    return f"questions whose survivors change{note}", heads, cells
