"""Words and numbers of the audit of links, the same in the terminal and in the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report
    from ontoeval.evaluation.result import Result

OUTCOMES = {
    "right": "right concept",
    "right_nil": "NIL for NIL",
    "wrong_link": "linked to another concept",
    "nil_as_link": "gold NIL linked: over-linked",
    "link_as_nil": "NIL although there is a concept",
    "missed": "gold mention not found",
    "spurious": "found where gold has nothing",
    "not_counted": "not counted: optional, or outside what was annotated or given",
}
_GROUPS = {"not_found": "not found", "false_alarm": "false alarm", "wrong_concept": "wrong concept"}
_KINDS = {
    ("not_found", "lowercased"): "begins with a lower-case letter",
    ("not_found", "partially_included"): "a part of it was found instead",
    ("not_found", "partial_overlap"): "something that overlaps it was found",
    ("false_alarm", "lowercased"): "begins with a lower-case letter",
    ("false_alarm", "groundtruth_unknown"): "gold says NIL",
    ("false_alarm", "wrong_span"): "right concept, other span (counted above too)",
    ("wrong_concept", "partial_name"): "text is a part of the label",
    ("wrong_concept", "wrong_candidates"): "right concept is no candidate",
    ("wrong_concept", "multiple_candidates"): "another candidate was chosen",
}
CATEGORIES = {
    (group, kind): (name, _KINDS.get((group, kind), kind))
    for group, name in _GROUPS.items()
    for kind in ("all", "other", *(mine for of, mine in _KINDS if of == group))
}


NIL_COLUMNS = ("right", "other_concept", "nil", "nothing")


def nil_rows(report: Report) -> list[dict[str, Any]]:
    """The rows of concepts against NIL, unless no side has any NIL."""
    rows = report.table("link_nil")
    return rows if any(row["nil"] for row in rows) or any(rows[1][name] for name in NIL_COLUMNS) else []


def f_scores(report: Report) -> list[Result]:
    """The results that are F scores."""
    return [result for result in report if "_f1" in result.metric]


def rates(report: Report) -> list[Result]:
    """The other results."""
    return [result for result in report if "_f1" not in result.metric]


def count(value: float | None) -> str:
    """A count."""
    if value is None:
        return ""
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"


def share(value: float | None) -> str:
    """A share in per cent."""
    return "" if value is None else f"{value:.1%}"


def short(value: float | None) -> str:
    """A value with three digits."""
    return "–" if value is None else f"{value:.3f}"


def cut(row: Mapping[str, Any]) -> str:
    """Which links a row of the sweep keeps."""
    if row["cut"] == "none":
        return "any"
    if row["cut"] == "cross-fitted":
        return "cross-fitted: each fold at the best of the others"
    bound = "none" if row["threshold"] is None else f"≥ {row['threshold']:.4g}"
    if row["cut"] == "fitted on itself":
        return f"{bound}, the best here (flatters)"
    return f"{bound}, {row['cut']}"


def examples(row: Mapping[str, Any]) -> str:
    """Some ids of a status, with what they stand for."""
    return ", ".join(
        f"{each['id']} → {each['stands_for']}" if each["stands_for"] not in (None, each["id"]) else each["id"]
        for each in row["examples"]
    )
