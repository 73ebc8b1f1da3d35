"""A report as one JSON object: signature, results, tables, findings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ontoeval.evaluation.record import record
from ontoeval.evaluation.record import write as write_record

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report


def content(report: Report) -> dict[str, Any]:
    """The object that is written."""
    return {
        "signature": report.signature.as_dict(),
        "results": report.rows(),
        "tables": report.tables(),
        "findings": [finding.as_dict() for finding in report.findings],
    }


def render(report: Report) -> str:
    """The report as JSON text; an undefined value is null, never NaN."""
    return json.dumps(content(report), indent=1, ensure_ascii=False, allow_nan=False)


def save(report: Report, path: Path) -> None:
    """Write the report, and beside it the item rows that a later comparison needs."""
    path.write_text(render(report) + "\n", encoding="utf-8", newline="\n")
    write_record(record(report), path)
