"""The tables on filters for the terminal: overview, verdict, blame, widening, engines, worst questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import IO, TYPE_CHECKING, Any

from ontoeval.report.filter_text import claim_text, fails_text, overview, reasons_text, share
from ontoeval.report.terminal_blocks import Block, show_blocks

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report

_MOST_CASES, _MOST_ENGINES = 10, 6


def show(report: Report, stream: IO[str] | None = None) -> None:
    """Write the tables to a terminal, or without colors to a pipe."""
    blocks = (
        _overview(report),
        _blame(report),
        _cases(report),
        _selectivity(report),
        *_widening(report),
        _engines(report),
    )
    show_blocks(blocks, stream)


def _overview(report: Report) -> Block:
    cells = [[name, value] for row in report.table("filter_overview") for name, value in overview(row)]
    claim = getattr(report, "claim", None)
    cells += [] if claim is None else [["claim", claim_text(claim)]]
    return "what becomes of the gold documents", ("", ""), cells


def _blame(report: Report) -> Block:
    cells = [
        [
            row["field"] or "(no attribute)",
            f"{row['used']:,}",
            f"{row['solo']:,}",
            f"{row['rescues']:,}",
            f"{row['shapley']:.2f}",
            reasons_text(row["reasons"]),
        ]
        for row in report.table("filter_blame")
    ]
    heads = ("attribute", "used", "excludes alone", "rescues when left out", "share", "reasons (gold documents)")
    return "which condition excludes", heads, cells


def _cases(report: Report) -> Block:
    rows = report.table("filter_cases")
    cells = [
        [row["id"], doc["doc"] if place == 0 else "", text]
        for row in rows[:_MOST_CASES]
        for doc in row["documents"][:1]
        for place, text in enumerate(fails_text(doc))
    ]
    more = f" ({len(rows) - _MOST_CASES:,} more)" if len(rows) > _MOST_CASES else ""
    return f"excluded questions{more}", ("question", "gold document", "fails"), cells


def _selectivity(report: Report) -> Block:
    cells = [
        [
            row["field"],
            f"{row['parts']:,}",
            _documents(row["documents_with_it"], row["with_it"]),
            _documents(row["documents_without_it"], row["without_it"]),
        ]
        for row in report.table("filter_selectivity")
    ]
    heads = ("attribute", "parts", "pass with it", "pass without it")
    return "what each attribute narrows: documents that pass, in the mean", heads, cells


def _widening(report: Report) -> Iterator[Block]:
    rows = report.table("filter_widening")
    names = {"exact": "as logged", "down": "with descendants", "down_up": "with ancestors too"}
    cells = [
        [
            names[row["expand"]],
            f"{row['excluded']:,} of {row['questions']:,}",
            share(row["false_exclusion_rate"]),
            share(row["recovered"]),
            _documents(row["survivors"], row["selectivity"]),
        ]
        for row in rows
    ]
    fields = f" on {', '.join(rows[0]['fields'])}" if rows else ""
    yield f"concepts{fields} taken wider", ("", "excluded", "rate", "recovered", "documents that pass"), cells
    yield _negations(report.table("filter_negations"))


def _documents(count: float, of_corpus: float) -> str:
    return f"{count:,.1f} ({share(of_corpus)})"


def _negations(rows: list[dict[str, Any]]) -> Block:
    cells = [
        [
            f"{row['questions']:,}",
            f"{row['questions_with_leaks']:,}",
            f"{row['leaks']:.1f}",
            f"{row['gold_leaks']:,}",
        ]
        for row in rows
    ]
    heads = ("questions", "with leaks", "documents each", "gold documents")
    return "negated concepts that let through what is below them", heads, cells


def _engines(report: Report) -> Block:
    rows = report.table("filter_engines")
    changing = sorted((row for row in rows if row["changed"]), key=_by_change)[:_MOST_ENGINES]
    cells = [
        [
            row["profile"],
            row["source"] + (", used" if row["used"] else ""),
            share(row["false_exclusion_rate"]),
            f"{row['changed']:,}",
        ]
        for row in [*(row for row in rows if row["used"] and row not in changing), *changing]
    ]
    title = "the same filters in other engines" if changing else "in every other engine the same questions are excluded"
    return title, ("engine", "semantics", "rate", "questions that change"), cells


def _by_change(row: Mapping[str, Any]) -> tuple[int, str]:
    return -row["changed"], row["profile"]
