"""Findings as JUnit XML: a test case per rule, which fails when it has new findings at or above the limit."""

from __future__ import annotations

from collections import Counter
from xml.sax.saxutils import escape, quoteattr

from ontoeval.report.findings_page import LEVELS, Page, Row, message, place, visible


def render(page: Page) -> str:
    """The page as JUnit XML."""
    failing: dict[str, list[Row]] = {}
    others: dict[str, list[Row]] = {}
    limit = LEVELS.index(page.fail_on)
    for row in page.rows:
        fails = row.state == "new" and LEVELS.index(row.finding.severity) <= limit
        (failing if fails else others).setdefault(row.finding.id, []).append(row)
    rules = list(dict.fromkeys([*page.passed, *page.skipped, *failing, *others]))
    suite = _attribute(page.path or page.file)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuites name="ontoeval" tests="{len(rules)}" failures="{len(failing)}" skipped="{len(page.skipped)}">',
        f'  <testsuite name={suite} tests="{len(rules)}" failures="{len(failing)}" skipped="{len(page.skipped)}">',
    ]
    for rule in sorted(rules):
        name = _attribute(f"{rule} {page.rules.get(rule, '')}".strip())
        lines.append(f"    <testcase classname={suite} name={name}>")
        if rule in page.skipped:
            lines.append(f"      <skipped message={_attribute(page.skipped[rule])}/>")
        if rule in failing:
            rows = failing[rule]
            severity = Counter(row.finding.severity for row in rows).most_common(1)[0][0]
            lines.append(f"      <failure message={_attribute(f'{len(rows):,} new')} type={_attribute(severity)}>")
            lines += [f"        {_text(_line(row, page))}" for row in rows]
            lines.append("      </failure>")
        if rule in others:
            lines.append("      <system-out>")
            lines += [f"        {_text(_line(row, page))}" for row in others[rule]]
            lines.append("      </system-out>")
        lines.append("    </testcase>")
    return "\n".join([*lines, "  </testsuite>", "</testsuites>"])


def _line(row: Row, page: Page) -> str:
    at = place(row.finding, page.file)
    file = page.path_of(at.file)
    where = f"{file}:{at.line}" if at.line else file
    state = "" if row.state == "new" else f" ({row.state})"
    return f"{where} {at.what}: {message(row.finding)}{state}"


def _text(text: str) -> str:
    """Character data; what XML 1.0 does not allow was written as escapes."""
    return escape(visible(text))


def _attribute(text: str) -> str:
    return quoteattr(visible(text))
