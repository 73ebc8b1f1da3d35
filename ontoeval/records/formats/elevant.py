"""ELEVANT's JSON lines: articles with labels, entity mentions, or both; also its simple form.

A label with a parent is part of another reading of it. Labels ``Unknown…`` and types ``DATETIME`` and ``QUANTITY``
stand for no concept; the latter are optional.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ontoeval.findings import Finding, shorten
from ontoeval.records.batch import Part, Problems, Row
from ontoeval.records.formats._documents import Document
from ontoeval.records.formats._notes import Notes
from ontoeval.records.formats._rows import rows
from ontoeval.records.formats._samples import ids_of, mentions_of, note_lost, note_lost_fields, surface_of
from ontoeval.records.jsonl import read_jsonl
from ontoeval.records.model import Sample

SUFFIXES = (".benchmark.jsonl", ".linked_articles.jsonl")
KEEPS = ("query", "mentions", "spans")

#: Where the entries of each part are.
_ENTRIES: dict[Part, tuple[str, ...]] = {
    "gold": ("labels",),
    "run": ("entity_mentions", "predictions"),
}
#: What an article has some of.
_PARTS = {"text", "labels", "entity_mentions", "predictions"}
_JOKERS = ("DATETIME", "QUANTITY")
_MARKS = re.compile(r'"(evaluation_span|entity_mentions)"\s*:|"(labels|predictions)"\s*:.*"entity_(id|reference)"\s*:')


def sniff(head: str) -> bool:
    """The first line is an article with labels or entity mentions."""
    first = head.lstrip().partition("\n")[0]
    return first.startswith("{") and '"text"' in first and _MARKS.search(first) is not None


def read(path: Path, problems: Problems, part: Part) -> Iterator[tuple[str, Row]]:
    """Rows of articles: of their labels, of their entity mentions, or of both.

    Args:
        path: The file.
        problems: Gets articles that cannot be used.
        part: Golden set (labels), run (entity mentions), or both.
    """
    articles = list(read_jsonl(path, problems))
    for place, article in articles:
        if not _PARTS & article.keys():
            expected = f"an article: {', '.join(sorted(_PARTS))}"
            problems.add(Finding("record.type", "error", place, shorten(article), expected))
    if part == "both":
        labels = _rows(articles, "gold", path, problems)
        found = dict(_rows(articles, "run", path, problems))
        with_run = {place for place, article in articles if "entity_mentions" in article or "predictions" in article}
        for place, row in labels:
            sample: Row = {"id": row.pop("id"), "query": row.pop("query", None), "gold": row}
            if place in with_run:
                sample["run"] = {"mentions": found[place]["mentions"]}
            yield place, sample
        return
    yield from _rows(articles, part, path, problems)


def _rows(articles: list[tuple[str, Row]], part: Part, path: Path, problems: Problems) -> Iterator[tuple[str, Row]]:
    documents = (_document(place, article, number, part, problems) for number, (place, article) in enumerate(articles))
    return rows(documents, problems, path.name, offsets="codepoint")


def _document(place: str, article: Row, number: int, part: Part, problems: Problems) -> Document:
    document = Document(place, str(article.get("id", number)))
    text = article.get("text")
    if isinstance(text, str):
        document.pieces.append((0, text))
    elif text is not None:
        problems.add(Finding("record.type", "error", f"{place} text", shorten(text), "text"))
    name = next((name for name in _ENTRIES[part] if article.get(name) is not None), _ENTRIES[part][0])
    entries = _list(article, name, place, problems)
    read_one = _entity_mention if part == "run" else _label
    if part != "run" and article.get("evaluation_span") is not None:
        document.fields["spans"] = [article["evaluation_span"]]
    parents = {} if part == "run" else _parents(entries)
    for position, entry in enumerate(entries):
        where = f"{place} {name}[{position}]"
        span = _span(entry)
        if span is None:
            expected = '"span": [start, end], or "start_char" and "end_char"'
            problems.add(Finding("mention.span", "error", where, shorten(entry), expected))
            continue
        mention = {"start": span[0], "end": span[1], **read_one(entry, where, problems)}
        if position in parents:
            mention["parents"] = parents[position]
        document.mentions.append((where, mention))
    return document


def _list(entry: Row, name: str, place: str, problems: Problems) -> list[Any]:
    """A field that is a list; what else it may be is a problem."""
    value = entry.get(name)
    if value is not None and not isinstance(value, list):
        problems.add(Finding("record.type", "error", f"{place} {name}", shorten(value), "a list"))
    return value if isinstance(value, list) else []


def _parents(labels: list[Any]) -> dict[int, list[int]]:
    """Positions of the parents of labels: of the one that a label names, then of those that name it as a child."""
    known = [(position, label) for position, label in enumerate(labels) if isinstance(label, dict)]
    places = {label["id"]: position for position, label in known if isinstance(label.get("id"), int | str)}
    parents: dict[int, list[int]] = {}
    for position, label in known:
        if isinstance(label.get("parent"), int | str) and label["parent"] in places:
            parents.setdefault(position, []).insert(0, places[label["parent"]])
        children = label.get("children")
        for child in children if isinstance(children, list) else ():
            if (
                isinstance(child, int | str)
                and child in places
                and labels[places[child]].get("parent") != label.get("id")
            ):
                parents.setdefault(places[child], []).append(position)
    return parents


def _span(entry: Any) -> tuple[int, int] | None:
    if not isinstance(entry, dict):
        return None
    span = entry.get("span", [entry.get("start_char"), entry.get("end_char")])
    if isinstance(span, list) and len(span) == 2 and all(type(each) is int for each in span):
        return span[0], span[1]
    return None


def _label(entry: Row, place: str, problems: Problems) -> Row:
    _list(entry, "children", place, problems)
    name, kind = entry.get("entity_id", entry.get("entity_reference")), entry.get("type")
    mention: Row = {"id": name}
    if kind is not None:
        mention["type"] = kind
    if kind in _JOKERS:
        mention["id"] = None
        mention["optional"] = True
    elif name is not None and str(name).startswith("Unknown"):
        mention.update(id=None, nil_cluster=name)
    if entry.get("optional"):
        mention["optional"] = True
    return mention


def _entity_mention(entry: Row, place: str, problems: Problems) -> Row:
    name = entry.get("id", entry.get("entity_reference"))
    mention: Row = {"id": name}
    others = [each for each in _list(entry, "candidates", place, problems) if each != name]
    if others:
        mention["candidates"] = [{"id": each} for each in (name, *others)]
    return mention


def write(samples: Iterable[Sample], path: Path, part: Part) -> list[Finding]:
    """Write articles: with labels, with entity mentions, or with both."""
    from pydantic_core import to_json

    notes = Notes()
    with path.open("wb") as stream:
        for sample in samples:
            article: Row = {"id": sample.id, "title": sample.id, "text": sample.query or ""}
            if sample.query is None:
                notes.add("convert.lost", "articles have no text", sample.id, mend="ELEVANT needs it")
            if part != "run":
                article.update(_labels(sample, notes))
            if part != "gold":
                article["entity_mentions"] = _entity_mentions(sample, notes)
            stream.write(to_json(article) + b"\n")
    return notes.findings(path.name)


def _labels(sample: Sample, notes: Notes) -> Row:
    note_lost_fields(sample, "gold", KEEPS, notes)
    mentions = mentions_of(sample, "gold") or []
    labels: list[Row] = []
    for position, mention in enumerate(mentions):
        kept = ("id", "type", "optional", "parents", "nil_cluster")
        note_lost(mention, f"{sample.id} gold.mentions[{position}]", kept, notes)
        name = next(iter(ids_of(mention)), None) or mention.get("nil_cluster") or "Unknown"
        kind = mention.get("type") or "OTHER"
        label: Row = {
            "id": position,
            "span": [mention["start"], mention["end"]],
            "entity_id": kind if kind in _JOKERS else name,
            "name": surface_of(mention, sample),
            "type": kind,
        }
        if mention.get("optional") and kind not in _JOKERS:
            label["optional"] = True
        if mention.get("parents"):
            label["parent"] = mention["parents"][0]
        children = [child for child, other in enumerate(mentions) if position in (other.get("parents") or ())]
        labels.append({**label, "children": children} if children else label)
    areas = sample.gold.spans if sample.gold is not None and sample.gold.spans else [(0, len(sample.query or ""))]
    if len(areas) > 1:
        notes.add("convert.changed", "articles have several annotated areas, written as one", sample.id)
    return {"evaluation_span": [min(area[0] for area in areas), max(area[1] for area in areas)], "labels": labels}


def _entity_mentions(sample: Sample, notes: Notes) -> list[Row]:
    entries = []
    for position, mention in enumerate(mentions_of(sample, "run") or ()):
        note_lost(mention, f"{sample.id} run.mentions[{position}]", ("id", "candidates"), notes)
        name = next(iter(ids_of(mention)), None) or "<NIL>"
        candidates = [each["id"] or "<NIL>" for each in mention.get("candidates") or ()] or [name]
        entries.append(
            {
                "span": [mention["start"], mention["end"]],
                "id": name,
                "recognized_by": "ontoeval",
                "linked_by": "ontoeval",
                "candidates": sorted(candidates),
            }
        )
    return entries
