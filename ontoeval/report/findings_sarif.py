"""Findings as SARIF 2.1.0, which GitHub code scanning, GitLab and editors read."""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Any
from urllib.parse import quote

from ontoeval.report.findings_page import Page, Row, message, place, visible

_LEVELS = {"error": "error", "warning": "warning", "info": "note"}
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render(page: Page) -> str:
    """The page as SARIF; excepted findings are suppressed, known ones unchanged."""
    used = list(dict.fromkeys([*page.rules, *(row.finding.id for row in page.rows)]))
    index = {rule: position for position, rule in enumerate(used)}
    driver: dict[str, Any] = {
        "name": "ontoeval",
        "rules": [_rule(rule, page) for rule in used],
    }
    run: dict[str, Any] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(row, index, page) for row in page.rows],
    }
    notes = [f"{rule} was skipped: {reason}" for rule, reason in page.skipped.items()]
    run["invocations"] = [
        {
            "executionSuccessful": True,
            "toolExecutionNotifications": [
                {"level": "note", "message": {"text": visible(text)}} for text in [*notes, *page.notes]
            ],
        }
    ]
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1, ensure_ascii=True)


def _rule(rule: str, page: Page) -> dict[str, Any]:
    content: dict[str, Any] = {"id": rule}
    if page.rules.get(rule):
        content["shortDescription"] = {"text": visible(page.rules[rule])}
    if page.helps.get(rule):
        content["help"] = {"text": page.helps[rule], "markdown": page.helps[rule]}
    return content


def _result(row: Row, index: dict[str, int], page: Page) -> dict[str, Any]:
    finding = row.finding
    at = place(finding, page.file)
    file = page.path_of(at.file)
    location: dict[str, Any] = {"artifactLocation": {"uri": quote(file.replace("\\", "/"))}}
    location["region"] = {"startLine": at.line or 1}
    what = f"{visible(at.what)}: " if at.what else ""
    identity = "\0".join([finding.id, *(finding.subjects or (at.what, finding.got))])
    result: dict[str, Any] = {
        "ruleId": finding.id,
        "ruleIndex": index[finding.id],
        "level": _LEVELS[finding.severity],
        "message": {"text": what + message(finding)},
        "locations": [{"physicalLocation": location}],
        "partialFingerprints": {
            "ontoeval/v1": blake2b(identity.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
        },
        "baselineState": "unchanged" if row.state == "known" else "new",
    }
    if finding.subjects:
        result["locations"][0]["logicalLocations"] = [
            {"fullyQualifiedName": visible(subject)} for subject in finding.subjects[:10]
        ]
    if row.state == "excepted":
        result["suppressions"] = [{"kind": "external", "justification": visible(row.reason)}]
    return result
