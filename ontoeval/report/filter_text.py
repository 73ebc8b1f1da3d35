"""How what is known of filters is written, in the terminal and in HTML."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ontoeval.evaluation.advice_words import RELATIONS
from ontoeval.evaluation.claim import Claim

_KIN = ("parent", "child", "ancestor", "descendant", "sibling", "cousin")


def share(value: float | None) -> str:
    """A share in per cent, or a dash."""
    return "–" if value is None else f"{value:.2%}"


def overview(row: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Names and values of the overview."""
    scored = row["scored"]

    def of(count: int) -> str:
        return f"{count:,} of {scored:,} ({count / scored:.2%})"

    lines = [
        ("questions", f"{row['questions']:,}, {scored:,} of them with eligible gold documents and a known filter"),
        ("all gold excluded", of(row["excluded"])),
        ("some gold excluded", of(row["excluded_any"])),
        (
            "gold documents",
            f"{row['surviving_docs']:,} survive, {row['excluded_docs']:,} excluded, "
            f"{row['missing_from_index']:,} not in the corpus, {row['ineligible']:,} ineligible",
        ),
    ]
    if row.get("recall") is not None and row.get("naive_recall") is not None:
        lines.append(
            (
                "recall",
                f"{row['recall']:.4f}; over the {row['naive_n']:,} questions whose gold survives it looks like "
                f"{row['naive_recall']:.4f}",
            )
        )
    return lines


def claim_text(claim: Claim) -> str:
    """The verdict on the claim that false exclusion is below a limit."""
    limit = f"false exclusion below {claim.limit:.2%}"
    bounds = f"one-sided 95 %: {claim.low:.2%} to {claim.high:.2%}"
    if claim.outcome == "pass":
        return f"PASS: {limit} ({bounds})"
    if claim.outcome == "fail":
        return f"FAIL: not {limit} ({bounds})"
    return f"INCONCLUSIVE: {limit}? {claim.more:,} more questions without a failure would show it ({bounds})"


def reasons_text(reasons: Mapping[str, int]) -> str:
    """Reasons with their counts."""
    return ", ".join(f"{code} {count:,}" for code, count in reasons.items())


def fails_text(doc: Mapping[str, Any]) -> list[str]:
    """Each condition that a document fails, with what it holds and why it fails."""
    return [_fail(fail) for fail in doc["fails"]]


def _fail(fail: Mapping[str, str]) -> str:
    asks = fail["condition"] + (f" ({fail['asked_label']})" if fail["asked_label"] else "")
    held = f"{fail['held_label']} ({fail['held']})" if fail["held_label"] else fail["held"]
    if fail["reason"] in _KIN:
        return f"{asks} is {RELATIONS[fail['reason']]} of {held}"
    return f"{asks}; the document has {held or 'nothing'} – {fail['reason']}"
