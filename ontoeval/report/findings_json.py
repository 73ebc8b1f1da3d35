"""Findings as one JSON object."""

from __future__ import annotations

import json

from ontoeval.report.findings_page import Page, place

FORMAT = 1


def render(page: Page) -> str:
    """The page as JSON; every text is as it is in the source."""
    rows = []
    for row in page.rows:
        at = place(row.finding, page.file)
        content = row.finding.as_dict() | {"state": row.state, "file": page.path_of(at.file), "line": at.line}
        rows.append(content | ({"reason": row.reason} if row.reason else {}))
    content = {
        "format": FORMAT,
        "title": page.title,
        "file": page.path or page.file,
        "head": list(page.head),
        "counts": page.counts() | {"fixed": len(page.fixed), "failing": len(page.failing)},
        "fail_on": page.fail_on,
        "findings": rows,
        "fixed": list(page.fixed),
        "passed": list(page.passed),
        "skipped": dict(page.skipped),
        "notes": list(page.notes),
        **page.extra,
    }
    return json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace").decode()
