"""A report as Markdown, for a pull request or a job summary: gate, story, what to mend first, funnel, metrics."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ontoeval.evaluation.advice import advice, mend_first
from ontoeval.evaluation.verdict import verdict
from ontoeval.report import gate_markdown
from ontoeval.report.markdown_parts import plain, table
from ontoeval.report.text import arrow, behind, interval, number, samples

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report

_MOST_IDS = 8


def render(report: Report, *, story: bool = True) -> str:
    """The report as Markdown.

    Args:
        report: The report.
        story: Whether the gate's verdict, the story, what to mend first, and the funnel come before the results.
    """
    lines = [*_gate(report), *_story(report), *_funnel(report), "### Metrics", ""] if story else []
    lines += _results(report)
    if report.findings:
        lines += ["", "**Noticed**", ""]
        lines += [f"- {finding.severity}: {plain(str(finding))}" for finding in report.findings]
    return "\n".join(lines)


def save(report: Report, path: Path) -> None:
    """Write the report."""
    path.write_text(render(report) + "\n", encoding="utf-8", newline="\n")


def _gate(report: Report) -> list[str]:
    return [] if report.gate is None else [*gate_markdown.lines(report.gate), ""]


def _story(report: Report) -> list[str]:
    first, *others = verdict(report)
    lines = [f"## {plain(report.compiled.samples.name)}", "", f"**{plain(first)}**", ""]
    lines += [line for sentence in others for line in (plain(sentence), "")]
    shown = mend_first(advice(report))
    if shown:
        lines += ["### Mend first", ""]
    for place, row in enumerate(shown, start=1):
        lines += [
            f"{place}. **{plain(row['title'])}** {plain(row['evidence'])}",
            f"   → {plain(row['action'])} Questions: {_ids(row['ids'])}",
        ]
    return [*lines, ""] if shown else lines


def _funnel(report: Report) -> list[str]:
    funnel = report.funnel
    if funnel.unmeasured is not None:
        return []
    stages = [
        (row["stage"], _count(row["entered"]), _count(row["lost"]), _count(row["left"]), row["note"])
        if row["lost"] or not row["measured"]
        else (row["stage"], _count(row["entered"]), "0", _count(row["left"]), "")
        for row in funnel.rows()
    ]
    lines = ["### Loss funnel", "", *table(("stage", "entered", "lost", "left", "how"), stages, numbers=(1, 2, 3)), ""]
    blamed = funnel.blamed()
    if blamed:
        rows = [
            (plain(row["field"]), row["relation"], f"{row['questions']:,}", _ids(row["ids"])) for row in blamed[:10]
        ]
        lines += [*table(("filter on", "asks for", "questions", "which"), rows, numbers=(2,)), ""]
    return lines


def _results(report: Report) -> list[str]:
    rows = [
        (
            result.stage,
            f"`{result.metric}` {arrow(result)}".replace("|", "\\|"),
            plain(result.slice),
            number(result.value),
            interval(result),
            samples(result),
            plain(result.reason or behind(result)),
        )
        for result in report
    ]
    return table(("stage", "metric", "slice", "value", "95 % interval", "samples", "behind it"), rows, numbers=(3,))


def _count(value: int | None) -> str:
    return "–" if value is None else f"{value:,}"


def _ids(names: Sequence[str]) -> str:
    more = " …" if len(names) > _MOST_IDS else ""
    return ", ".join(map(plain, names[:_MOST_IDS])) + more
