"""Filters in the page: what they exclude, which condition does it and why, and what ifs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ontoeval.report import svg
from ontoeval.report.filter_text import claim_text, fails_text, overview, reasons_text, share
from ontoeval.report.html_links import Links
from ontoeval.report.markup import Html, code, facts, h, join, table, user

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report

_MOST_CASES, _DOCS = 50, 3
_READING = (
    "Excludes alone: its conditions on their own exclude all gold documents of the question. Rescues when left out: "
    "without one of its conditions a gold document passes. Share: each excluded question counts 1, divided between its "
    "conditions (Shapley value), so that the column adds up to the number of excluded questions."
)


def section(report: Report, links: Links) -> Html | None:
    """The section, or None where there is nothing to compare."""
    rows = report.table("filter_overview")
    if not rows:
        return None
    claim = getattr(report, "claim", None)
    claims = [] if claim is None else [("Claim", claim_text(claim))]
    known = facts([*((name.capitalize(), value) for name, value in overview(rows[0])), *claims], class_="facts")
    return join(
        [known, _blame(report), _cases(report, links), _widening(report), _selectivity(report), _engines(report)]
    )


def _blame(report: Report) -> Html | None:
    rows = report.table("filter_blame")
    if not rows:
        return None
    most = max(row["shapley"] for row in rows) or 1.0
    cells = [
        [
            code(row["field"]) if row["field"] else "no attribute",
            svg.share(f"{row['field']}: {row['shapley']:.2f} questions", row["shapley"] / most, "lost"),
            f"{row['used']:,}",
            f"{row['solo']:,}",
            f"{row['rescues']:,}",
            f"{row['shapley']:.2f}",
            reasons_text(row["reasons"]),
        ]
        for row in rows
    ]
    heads = ("attribute", "", "used", "excludes alone", "rescues when left out", "share", "reasons (gold documents)")
    made = table("Attributes of filters, in questions", heads, cells, numbers=range(2, 6))
    return join([made, h("p", _READING, class_="note")])


def _cases(report: Report, links: Links) -> Html | None:
    rows = report.table("filter_cases")
    if not rows:
        return None
    cells = [
        [
            links.one(row["id"]),
            user(row["filter"]),
            user(" and ".join(row["relaxations"][0])),
            h(
                "ul",
                [h("li", code(doc["doc"]), ": ", user("; ".join(fails_text(doc)))) for doc in row["documents"][:3]],
            ),
        ]
        for row in rows[:_MOST_CASES]
    ]
    caption = f"Questions whose filter excludes all gold documents, the first {len(cells)} of {len(rows):,}"
    return table(caption, ("question", "filter", "least to relax", "gold documents fail"), cells)


def _document(doc: Mapping[str, Any]) -> Html:
    return h("li", code(doc["doc"]), ": ", user("; ".join(fails_text(doc))))


def _widening(report: Report) -> Html | None:
    rows = report.table("filter_widening")
    if not rows:
        return None
    names = {"exact": "as logged", "down": "with what lies below", "down_up": "with what lies above too"}
    cells = [
        [
            names[row["expand"]],
            f"{row['excluded']:,}",
            share(row["false_exclusion_rate"]),
            share(row["recovered"]),
            f"{row['survivors']:,.1f}",
            share(row["selectivity"]),
        ]
        for row in rows
    ]
    heads = ("concepts", "excluded", "rate", "recovered", "documents that pass", "of the corpus")
    made = table(f"If concepts stood for more, on {', '.join(rows[0]['fields'])}", heads, cells, numbers=range(1, 6))
    notes = [
        f"{row['questions']:,} filters negate a concept; {row['questions_with_leaks']:,} of them let through what lies "
        f"below it, {row['leaks']:.1f} documents in the mean."
        for row in report.table("filter_negations")
    ]
    return join([made, [h("p", note, class_="note") for note in notes]])


def _selectivity(report: Report) -> Html | None:
    rows = report.table("filter_selectivity")
    if not rows:
        return None
    cells = [
        [
            code(row["field"]),
            f"{row['parts']:,}",
            f"{row['documents_with_it']:,.1f}",
            share(row["with_it"]),
            f"{row['documents_without_it']:,.1f}",
            share(row["without_it"]),
        ]
        for row in rows
    ]
    heads = ("attribute", "parts", "pass with it", "share", "pass without it", "share")
    caption = "What each attribute narrows: documents that pass, in the mean, and their share of the corpus"
    return table(caption, heads, cells, numbers=range(1, 6))


def _engines(report: Report) -> Html | None:
    rows = report.table("filter_engines")
    if not rows:
        return None
    cells = [
        [
            row["profile"],
            row["engine"],
            row["source"],
            f"{row['used']:,}",
            share(row["false_exclusion_rate"]),
            f"{row['changed']:,}",
        ]
        for row in rows
    ]
    heads = ("profile", "engine", "semantics", "used by", "rate", "questions that change")
    made = table("The same filters under the semantics of every engine", heads, cells, numbers=(3, 4, 5))
    return h("details", h("summary", "The same filters in other engines"), made)
