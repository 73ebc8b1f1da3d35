"""BC5CDR's official evaluator: mentions with their type, and the set of ids of each document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ontoeval.views.links.conventions._marks import Document, Mark, counted, of_sets, refuse

if TYPE_CHECKING:
    from ontoeval.views.links import Alignment, Links

EMPTY = 0.0  # what the evaluator says of nothing over nothing is not known

_NO_CONCEPT = ("", "-1")
_PREFIX = "MESH:"


def align(links: Links, *, scope: str, level: str, typed: bool, spans_only: bool, match: str = "strong") -> Alignment:
    """Counts of the evaluator's tasks ``mention`` (spans only) and ``id`` (of whole documents).

    An id is written without the prefix ``MESH:``. ``D1|D2`` is two ids, ``D1+D2`` is one. ``-1`` is no id, and whatever
    else is written is one: NIL is not known. An id counts once in a document.
    """
    refuse(
        "bc5cdr",
        scope=(scope, ("all", "in_kb")),
        level=(level, ("mention",) if spans_only else ("document",)),
        match=(match, ("strong",)),
    )

    def spans(side: list[Mark]) -> set[Any]:
        return {(mark.span, mark.kind if typed else None) for mark in side}

    def ids(side: list[Mark]) -> set[Any]:
        return {(name, mark.kind if typed else None) for mark in side for name in _ids(mark)}

    keys = spans if spans_only else ids

    def count(document: Document) -> tuple[int, int, int]:
        return of_sets(keys(document.gold), keys(document.predicted))

    return counted(links, count)


def _ids(mark: Mark) -> list[str]:
    written = mark.ids if mark.whole else ("+".join(mark.ids),)
    parts = [part.strip().removeprefix(_PREFIX) for name in written for part in name.split("|")]
    return [part for part in parts if part not in _NO_CONCEPT]
