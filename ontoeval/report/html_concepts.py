"""Predicted against gold concepts: relations as bars, confused pairs, branches as a heat map."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from ontoeval.report import svg
from ontoeval.report.markup import Html, code, h, join, table, user
from ontoeval.report.text import number

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report

_MOST_PAIRS, _MOST_BRANCHES = 15, 14
_RIGHT = ("exact", "equivalent")
_MEANING = {
    "exact": "the right concept",
    "equivalent": "another id of one and the same concept",
    "parent": "a parent of the right concept: too general",
    "child": "a child of the right concept: too specific",
    "ancestor": "farther above the right concept",
    "descendant": "farther below the right concept",
    "sibling": "has a parent in common with the right concept",
    "cousin": "has a grandparent in common with it",
    "same_branch": "farther away, in the same branch",
    "unrelated": "in another branch",
    "disjoint": "in another branch, and by the ontology nothing can be both",
    "missed": "nothing was predicted",
    "spurious": "nothing should have been predicted",
    "invalid": "an id that is not in the ontology",
}


_READING = (
    "Lift: how many times as often a wrong prediction is of this relation as if it were drawn at random from the "
    "branch of the right concept. Deeper by: how many steps farther from the root predictions lie. Cost: 0 for right, "
    "1 for as wrong as can be."
)


def section(report: Report) -> Html | None:
    """The section, or None when there is nothing to compare."""
    parts = [_conventions(report), _relations(report), _errors(report), _confusions(report), _branches(report)]
    return join(parts) if any(parts) else None


def _relations(report: Report) -> Html | None:
    rows = report.table("relations")
    if not rows:
        return None
    most = max(row["share"] for row in rows)
    cells = [
        [
            row["relation"].replace("_", " "),
            svg.share(
                f"{row['relation'].replace('_', ' ')}: {row['pairs']:,} pairs",
                row["share"] / most,
                "kept" if row["relation"] in _RIGHT else "lost",
            ),
            f"{row['pairs']:,}",
            f"{row['share']:.1%}",
            f"{row['share_low']:.1%} – {row['share_high']:.1%}",
            "" if row["share_of_wrong"] is None else f"{row['share_of_wrong']:.1%}",
            "" if row["lift"] is None else f"{row['lift']:.1f}",
            f"{row['mean_wu_palmer']:.3f}",
            _signed(row["mean_deeper"]),
            f"{row['mean_cost']:.3f}",
            _MEANING.get(row["relation"], ""),
        ]
        for row in rows
    ]
    heads = (
        *("relation", "", "pairs", "share", "95 %", "of wrong", "lift", "Wu-Palmer", "deeper by", "cost"),
        "predicted is …",
    )
    caption = "Predicted against gold concepts: what the prediction is, as seen from the right concept"
    made = table(caption, heads, cells, numbers=range(2, 10), class_="relations")
    return join([made, h("p", _READING, class_="note")])


def _signed(value: float | None) -> str:
    return "" if value is None else f"{value:+.2f}"


def _conventions(report: Report) -> Html | None:
    rows = report.table("conventions")
    if not rows:
        return None
    cells = [
        [row["convention"], number(row["precision"]), number(row["recall"]), number(row["f1"]), row["says"]]
        for row in rows
    ]
    caption = "Hierarchical precision, recall and F of the same pairs under every convention"
    return table(caption, ("convention", "hP", "hR", "hF", "what counts"), cells, numbers=(1, 2, 3))


def _errors(report: Report) -> Html | None:
    rows = report.table("branch_errors")
    if not rows:
        return None
    cells = [
        [
            user(row["label"]),
            f"{row['pairs']:,}",
            f"{row['wrong']:,}",
            f"{row['error_rate']:.1%}",
            _signed(row["hedging_index"]),
            _signed(row["mean_deeper"]),
            f"{row['mean_wu_palmer']:.3f}",
            f"{row['mean_cost']:.3f}",
        ]
        for row in rows[: 1 + _MOST_PAIRS]
    ]
    heads = ("branch of the right concept", "pairs", "wrong", "rate", "hedging", "deeper by", "Wu-Palmer", "cost")
    caption = "Errors by branch; hedging is +1 when all are too general, -1 when all are too specific"
    return table(caption, heads, cells, numbers=range(1, 8))


def _confusions(report: Report) -> Html | None:
    rows = report.table("confusions")
    if not rows:
        return None
    cells = [
        [
            _concept(row["gold"], row["gold_label"]),
            _concept(row["predicted"], row["predicted_label"]),
            row["relation"].replace("_", " "),
            f"{row['pairs']:,}",
        ]
        for row in rows[:_MOST_PAIRS]
    ]
    heads = ("right", "predicted instead", "relation", "pairs")
    return table("Concepts that are confused most", heads, cells, numbers=(3,), class_="confusions")


def _concept(concept: str, label: str | None) -> Html:
    return join([user(label), " ", code(concept)]) if label else code(concept)


def _branches(report: Report) -> Html | None:
    rows = report.table("branches")
    if not rows:
        return None
    labels, counts, left_out = matrix(rows)
    total = sum(map(sum, counts))
    right = sum(counts[place][place] for place in range(len(labels)))
    description = f"{right:,} of {total:,} counted pairs stay in their branch."
    chart = svg.heat("Gold branch against predicted branch", description, labels, counts)
    cells = [
        [user(row["gold_label"]), user(row["predicted_label"]), f"{row['pairs']:,}"]
        for row in rows[:100]
        if row["gold"] != row["predicted"]
    ]
    elsewhere = (
        h(
            "details",
            h("summary", "Pairs that leave their branch, as a table"),
            table("Pairs that leave their branch", ("gold", "predicted", "pairs"), cells, numbers=(2,)),
        )
        if cells
        else None
    )
    note = "A pair that shares several branches counts in each of them, and one that shares none in all of its own."
    if left_out:
        note += f" {left_out:,} smaller branches are together in “others”."
    figure = h(
        "figure",
        h("figcaption", f"Gold branch against predicted branch. {description}"),
        h("div", chart, class_="scroll", tabindex="0", role="group", aria_label="Branch by branch chart"),
    )
    return join([figure, h("p", note, class_="note"), elsewhere])


def matrix(rows: list[dict[str, Any]]) -> tuple[list[str], list[list[int]], int]:
    """Labels and counts of the largest branches, the others together, and how many those are."""
    sizes: Counter[str] = Counter()
    names: dict[str, str] = {}
    for row in rows:
        for side in ("gold", "predicted"):
            sizes[row[side]] += row["pairs"]
            names[row[side]] = row[f"{side}_label"]
    ordered = sorted(sizes, key=lambda branch: (-sizes[branch], branch))
    shown = ordered if len(ordered) <= _MOST_BRANCHES else ordered[: _MOST_BRANCHES - 1]
    place = {branch: position for position, branch in enumerate(shown)}
    others = len(ordered) - len(shown)
    n = len(shown) + bool(others)
    counts = [[0] * n for _ in range(n)]
    for row in rows:
        counts[place.get(row["gold"], n - 1)][place.get(row["predicted"], n - 1)] += row["pairs"]
    return [*(names[branch] for branch in shown), *(["others"] if others else [])], counts, others
