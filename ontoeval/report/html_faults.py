"""Tables of faults: ids, outputs, over-linking, refusals, questions without a result, and what reading noticed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ontoeval.findings import shorten
from ontoeval.report.html_links import Links
from ontoeval.report.markup import Html, code, h, join, table, user

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report

_MOST = 40
Row = dict[str, Any]
Cells = Callable[[Row], list[object]]


def section(report: Report, links: Links) -> Html:
    """The section."""
    parts = [
        _table(report, links, "statuses", "Questions without a result", ("reason",), _status),
        _table(
            report,
            links,
            "overlinking",
            "Mentions without a concept that are linked to one",
            ("mention", "linked to"),
            _overlinked,
        ),
        _table(
            report, links, "ids", "Named ids that are no live concept", ("named", "status", "stands for", "where"), _id
        ),
        _table(
            report,
            links,
            "outputs",
            "Outputs that do not parse, do not validate, or mix up labels",
            ("fault", "detail"),
            _output,
        ),
        _table(
            report,
            links,
            "abstention",
            "Refusals and answers against what can be answered",
            ("error", "answer"),
            _abstention,
        ),
        _findings(report),
    ]
    found = [part for part in parts if part]
    return (
        join(found)
        if found
        else h(
            "p",
            "Nothing to list: no question without a result, and no fault of ids, outputs, over-linking or refusals in "
            "the fields that were given.",
        )
    )


def _table(report: Report, links: Links, name: str, caption: str, heads: tuple[str, ...], cells: Cells) -> Html | None:
    rows = report.table(name)
    if not rows:
        return None
    body = [[links.one(row["id"]), user(shorten(row.get("query") or "", 110)), *cells(row)] for row in rows[:_MOST]]
    counted = f"{caption} ({len(rows):,})"
    note = (
        h("p", f"The first {_MOST} of {len(rows):,}; all are in the JSON report, table {name}.", class_="note")
        if len(rows) > _MOST
        else None
    )
    return h(
        "details",
        h("summary", h("h3", counted)),
        table(counted, ("question", "text", *heads), body, class_="fault"),
        note,
        open=len(rows) <= 6,
        class_="fold",
    )


def _status(row: Row) -> list[object]:
    return [user(shorten(row["reason"], 200))]


def _overlinked(row: Row) -> list[object]:
    return [user(shorten(row["mention"], 80)), _concept(row["predicted"], row["predicted_label"])]


def _id(row: Row) -> list[object]:
    stands = _concept(row["stands_for"], row["label"]) if row["stands_for"] else "–"
    if row["candidates"]:
        stands = join(["one of ", join([code(name) for name in row["candidates"][:5]], ", ")])
    return [code(shorten(row["named"], 60)), row["status"], stands, ", ".join(row["fields"])]


def _output(row: Row) -> list[object]:
    return [row["fault"], user(shorten(row["detail"], 220))]


def _abstention(row: Row) -> list[object]:
    return [row["error"], user(shorten(row["answer"], 160))]


def _concept(concept: str, label: str | None) -> Html:
    return join([user(label), " ", code(concept)]) if label else code(concept)


def _findings(report: Report) -> Html | None:
    if not report.findings:
        return None
    rows = [
        [
            finding.severity,
            user(shorten(finding.where, 120)),
            user(shorten(finding.got, 300)),
            user(shorten(finding.expected, 200)),
            user(shorten(finding.mend, 200)),
        ]
        for finding in report.findings[:_MOST]
    ]
    counted = f"Noticed while reading ({len(report.findings):,})"
    heads = ("severity", "where", "what", "expected", "how to mend")
    return h(
        "details", h("summary", h("h3", counted)), table(counted, heads, rows, class_="fault"), open=True, class_="fold"
    )
