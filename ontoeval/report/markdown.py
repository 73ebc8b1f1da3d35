"""A report as Markdown, for a pull request or a job summary."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ontoeval.report.text import arrow, interval, number, samples, sums

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report


def render(report: Report) -> str:
    """The results as a Markdown table, then what was noticed."""
    lines = [
        "| stage | metric | slice | value | 95 % interval | samples | behind it |",
        "| --- | --- | --- | ---: | --- | --- | --- |",
    ]
    for result in report:
        cells = (
            result.stage,
            f"`{result.metric}` {arrow(result)}",
            result.slice,
            number(result.value),
            interval(result),
            samples(result),
            result.reason or sums(result),
        )
        lines.append("| " + " | ".join(_cell(text) for text in cells) + " |")
    if report.findings:
        lines += ["", "**Noticed**", ""]
        lines += [f"- {finding.severity}: {_cell(str(finding))}" for finding in report.findings]
    return "\n".join(lines)


def save(report: Report, path: Path) -> None:
    """Write the report."""
    path.write_text(render(report) + "\n", encoding="utf-8")


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
