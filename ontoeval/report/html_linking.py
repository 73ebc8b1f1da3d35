"""The audit of links in the page: counts, outcomes, relations, ids, NIL, candidates, thresholds, other tools."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ontoeval.report import svg
from ontoeval.report.link_text import (
    CATEGORIES,
    NIL_COLUMNS,
    OUTCOMES,
    count,
    cut,
    examples,
    f_scores,
    nil_rows,
    rates,
    share,
    short,
)
from ontoeval.report.markup import Content, Html, code, h, join, table, user
from ontoeval.report.text import interval, number, sums

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report

_READING = (
    "A threshold that is chosen on the links that it is judged on flatters. Cross-fitted: documents are in five "
    "folds, and each is cut at the threshold that is best for the four others."
)


def section(report: Report) -> Html | None:
    """The section, or None for a report that is no audit of links."""
    if "link_outcomes" not in report.requested:
        return None
    return join(
        [
            _measures(report),
            _outcomes(report),
            _relations(report),
            _errors(report),
            _ids(report),
            _nil(report),
            _overlinking(report),
            _candidates(report),
            _sweep(report),
            _curve(report),
            _calibration(report),
            _tools(report),
        ]
    )


def _measures(report: Report) -> Html:
    cells: list[list[Content]] = [
        [
            code(result.metric),
            *(count(result.sums.get(name)) for name in ("tp", "fp", "fn")),
            *(short(result.sums.get(name)) for name in ("precision", "recall")),
            short(result.value),
            interval(result),
        ]
        for result in f_scores(report)
        if not result.slice
    ]
    heads = ("measure", "tp", "fp", "fn", "P", "R", "F", "95 %")
    others: list[list[Content]] = [
        [code(result.metric), number(result.value), interval(result), result.reason or sums(result)]
        for result in rates(report)
        if not result.slice
    ]
    return join(
        [
            table("Counts", heads, cells, numbers=range(1, 8)),
            table("Rates", ("measure", "value", "95 %", "behind it"), others, numbers=(1, 2)) if others else None,
        ]
    )


def _outcomes(report: Report) -> Html | None:
    rows = report.table("link_outcomes")
    most = max((row["share"] for row in rows), default=1.0)
    right = ("right", "right_nil", "not_counted")
    cells: list[list[Content]] = [
        [
            OUTCOMES[row["outcome"]],
            svg.share(OUTCOMES[row["outcome"]], row["share"] / most, "kept" if row["outcome"] in right else "lost"),
            count(row["pairs"]),
            share(row["share"]),
        ]
        for row in rows
    ]
    return _table("What became of the mentions", ("", "", "pairs", "share"), cells, "relations")


def _relations(report: Report) -> Html | None:
    rows = report.table("link_relations")
    most = max((row["share"] for row in rows), default=1.0)
    cells: list[list[Content]] = [
        [
            row["relation"].replace("_", " "),
            svg.share(row["relation"].replace("_", " "), row["share"] / most, "lost"),
            count(row["links"]),
            share(row["share"]),
            "" if row["mean_distance"] is None else f"{row['mean_distance']:.1f}",
        ]
        for row in rows
    ]
    caption = "Wrong links: what the linked concept is, as seen from the right one"
    return _table(caption, ("relation", "", "links", "share", "edges"), cells, "relations")


def _errors(report: Report) -> Html | None:
    cells: list[list[Content]] = [
        [
            ": ".join(CATEGORIES[row["group"], row["category"]]),
            count(row["errors"]),
            count(row["possible"]),
            share(row["share"]),
        ]
        for row in report.table("link_errors")
    ]
    return _table("Errors by kind, of the cases where they could be made", ("", "errors", "of", "share"), cells)


def _ids(report: Report) -> Html | None:
    cells: list[list[Content]] = [
        [
            f"{row['side']}: {row['status']}",
            count(row["mentions"]),
            share(row["share"]),
            count(row["ids"]),
            user(examples(row)),
        ]
        for row in report.table("link_ids")
    ]
    heads = ("", "mentions", "share", "ids", "as in")
    return _table("Ids as written", heads, cells, numbers=(1, 2, 3))


def _nil(report: Report) -> Html | None:
    cells: list[list[Content]] = [
        [row["gold"], *(count(row[name]) for name in NIL_COLUMNS)] for row in nil_rows(report)
    ]
    heads = ("gold", "right concept", "other concept", "NIL", "nothing")
    return _table("Concepts and NIL: gold against predicted", heads, cells)


def _overlinking(report: Report) -> Html | None:
    cells: list[list[Content]] = [
        [
            f"{row['by']}: {row['value'].replace('_', ' ')}".removesuffix(": "),
            count(row["overlinked"]),
            count(row["of"]),
            share(row["share"]),
        ]
        for row in report.table("link_overlinking")
    ]
    return _table("Over-linking: gold NIL mentions that are linked", ("", "over-linked", "of", "share"), cells)


def _candidates(report: Report) -> Html | None:
    cells: list[list[Content]] = [
        [
            "all" if row["k"] is None else str(row["k"]),
            count(row["found"]),
            count(row["of"]),
            *(number(row[name]) for name in ("recall", "recall_near", "ceiling")),
        ]
        for row in report.table("link_candidates")
    ]
    heads = ("first k", "found", "of", "recall", "one edge off", "F1 if chosen rightly")
    return _table("Right concepts among the candidates", heads, cells)


def _sweep(report: Report) -> Html | None:
    cells: list[list[Content]] = [
        [
            cut(row),
            *(count(row[name]) for name in ("kept", "tp", "fp", "fn")),
            *(short(row[name]) for name in ("precision", "recall", "f1")),
            share(row["overlinking_rate"]),
        ]
        for row in report.table("link_sweep")
    ]
    heads = ("links with a score of", "kept", "tp", "fp", "fn", "P", "R", "F1", "over-linking")
    made = _table("A threshold on the score; links alone count", heads, cells)
    return join([made, h("p", _READING, class_="note")]) if made else None


def _curve(report: Report) -> Html | None:
    rows = report.table("link_curve") if "link_curve" in report.requested else []
    rows = [row for row in rows if row["threshold"] is not None][::-1]
    if not rows:
        return None
    names = {"f1": "F1 (thick)", "precision": "precision (dashes)", "recall": "recall (dots)"}
    if any(row["overlinking_rate"] is not None for row in rows):
        names["overlinking_rate"] = "over-linking (dashes and dots)"
    best = next((row for row in rows if row["best"]), rows[0])
    said = f"{', '.join(names.values())}; the best F1 is {best['f1']:.4f} from {best['threshold']:.4g} on."
    chart = svg.lines(
        "Threshold on the score",
        said,
        [row["threshold"] for row in rows],
        {name.replace("_", "-"): [row[name] for row in rows] for name in names},
    )
    return h("figure", h("figcaption", f"By threshold on the score: {said}"), chart)


def _calibration(report: Report) -> Html | None:
    rows = report.table("link_calibration") if "link_calibration" in report.requested else []
    cells: list[list[Content]] = [
        [
            f"{row['low']:.4g} to {row['high']:.4g}",
            count(row["links"]),
            short(row["mean_score"]),
            short(row["precision"]),
        ]
        for row in rows
    ]
    return _table("How often links with a score are right", ("score", "links", "mean score", "right"), cells)


def _tools(report: Report) -> Html | None:
    rows = report.table("linking_conventions") if "linking_conventions" in report.requested else []
    cells: list[list[Content]] = [
        [
            f"{row['tool']}: {row['measure']}",
            *(count(row[name]) for name in ("tp", "fp", "fn")),
            *(short(row[name]) for name in ("precision", "recall", "f1")),
            row["why"],
        ]
        for row in rows
    ]
    heads = ("tool", "tp", "fp", "fn", "P", "R", "F1", "what makes the difference")
    return _table("The same mentions as other tools count them", heads, cells, numbers=range(1, 7))


def _table(
    caption: str,
    heads: tuple[str, ...],
    cells: list[list[Content]],
    class_: str | None = None,
    numbers: Any = None,
) -> Html | None:
    """A table whose columns after the first one (and a bar) are numbers; None without rows."""
    if not cells:
        return None
    right = range(2 if class_ else 1, len(heads)) if numbers is None else numbers
    return table(caption, heads, cells, numbers=right, class_=class_)
