"""The report of a check of an ontology as a page of findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ontoeval.ontology.checking.registry import checks
from ontoeval.report.findings_page import Page, Row, plural

if TYPE_CHECKING:
    from ontoeval.findings import Severity
    from ontoeval.ontology.checking.run import CheckReport


def page_of(report: CheckReport, path: str, fail_on: Severity) -> Page:
    """The page.

    Args:
        report: What the checks found.
        path: The path of the ontology, for annotations.
        fail_on: Severity that fails.
    """
    onto = report.ontology
    counts, outside = onto.counts, report.out_of_scope
    total, edges = counts.get("classes_total", len(onto)), counts.get("subclass_total", 0)
    old = [f"{counts['deprecated']:,} deprecated"] if counts.get("deprecated") else []
    old += [f"{total - len(onto):,} declared as old ids of others"] if total > len(onto) else []
    listed = f" ({', '.join(old)})" if old else ""
    head = [
        f"{total:,} concepts{listed}, {edges:,} {plural('edge', edges)}, "
        f"{len(onto.roots):,} {plural('root', len(onto.roots))}",
        onto.fingerprint,
    ]
    if outside:
        head.append(f"{outside:,} {plural('finding', outside)} outside of the scope left out")
    rows = [
        Row(finding, state, report.reasons.get(position, ""))
        for position, (finding, state) in enumerate(zip(report.findings, report.states, strict=True))
    ]
    return Page(
        title=f"ontology check: {onto.source}",
        file=onto.source,
        path=path,
        head=head,
        rows=rows,
        passed=report.passed,
        skipped=report.skipped,
        fixed=[f"{entry['id']} {entry.get('about', '')}: {entry.get('got', '')}" for entry in report.fixed],
        notes=report.notes,
        rules=report.summaries,
        helps={rule: checks()[rule].explanation for rule in report.summaries},
        fail_on=fail_on,
        extra={"ontology": onto.fingerprint},
    )
