"""Findings as Markdown, e.g. for the summary of a CI job or a comment on a pull request."""

from __future__ import annotations

import re

from ontoeval.report.findings_page import Page, Row, groups, message, place, visible

SHOWN = 20
_SPECIAL = re.compile(r"([\\`*_{}\[\]()#!|<>~@$&])")


def escape(text: str) -> str:
    """A text that Markdown shows as it is, also inside of a table; no mention, link or HTML comes of it."""
    return _SPECIAL.sub(lambda match: f"&#{ord(match[0])};", visible(text)).replace("://", ":&#47;&#47;")


def render(page: Page, *, every: bool = False) -> str:
    """The page as Markdown.

    Args:
        page: The findings.
        every: All findings, not only some of each rule; known and excepted ones too.
    """
    verdict = "fails" if page.failing else "passes"
    lines = [f"## {escape(page.title)}", "", f"**{verdict}**: {page.summary()}"]
    lines += ["", *(f"- {escape(line)}" for line in page.head)] if page.head else []
    for title, table in page.sections:
        lines += ["", f"### {escape(title)}", "", "<pre>", *(_html(line) for line in table), "</pre>"]
    shown = page.rows if every else [row for row in page.rows if row.state == "new"]
    for (severity, rule), rows in groups(shown).items():
        lines += ["", f"### {severity}: {rule} {escape(page.rules.get(rule, ''))} ({len(rows):,})", ""]
        lines += ["| where | what | mend |", "| --- | --- | --- |"]
        lines += [_row(row, page) for row in (rows if every else rows[:SHOWN])]
        if not every and len(rows) > SHOWN:
            lines.append(f"| … | {len(rows) - SHOWN:,} more | |")
    if page.fixed:
        lines += ["", f"### Fixed since the baseline ({len(page.fixed):,})", ""]
        lines += [f"- {escape(text)}" for text in (page.fixed if every else page.fixed[:SHOWN])]
    if page.skipped:
        lines += ["", "### Skipped", ""]
        lines += [f"- {rules}: {escape(reason)}" for rules, reason in page.skips()]
    lines += ["", *(f"> {escape(note)}" for note in page.notes)] if page.notes else []
    return "\n".join(lines)


def _row(row: Row, page: Page) -> str:
    at = place(row.finding, page.file)
    what = " ".join(part for part in (f"line {at.line}" if at.line else "", escape(at.what)) if part)
    state = "" if row.state == "new" else f" ({row.state}{': ' + escape(row.reason) if row.reason else ''})"
    file = "" if at.file == page.file else escape(at.file) + " "
    got = escape(message(row.finding, mend=False))
    return f"| {file}{what} | {got}{state} | {escape(row.finding.mend)} |"


def _html(text: str) -> str:
    return visible(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
