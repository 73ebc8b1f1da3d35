"""A report as SARIF 2.1.0: lines of the gate that did not pass, what to mend first, and what reading noticed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ontoeval.findings import Finding, Severity
from ontoeval.report import findings_sarif
from ontoeval.report.findings_page import Page, Row

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report


def render(report: Report) -> str:
    """The report as SARIF; places are in the golden set."""
    name = report.compiled.samples.gold.name
    rows = [Row(finding) for finding in (*_gate(report, name), *_advice(report, name), *report.findings)]
    return findings_sarif.render(Page("run", name, rows=rows))


def save(report: Report, path: Path) -> None:
    """Write the report."""
    path.write_text(render(report) + "\n", encoding="utf-8", newline="\n")


def _gate(report: Report, name: str) -> Iterator[Finding]:
    for line in report.gate["lines"] if report.gate else ():
        if line["state"] in ("fail", "inconclusive"):
            reasons = "; ".join(reason for check in line["checks"] for reason in check["reasons"])
            severity: Severity = "error" if line["state"] == "fail" else "warning"
            yield Finding("gate", severity, name, f"{line['name']}: {reasons}", subjects=(line["name"],))


def _advice(report: Report, name: str) -> Iterator[Finding]:
    for row in report.table("advice"):
        got = f"{row['title']} {row['evidence']}".strip()
        count, subjects = max(row["questions"], 1), tuple(row["ids"])
        yield Finding(f"run.{row['stage']}", "info", name, got, mend=row["action"], count=count, subjects=subjects)
