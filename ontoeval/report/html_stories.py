"""The worst questions, each a story that unfolds."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ontoeval.evaluation.advice_words import plural, questions
from ontoeval.evaluation.faults import STAGES
from ontoeval.report.html_links import Links
from ontoeval.report.markup import Html, code, facts, h, join, table, user

_STATES = {
    "excluded": "excluded by the filter",
    "survives": "passes the filter",
    "missing_from_index": "not in the corpus",
    "ineligible": "the user may not see it",
    "unknown": "",
}
_ROLES = {
    "gold": ("right", "kept"),
    "predicted": ("predicted", "lost"),
    "both": ("right and predicted", "kept"),
    "common": ("common ancestor", ""),
}
_TITLE = 160
_LISTS = ("candidates", "retrieved", "contexts")


def section(told: dict[str, Any], links: Links) -> Html:
    """The section."""
    rows = told["stories"]
    fine = f"{questions(told['fine'])} {'has' if told['fine'] == 1 else 'have'} no fault."
    if not rows:
        return h("p", fine)
    have = "has" if told["faulty"] == 1 else "have"
    intro = f"{questions(told['faulty'])} {have} a fault, in the order of the stages. {fine}"
    if len(rows) < told["faulty"]:
        intro += f" {len(rows):,} of them are told here: the worst of every stage."
    counts = Counter(story["stage"] for story in rows)
    options = [h("option", f"all stages ({len(rows):,})", value="")]
    options += [h("option", f"{stage} ({counts[stage]:,})", value=stage) for stage in STAGES if counts[stage]]
    tools = h(
        "div",
        h("label", "Stage ", h("select", options, id="stage-filter")),
        h("label", "Contains ", h("input", type="search", id="text-filter", autocomplete="off")),
        h("button", "Open all", type="button", id="open-all"),
        h("button", "Close all", type="button", id="close-all"),
        h("p", id="shown", role="status"),
        class_="tools",
        id="tools",
        hidden=True,
    )
    return join([h("p", intro), tools, h("div", [_story(story, links) for story in rows], id="stories")])


def _story(story: dict[str, Any], links: Links) -> Html:
    first = story["reasons"][0]["text"]
    summary = h(
        "summary",
        h("span", story["stage"], class_="chip red-chip"),
        h("span", code(story["id"]), class_="qid"),
        h("span", user(_head_of(story["query"])) if story["query"] else "(no text)", class_="query"),
        h("span", user(first), class_="reason"),
    )
    parts = [
        _head(story),
        _filter(story["filter"]),
        _ranking(story["ranking"]),
        _answer(story),
        _mentions(story["mentions"]),
        _concepts(story["concepts"]),
    ]
    return h(
        "details",
        summary,
        h("div", [part for part in parts if part], class_="body"),
        class_="story",
        id=links.anchor(story["id"]),
        data_stage=story["stage"],
    )


def _head_of(text: str) -> str:
    return text if len(text) <= _TITLE else f"{text[: _TITLE - 1].rstrip()}…"


def _head(story: dict[str, Any]) -> Html:
    rows: list[tuple[object, object]] = []
    if len(story["query"]) > _TITLE:
        rows.append(("Text", user(story["query"])))
    if len(story["reasons"]) > 1 or len(story["query"]) > _TITLE:
        reasons = [
            h("li", h("span", row["stage"], class_="chip red-chip"), " ", user(row["text"])) for row in story["reasons"]
        ]
        rows.append(("Faults" if len(reasons) > 1 else "Fault", h("ul", reasons, class_="plain")))
    if story["documents"]:
        gold = [
            h(
                "li",
                _document(doc),
                f" {_STATES.get(doc['state'], '')}".rstrip(),
                f", grade {doc['grade']:g}" if doc["grade"] != 1 else None,
            )
            for doc in story["documents"]
        ]
        rows.append(("Gold documents", h("ul", gold, class_="plain")))
    if story["tags"]:
        rows.append(("Tags", join([h("span", user(f"{k}: {v}"), class_="tag") for k, v in story["tags"].items()], " ")))
    return facts(rows, class_="facts") if rows else Html("")


def _document(doc: dict[str, Any]) -> Html:
    return join([user(doc["title"]), " ", code(doc["id"])]) if doc["title"] else code(doc["id"])


def _filter(rows: list[dict[str, Any]]) -> Html | None:
    if not rows:
        return None
    cells = []
    for row in rows:
        if not row["documents"]:
            cells.append([code(row["field"]), _values(row["asked"]), "–", ""])
        for doc in row["documents"]:
            verdict = h("span", "✓ passes", class_="green") if doc["passes"] else h("b", "✗ excludes", class_="red")
            held = _values(doc["has"]) if doc["has"] else "nothing"
            several = len(row["documents"]) > 1
            cells.append(
                [
                    code(row["field"]),
                    _values(row["asked"]),
                    join([held, " ", code(doc["id"])]) if several else held,
                    verdict,
                ]
            )
    return table("Filter", ("field", "the filter asks for", "the gold document has", "so it"), cells)


def _values(values: list[dict[str, Any]]) -> Html:
    return join([_named(value) for value in values], ", ")


def _named(value: dict[str, Any] | None) -> Html:
    if value is None:
        return Html("–")
    if value["id"] == "NIL":
        return h("i", "no concept")
    return join([user(value["label"]), " ", code(value["id"])]) if value["label"] else code(value["id"])


def _ranking(ranking: dict[str, Any] | None) -> Html | None:
    if ranking is None:
        return None
    names = [name for name in _LISTS if name in ranking["sizes"]]
    cells = []
    for row in ranking["rows"]:
        mark = h("b", "gold", class_="chip green-chip") if row["gold"] else None
        places = [_place(row.get(name)) for name in names]
        cells.append([join([_document(row), " ", mark]), *places])
    heads = ("document", *(f"{name} ({ranking['sizes'][name]:,})" for name in names))
    caption = "Ranking: rank and score in each list, top ranks and gold documents"
    return table(caption, heads, cells, class_="ranking")


def _place(place: dict[str, Any] | None) -> Html:
    if place is None:
        return h("span", "–", class_="faint-text")
    score = h("small", f" {place['score']:.4g}") if place["score"] is not None else None
    return join([h("b", f"{place['rank']}."), score])


def _answer(story: dict[str, Any]) -> Html | None:
    answer = story["answer"]
    rows: list[tuple[object, object]] = []
    if answer is not None:
        verdict = answer["verdict"]
        style = {"right": "green-chip", "wrong": "red-chip", "refused": "amber"}.get(verdict or "", "")
        chip = h("span", verdict, class_=f"chip {style}") if verdict else None
        given = user(answer["given"]) if answer["given"] is not None else h("i", "none")
        rows.append(("Answer", join([given, " ", chip])))
        if answer["accepted"]:
            rows.append(("Accepted", join([user(text) for text in answer["accepted"]], " / ")))
    if story["output"] is not None:
        rows.append(("Output", h("pre", h("code", user(story["output"])), tabindex="0")))
    return facts(rows, class_="facts") if rows else None


def _mentions(mentions: dict[str, Any] | None) -> Html | None:
    if mentions is None or not mentions["rows"]:
        return None
    cells = [
        [
            user(row["text"]) if row["text"] else f"{row['start']}–{row['end']}",
            _named(row["gold"]),
            _named(row["predicted"]),
            h("span", row["verdict"], class_="red"),
        ]
        for row in mentions["rows"]
    ]
    more = f"; {mentions['more']:,} more are not shown" if mentions["more"] else ""
    caption = f"Mentions: {mentions['right']:,} right, these are not{more}"
    return table(caption, ("mention", "right", "predicted", ""), cells)


def _concepts(concepts: dict[str, Any] | None) -> Html | None:
    if concepts is None or not concepts["pairs"]:
        return None
    figures = []
    for pair in concepts["pairs"]:
        right, wrong = _short(pair["gold"]), _short(pair["predicted"])
        if pair["gold"] is None:
            told = join([wrong, " is predicted, and should not be"])
        elif pair["predicted"] is None:
            told = join([right, " is not predicted"])
        else:
            told = join([wrong, " is predicted for ", right, " – ", pair["relation"]])
        figures.append(
            h("figure", h("figcaption", told), h("ul", [_node(node) for node in pair["tree"]], class_="tree"))
        )
    more = h("p", f"{plural(concepts['more'], 'more pair')} not shown.", class_="note") if concepts["more"] else None
    return h("div", h("h3", "Concepts in the ontology"), h("div", figures, class_="trees"), more)


def _short(value: dict[str, Any] | None) -> Html:
    return user("an unknown id" if value is None else value["label"] or value["id"])


def _node(node: dict[str, Any]) -> Html:
    if node["role"] == "skipped":
        label: Html = h("i", f"… {node['label']} …", class_="faint-text")
    else:
        name, style = _ROLES.get(node["role"], ("", ""))
        style = {"kept": "green-chip", "lost": "red-chip"}.get(style, "")
        chip = h("span", name, class_=f"chip {style}") if name else None
        label = join([user(node["label"] or node["id"]), " ", code(node["id"]), " ", chip])
    children = h("ul", [_node(child) for child in node["children"]]) if node["children"] else None
    return h("li", h("span", label, class_="node"), children)
