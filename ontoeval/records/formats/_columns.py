"""Which columns of a table of judged or ranked documents hold what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ontoeval.errors import InputError
from ontoeval.findings import shorten
from ontoeval.records.batch import Part

#: Usual names of columns, in lower case, with ``_`` for ``-``.
_NAMES = {
    "query": ("query_id", "qid", "q_id", "query", "topic", "topic_id"),
    "doc": ("doc_id", "docid", "docno", "doc", "document_id", "document", "corpus_id", "did", "pid"),
    "grade": ("relevance", "grade", "rel", "label", "judgment", "judgement"),
    "score": ("score", "sim", "similarity"),
    "rank": ("rank", "position"),
}


@dataclass(frozen=True)
class Columns:
    """Positions of columns.

    Attributes:
        field: ``"docs"`` for a golden set, ``"retrieved"`` for a run.
        query, doc: Columns of query and document.
        number: Column of grade or score, or None.
        rank: Column of the rank, or None.
    """

    field: str
    query: int
    doc: int
    number: int | None
    rank: int | None

    @property
    def places(self) -> tuple[int, int, int | None, int | None]:
        """The columns of query, document, number and rank."""
        return self.query, self.doc, self.number, self.rank

    @property
    def number_name(self) -> str:
        """What the number is."""
        return "grade" if self.field == "docs" else "score"


def has_columns(header: Sequence[str]) -> bool:
    """Whether a header has usual names for query and document."""
    known = set(map(_plain, header))
    return all(known.intersection(_NAMES[name]) for name in ("query", "doc"))


def columns_of(header: Sequence[str], chosen: Mapping[str, str], part: Part, path: Path) -> Columns:
    """The columns of a header.

    Args:
        header: Names of the columns.
        chosen: Names that the caller gave, by what they hold; empty where none is given.
        part: What the table is.
        path: The file, for messages.

    Raises:
        InputError: A column is not there.
    """
    found: dict[str, int] = {}
    plain = [_plain(cell) for cell in header]
    for name, column in chosen.items():
        if column and column not in header:
            raise InputError(f"no column {column!r}", where=f"{path}:1", expected=_shown(header))
        usual = next((plain.index(each) for each in _NAMES[name] if each in plain), None)
        place = header.index(column) if column else usual
        if place is not None:
            found[name] = place
    gold = part == "gold" or (part == "both" and "grade" in found)
    number = found.get("grade", found.get("score")) if gold else found.get("score")
    missing = [name for name in ("query", "doc") if name not in found]
    if gold and number is None:
        missing.append("grade")
    if missing:
        raise InputError(
            f"no column for {', '.join(missing)}; the header has {_shown(header)}",
            where=f"{path}:1",
            mend=f'say which it is behind the format\'s name: {missing[0]}="…"',
        )
    rank = None if gold else found.get("rank")
    return Columns("docs" if gold else "retrieved", found["query"], found["doc"], number, rank)


def _plain(cell: str) -> str:
    return cell.strip().lower().replace("-", "_")


def _shown(header: Sequence[str]) -> str:
    return shorten(", ".join(header[:50]), 200) + (f" … ({len(header):,} columns)" if len(header) > 50 else "")
