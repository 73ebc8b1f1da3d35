"""The top of the page: what was evaluated, the verdict in sentences, and what to mend first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ontoeval.evaluation.advice import advice, mend_first
from ontoeval.evaluation.advice_words import plural, questions
from ontoeval.evaluation.verdict import verdict as sentences
from ontoeval.report.html_links import Links
from ontoeval.report.markup import Html, h, join, user

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report


def title(report: Report) -> str:
    """The names of what was evaluated."""
    return report.compiled.samples.name


def subject(report: Report) -> list[str]:
    """What was evaluated, in a few parts."""
    compiled = report.compiled
    parts = [questions(len(compiled.roster))]
    if compiled.samples.where:
        parts.append("only " + ", ".join(f"{name}={value}" for name, value in compiled.samples.where.items()))
    if compiled.docs is not None:
        parts.append(f"{plural(len(compiled.docs), 'document')} of {compiled.docs.name}")
    if compiled.ontology is not None:
        onto = compiled.ontology
        parts.append(f"{onto.source}, version {onto.version or 'not stated'}, {plural(len(onto), 'concept')}")
    else:
        parts.append("no ontology")
    return parts


def header(report: Report) -> Html:
    """The masthead."""
    parts = subject(report)
    return join(
        [
            h("p", "ontoeval report", class_="eyebrow"),
            h("h1", user(title(report))),
            h("ul", [h("li", user(part)) for part in parts], class_="subject"),
        ]
    )


def verdict(report: Report, links: Links) -> Html:
    """The sentences and the advice."""
    first, *others = sentences(report)
    told = [h("p", user(first), class_="lead"), *(h("p", user(sentence)) for sentence in others)]
    rows = advice(report)
    shown = mend_first(rows)
    if shown:
        items = h("ol", [_item(row, links) for row in shown], class_="mend")
        rest = [row for row in rows if row not in shown]
        more = h("details", h("summary", f"{len(rest)} more, less urgent"), _rest(rest, links)) if rest else None
        block: list[Any] = [items, more]
    elif all(result.value is None for result in report):
        block = [h("p", "Nothing was measured, so nothing can be said. Every stage below names what would measure it.")]
    else:
        block = [h("p", "No fault was found in what was measured. Unmeasured stages are named below.")]
    return h(
        "section",
        h("h2", "Verdict", id="verdict-title", class_="quiet"),
        h("div", told, class_="story-lines"),
        h("div", h("h3", "Mend first", id="mend-title"), block, class_="mend-box"),
        id="verdict",
        aria_labelledby="verdict-title",
    )


def _item(row: dict[str, Any], links: Links) -> Html:
    count = "lost" if row["saves"] else "touched"
    return h(
        "li",
        h(
            "p",
            h("span", f"{row['questions']:,}", class_="big"),
            h("span", f" {'question' if row['questions'] == 1 else 'questions'} {count}", class_="unit"),
            h("span", row["stage"], class_="chip"),
            class_="count",
        ),
        h(
            "div",
            h("p", user(row["title"]), class_="what"),
            h("p", user(row["evidence"])),
            h("p", h("b", "Do: "), user(row["action"]), class_="do"),
            h("p", "Questions: ", links.several(row["ids"], 12), class_="which"),
        ),
    )


def _rest(rows: list[dict[str, Any]], links: Links) -> Html:
    return h(
        "ol",
        [
            h(
                "li",
                h("p", h("b", user(row["title"])), " ", user(row["evidence"])),
                h("p", h("b", "Do: "), user(row["action"]), " Questions: ", links.several(row["ids"])),
            )
            for row in rows
        ],
        class_="rest",
    )
