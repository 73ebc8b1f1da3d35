"""Findings as text for a terminal or a log."""

from __future__ import annotations

from ontoeval.report.findings_page import Page, Row, groups, message, place, visible

#: Findings of one rule that are shown; ``every`` shows all.
SHOWN = 5


def render(page: Page, *, every: bool = False) -> str:
    """The page as lines of text.

    Args:
        page: The findings.
        every: All findings, not only some of each rule; known and excepted ones too.
    """
    lines = [visible(page.title), *(f"  {visible(line)}" for line in page.head)]
    for title, table in page.sections:
        lines += ["", title, *(f"  {visible(line)}" for line in table)]
    shown = page.rows if every else [row for row in page.rows if row.state == "new"]
    for (severity, rule), rows in groups(shown).items():
        summary = page.rules.get(rule, "")
        lines += ["", f"{severity:7} {rule}  {summary}  ({len(rows):,})"]
        lines += [_line(row, page) for row in (rows if every else rows[:SHOWN])]
        if not every and len(rows) > SHOWN:
            lines.append(f"    … and {len(rows) - SHOWN:,} more (--all)")
        lines += [f"    → {visible(mend)}" for mend in _mends(rows)]
    if page.fixed:
        lines += ["", f"fixed since the baseline ({len(page.fixed):,})"]
        lines += [f"    {visible(text)}" for text in (page.fixed if every else page.fixed[:SHOWN])]
        if not every and len(page.fixed) > SHOWN:
            lines.append(f"    … and {len(page.fixed) - SHOWN:,} more (--all)")
    if page.skipped:
        lines += ["", *(f"skipped {rules}: {visible(reason)}" for rules, reason in page.skips())]
    if page.notes:
        lines += ["", *(f"note: {visible(note)}" for note in page.notes)]
    lines += ["", page.summary()]
    return "\n".join(lines)


def _mends(rows: list[Row]) -> list[str]:
    """How to mend the findings of a rule, when it is the same for all."""
    mends = list(dict.fromkeys(row.finding.mend for row in rows))
    return mends if len(mends) == 1 and mends[0] else []


def _line(row: Row, page: Page) -> str:
    at = place(row.finding, page.file)
    where = f"{at.line}: " if at.line else ""
    what = f"{visible(at.what)}: " if at.what else ""
    file = "" if at.file == page.file else f"{visible(at.file)}:" if at.line else f"{visible(at.file)} "
    state = "" if row.state == "new" else f"  ({row.state}{': ' + visible(row.reason) if row.reason else ''})"
    count = row.finding.count
    places = f"  ({count:,} places)" if count > 1 else ""
    return f"    {file}{where}{what}{message(row.finding, mend=False)}{places}{state}"
