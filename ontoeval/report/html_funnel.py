"""The loss funnel as a chart, blamed predicates, and naive against true recall."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ontoeval.report import svg
from ontoeval.report.html_links import Links
from ontoeval.report.markup import Html, code, h, join, table

if TYPE_CHECKING:
    from ontoeval.evaluation.funnel import Funnel
    from ontoeval.evaluation.report import Report


def section(report: Report, links: Links) -> Html:
    """The section."""
    funnel = report.funnel
    if funnel.unmeasured is not None:
        return join(
            [
                h("p", h("span", "unmeasured", class_="chip amber"), f" {funnel.unmeasured}"),
                h(
                    "p",
                    "The funnel follows questions with gold documents through the pipeline. To measure it: give "
                    "gold.docs, and log run.retrieved; run.predicates with the corpus, run.candidates, run.contexts "
                    "and run.answer each add a stage.",
                ),
            ]
        )
    return join([_intro(funnel), _chart(funnel), _blamed(funnel, links), _recall(funnel)])


def _intro(funnel: Funnel) -> Html:
    outside = [
        f"{count:,} {name}"
        for count, name in ((funnel.n_missing, "without a run"), (funnel.n_without_gold, "without gold documents"))
        if count
    ]
    note = f" (outside: {', '.join(outside)})" if outside else ""
    return h(
        "p",
        f"{funnel.entering:,} questions with gold documents{note}. A question is lost at the first stage after which "
        "none of its gold documents is left.",
    )


def _chart(funnel: Funnel) -> Html:
    rows = [_row(row, funnel.entering) for row in funnel.rows()]
    names = (("kept", "left"), ("lost", "lost at this stage (hatched)"), ("track", "lost before"))
    legend = h("p", [h("span", h("span", class_=f"swatch {kind}"), text) for kind, text in names], class_="legend")
    heads = ("stage", "questions", "entered", "lost", "left", "how")
    return join(
        [
            table("The loss funnel, in the order of the pipeline", heads, rows, numbers=(2, 3, 4), class_="funnel"),
            legend,
        ]
    )


def _row(row: dict[str, Any], total: int) -> list[object]:
    if not row["measured"]:
        note = str(row["note"]).removeprefix("unmeasured: ")
        return [
            row["stage"],
            h("span", "unmeasured", class_="chip amber"),
            "–",
            "–",
            "–",
            join(["to measure it: ", note]),
        ]
    title = f"{row['stage']}: {row['entered']:,} entered, {row['lost']:,} lost, {row['left']:,} left"
    lost = h("b", f"−{row['lost']:,}", class_="red") if row["lost"] else "0"
    return [
        row["stage"],
        svg.loss(title, row["left"], row["lost"], total),
        f"{row['entered']:,}",
        lost,
        f"{row['left']:,}",
        row["note"] if row["lost"] else "",
    ]


def _blamed(funnel: Funnel, links: Links) -> Html | None:
    blamed = funnel.blamed()
    if not blamed:
        return None
    most = max(row["questions"] for row in blamed)
    rows = [
        [
            code(row["field"]),
            row["relation"],
            svg.share(f"{row['questions']:,} questions", row["questions"] / most, "lost"),
            f"{row['questions']:,}",
            links.several(row["ids"]),
        ]
        for row in blamed[:20]
    ]
    caption = "Predicates that exclude gold documents: what they ask for, as seen from what the document has"
    return table(caption, ("filter on", "asks for", "", "questions", "which"), rows, numbers=(3,), class_="blamed")


def _recall(funnel: Funnel) -> Html | None:
    numbers = funnel.recall
    naive, true = numbers["naive_recall"], numbers["recall"]
    if "filter" not in funnel.stages.measured or naive is None or true is None:
        return None
    rows = [
        [
            name,
            svg.share(f"{name}: recall {value:.3f}", value, class_),
            f"{value:.3f}",
            f"{n:,}",
        ]
        for name, value, class_, n in (
            ("whose documents survive the filter (naive)", naive, "faint", numbers["naive_n"]),
            ("all", true, "kept", numbers["n"]),
        )
    ]
    return join(
        [
            table(
                "Recall of the final ranking, naive and true",
                ("over questions", "", "recall", "n"),
                rows,
                numbers=(2, 3),
                class_="recall",
            ),
            h("p", "The two differ by what the filter removed: it was never ranked.", class_="note"),
        ]
    )
