"""Results as a small HTML table, as notebooks show the value of a cell; and as one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ontoeval.report.markup import h, join, table
from ontoeval.report.text import arrow, behind, interval, number, samples

if TYPE_CHECKING:
    from ontoeval.evaluation.compare import Comparison
    from ontoeval.evaluation.result import Result
    from ontoeval.findings import Finding


def results(found: Sequence[Result], findings: Sequence[Finding], caption: str) -> str:
    """Results with what was noticed.

    Args:
        found: The results; slices have a column of their own when there are any.
        findings: What reading and compiling noticed.
        caption: What the table is about.
    """
    sliced = any(result.slice for result in found)
    heads = [*(["slice"] if sliced else []), "metric", "value", "95 % interval", "samples", "behind it"]
    rows = [
        [
            *([result.slice] if sliced else []),
            f"{result.metric} {arrow(result)}",
            number(result.value),
            interval(result),
            samples(result),
            result.reason or behind(result),
        ]
        for result in found
    ]
    notes = [h("p", f"{finding.severity}: {finding}") for finding in findings if finding.severity != "info"]
    return join([table(caption, heads, rows), *notes])


def line(result: Result) -> str:
    """A result in one line."""
    bounds = "" if result.low is None else f" [{interval(result)}]"
    where = f" {result.slice}" if result.slice else ""
    return f"{result.metric}{where} {number(result.value)}{bounds}, {samples(result)} samples" + (
        f"; {result.reason}" if result.reason else ""
    )


def comparison(found: Comparison) -> str:
    """The changes of a comparison."""
    heads = ["slice", "metric", "A", "B", "B - A", "verdict", "p", "n", "behind it"]
    rows = [
        [
            change.slice,
            change.metric,
            *(
                [number(change.paired.a), number(change.paired.b), f"{change.paired.delta:+.4f}"]
                if change.paired
                else "–––"
            ),
            change.verdict,
            number(change.p_adjusted),
            change.paired.n if change.paired else "–",
            change.reason,
        ]
        for change in found.changes
    ]
    notes = [h("p", f"note: {note}") for note in found.notes]
    return join([table(f"A {found.a}, B {found.b}: {found.n_common} common questions", heads, rows), *notes])
