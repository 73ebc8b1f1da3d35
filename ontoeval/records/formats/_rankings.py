"""Judgements and ranked documents that come one per line: gathered by query, checked, and written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ontoeval.errors import BadParameter
from ontoeval.findings import Finding
from ontoeval.records.batch import Part, Problems, Row
from ontoeval.records.formats._notes import Notes
from ontoeval.records.formats._samples import note_lost_fields
from ontoeval.records.model import Hits, Sample

#: Place, query, document, grade or score, and rank where the line has one.
Entry = tuple[str, str, str, float | None, int | None]
_RULES = ("error", "first", "max")
_ORDERS = ("score", "rank")


@dataclass
class _Query:
    place: str
    docs: dict[str, float] = field(default_factory=dict)
    ranks: dict[str, int] = field(default_factory=dict)


def rules_of(options: Mapping[str, Any]) -> tuple[str, str]:
    """What to do with a document that a query names twice, and what orders the documents.

    Raises:
        BadParameter: There is no such rule.
    """
    chosen = options.get("duplicates", "error"), options.get("order", "score")
    for name, value, allowed in zip(("duplicates", "order"), chosen, (_RULES, _ORDERS), strict=True):
        if value not in allowed:
            raise BadParameter(f"{name}={value!r}", expected=" or ".join(map(repr, allowed)))
    return chosen


def rows(
    entries: Iterable[Entry],
    field_name: str,
    problems: Problems,
    name: str,
    *,
    duplicates: str = "error",
    order: str = "score",
) -> Iterator[tuple[str, Row]]:
    """Rows of queries (see `gathered`), and what was noticed as the notes of the file ``name``."""
    notes = Notes()
    yield from gathered(entries, field_name, problems, notes, duplicates=duplicates, order=order)
    problems.notes += notes.findings(name)


def gathered(
    entries: Iterable[Entry],
    field_name: str,
    problems: Problems,
    notes: Notes,
    *,
    duplicates: str = "error",
    order: str = "score",
) -> Iterator[tuple[str, Row]]:
    """Rows of queries in the order in which they first appear.

    A document that a query names twice with the same grade or score is counted. With another one it is an error, unless
    ``duplicates`` says to keep the ``"first"`` or the larger one (``"max"``).

    Args:
        entries: The lines, in any order.
        field_name: ``"docs"`` or ``"retrieved"``.
        problems: Gets duplicates that are errors.
        notes: Gets what was used all the same.
        duplicates: ``"error"``, ``"first"`` or ``"max"``.
        order: Whether the ``"score"`` orders the documents, or the ``"rank"``.
    """
    queries: dict[str, _Query] = {}
    for place, query, doc, number, rank in entries:
        mine = queries.get(query)
        if mine is None:
            mine = queries[query] = _Query(place)
        value = float(-len(mine.docs)) if number is None else number
        if doc in mine.docs:
            value = _again(mine.docs[doc], value, duplicates, f"{place} query {query} document {doc}", problems, notes)
        mine.docs[doc] = value
        if rank is not None:
            mine.ranks.setdefault(doc, rank)
    for query, mine in queries.items():
        yield mine.place, {"id": query, field_name: _ordered(query, mine, order, notes)}


def _again(known: float, value: float, rule: str, place: str, problems: Problems, notes: Notes) -> float:
    """What stands for a document that came before."""
    if value == known:
        notes.add("record.duplicate", "lines say again what another one says", place)
    elif rule == "error":
        problems.add(
            Finding(
                "record.duplicate",
                "error",
                place,
                f"{value:g}, and {known:g} before",
                "every document once",
                'remove one, or choose a rule: duplicates="first" or "max" behind the format\'s name',
            )
        )
    else:
        notes.add("record.duplicate", f"documents come twice ({rule} kept)", place)
    return max(known, value) if rule == "max" else known


def _ordered(query: str, mine: _Query, order: str, notes: Notes) -> dict[str, float] | list[str]:
    """The documents of one query; as a list where their ranks order them."""
    if len(mine.ranks) < len(mine.docs):
        return mine.docs
    by_rank = sorted(mine.docs, key=mine.ranks.__getitem__)
    if order == "rank":
        return by_rank
    for before, after in zip(by_rank, by_rank[1:], strict=False):
        if mine.docs[after] > mine.docs[before] and mine.ranks[after] > mine.ranks[before]:
            ranks = f"rank {mine.ranks[after]} has a higher score than rank {mine.ranks[before]}"
            mend = 'the scores count, as in trec_eval; order="rank" behind the format\'s name takes the ranks'
            notes.add(
                "ranking.rank", "queries have ranks that contradict their scores", f"query {query}: {ranks}", mend=mend
            )
            break
    return mine.docs


def entries_of(
    samples: Iterable[Sample], part: Part, notes: Notes, keeps: Iterable[str]
) -> Iterator[tuple[str, list[tuple[str, float]]]]:
    """Each sample's documents with their grades or scores, the best first for a run; others are noted.

    A ranking without scores gets those of its ranks: as many as there are documents, down to 1. Fields that the format
    does not keep are noted.
    """
    for sample in samples:
        note_lost_fields(sample, part, keeps, notes)
        half = sample.run if part == "run" else sample.gold
        if part == "run":
            hits = getattr(half, "retrieved", None)
            pairs = [] if not hits else _hits(sample.id, hits, notes)
        else:
            pairs = list((getattr(half, "docs", None) or {}).items())
        if not pairs:
            notes.add("convert.lost", "samples without documents are left out", sample.id)
            continue
        yield sample.id, pairs


def _hits(name: str, hits: Hits, notes: Notes) -> list[tuple[str, float]]:
    for item in hits.items or ():
        for key, value in item.items():
            if key not in ("id", "score") and value is not None:
                notes.add("convert.lost", f"hits lose their {key}", name, mend="the format has no place for it")
    if hits.scores is None:
        notes.add("convert.changed", "rankings without scores get those of their ranks", name, severity="info")
        return [(doc, float(len(hits) - rank)) for rank, doc in enumerate(hits.ids)]
    return sorted(zip(hits.ids, hits.scores, strict=True), key=lambda hit: -hit[1])
