"""Runs one check on a small ontology, for the examples in the documentation of checks."""

from __future__ import annotations

from typing import Any

from ontoeval.ontology.checking.run import check


def shown(id: str, text: str, **options: Any) -> None:
    """Print what one check finds in an ontology given as text."""
    report = check(text.lstrip("\n").encode("utf-8"), only=[id], **options)
    for finding in report.findings:
        print(f"{finding.severity} {finding.where}: {finding.got}")
    for skipped, reason in report.skipped.items():
        print(f"skipped {skipped}: {reason}")
