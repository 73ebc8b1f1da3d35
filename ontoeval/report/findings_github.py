"""Findings as annotations of GitHub Actions: workflow commands on stdout that mark the lines of a pull request."""

from __future__ import annotations

from ontoeval.report.findings_page import Page, groups, message, place, visible

#: GitHub shows ten annotations of a kind per step; the rest is in the log.
SHOWN = 10
_COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}


def render(page: Page) -> str:
    """The new findings as workflow commands, then a plain line with the counts.

    No text of the ontology can become a command of its own: line breaks and ``::`` are escaped.
    """
    lines = []
    for (severity, rule), rows in groups(row for row in page.rows if row.state == "new").items():
        for row in rows[:SHOWN]:
            at = place(row.finding, page.file)
            properties = {"file": page.path_of(at.file)}
            if at.line:
                properties["line"] = str(at.line)
            properties["title"] = f"{rule} {page.rules.get(rule, '')}".strip()
            listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
            what = f"{at.what}: " if at.what else ""
            lines.append(f"::{_COMMANDS[severity]} {listed}::{_data(what + message(row.finding))}")
        if len(rows) > SHOWN:
            more = f"{len(rows) - SHOWN:,} more findings of {rule} are not shown here"
            lines.append(f"::notice title={_property(rule)}::{_data(more)}")
    for text in page.fixed[:SHOWN]:
        lines.append(f"::notice title=fixed::{_data(text)}")
    lines += [f"::notice title=note::{_data(note)}" for note in page.notes]
    lines += [f"skipped {rules}: {_plain(reason)}" for rules, reason in page.skips()]
    return "\n".join([*lines, _plain(page.summary())])


def _data(text: str) -> str:
    """The message of a command."""
    return visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """The value of a command's property."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _plain(text: str) -> str:
    """A line that is no command."""
    return visible(text)
