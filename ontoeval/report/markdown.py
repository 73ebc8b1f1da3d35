"""A report as Markdown, for a pull request or a job summary: the story, what to mend first, the funnel, the metrics."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ontoeval.evaluation.advice import advice, mend_first
from ontoeval.evaluation.verdict import verdict
from ontoeval.report.text import arrow, behind, interval, number, samples

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report

_MOST_IDS = 8
#: What Markdown or HTML would read as markup, and what would call people on a forge.
_MARKUP = re.compile(r"([\\`*\[\]|#])")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "&#64;"}


def render(report: Report, *, story: bool = True) -> str:
    """The report as Markdown.

    Args:
        report: The report.
        story: Whether the verdict, what to mend first, and the funnel come before the table of results.
    """
    lines = [*_story(report), *_funnel(report), "### Metrics", ""] if story else []
    lines += _results(report)
    if report.findings:
        lines += ["", "**Noticed**", ""]
        lines += [f"- {finding.severity}: {_text(str(finding))}" for finding in report.findings]
    return "\n".join(lines)


def save(report: Report, path: Path) -> None:
    """Write the report."""
    path.write_text(render(report) + "\n", encoding="utf-8")


def _story(report: Report) -> list[str]:
    first, *others = verdict(report)
    lines = [f"## {_text(report.compiled.samples.name)}", "", f"**{_text(first)}**", ""]
    lines += [line for sentence in others for line in (_text(sentence), "")]
    shown = mend_first(advice(report))
    if shown:
        lines += ["### Mend first", ""]
    for place, row in enumerate(shown, start=1):
        lines += [
            f"{place}. **{_text(row['title'])}** {_text(row['evidence'])}",
            f"   → {_text(row['action'])} Questions: {_ids(row['ids'])}",
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
    lines = ["### Loss funnel", "", *_table(("stage", "entered", "lost", "left", "how"), stages, numbers=(1, 2, 3)), ""]
    blamed = funnel.blamed()
    if blamed:
        rows = [
            (_text(row["field"]), row["relation"], f"{row['questions']:,}", _ids(row["ids"])) for row in blamed[:10]
        ]
        lines += [*_table(("filter on", "asks for", "questions", "which"), rows, numbers=(2,)), ""]
    return lines


def _results(report: Report) -> list[str]:
    rows = [
        (
            result.stage,
            f"`{result.metric}` {arrow(result)}".replace("|", "\\|"),
            _text(result.slice),
            number(result.value),
            interval(result),
            samples(result),
            _text(result.reason or behind(result)),
        )
        for result in report
    ]
    return _table(("stage", "metric", "slice", "value", "95 % interval", "samples", "behind it"), rows, numbers=(3,))


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: Iterable[int] = ()) -> list[str]:
    right = set(numbers)
    rules = ["---:" if place in right else "---" for place in range(len(heads))]
    return ["| " + " | ".join(cells) + " |" for cells in (heads, rules, *rows)]


def _count(value: int | None) -> str:
    return "–" if value is None else f"{value:,}"


def _ids(names: Sequence[str]) -> str:
    more = " …" if len(names) > _MOST_IDS else ""
    return ", ".join(map(_text, names[:_MOST_IDS])) + more


def _text(text: str) -> str:
    """Text of the data as text: neither Markdown nor HTML, on one line, and calling nobody."""
    one_line = " ".join(text.splitlines())
    safe = re.sub("[&<>@]", lambda match: _ENTITIES[match[0]], one_line)
    return _MARKUP.sub(r"\\\1", safe).replace("&\\#64;", "&#64;")
