"""Which columns of a table of judged or ranked documents hold what."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from ontoeval.errors import InputError
from ontoeval.findings import shorten
from ontoeval.records.batch import Part

#: Usual names of columns, in lower case, with ``_`` for ``-``.
_NAMES = {
    "query": ("query_id", "qid", "q_id", "query", "question_id", "topic", "topic_id"),
    "doc": ("doc_id", "docid", "docno", "doc", "document_id", "document", "corpus_id", "passage_id", "did", "pid"),
    "grade": ("relevance", "grade", "rel", "relevant", "gain", "label", "judgment", "judgement"),
    "score": ("score", "sim", "similarity"),
    "rank": ("rank", "position"),
}


class TableOptions(TypedDict, total=False):
    """Options of reading a table of judged or ranked documents.

    ``query``, ``doc``, ``grade``, ``score`` and ``rank`` name columns. ``duplicates`` says what to do with a document
    that a query has twice (``"error"``, ``"first"`` or ``"max"``), ``order`` whether the ``"score"`` orders a run, or
    the ``"rank"``.
    """

    query: str
    doc: str
    grade: str
    score: str
    rank: str
    duplicates: str
    order: str


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


def usual(name: str, header: Sequence[str]) -> int | None:
    """The place of the column that usually holds something, or None.

    Args:
        name: What it holds: ``"query"``, ``"doc"``, ``"grade"``, ``"score"`` or ``"rank"``.
        header: Names of the columns.
    """
    plain = [_plain(cell) for cell in header]
    return next((plain.index(each) for each in _NAMES[name] if each in plain), None)


def has_columns(header: Sequence[str]) -> bool:
    """Whether a header has usual names for query and document."""
    return all(usual(name, header) is not None for name in ("query", "doc"))


def chosen_columns(options: TableOptions) -> dict[str, str]:
    """The names of columns that a caller gave, by what they hold; empty where none is given."""
    return {name: str(options.get(name, "")) for name in _NAMES}


def columns_of(header: Sequence[str], options: TableOptions, part: Part, path: Path) -> Columns:
    """The columns of a header.

    Args:
        header: Names of the columns.
        options: Names that the caller gave, among other options.
        part: What the table is.
        path: The file, for messages.

    Raises:
        InputError: A column is not there, or those of the other part are.
    """
    found: dict[str, int] = {}
    for name, column in chosen_columns(options).items():
        if column and column not in header:
            raise InputError(f"no column {column!r}", where=f"{path}:1", expected=_shown(header))
        place = header.index(column) if column else usual(name, header)
        if place is not None:
            found[name] = place
    gold = part == "gold" or (part == "both" and "grade" in found)
    number = found.get("grade", found.get("score")) if gold else found.get("score")
    missing = [name for name in ("query", "doc") if name not in found]
    if gold and number is None:
        missing.append("grade")
    _check_part(part, found, path)
    if missing:
        raise InputError(
            f"no column for {', '.join(missing)}; the header has {_shown(header)}",
            where=f"{path}:1",
            mend=f'say which it is behind the format\'s name: {missing[0]}="…"',
        )
    rank = None if gold else found.get("rank")
    return Columns("docs" if gold else "retrieved", found["query"], found["doc"], number, rank)


def _check_part(part: Part, found: Collection[str], path: Path) -> None:
    """Refuse a ranking as a golden set, and judgements as a run."""
    if part == "gold" and "rank" in found and "grade" not in found:
        raise InputError(
            "this is a run: it has ranks and no grades", where=f"{path}:1", mend='name the grades: grade="…"'
        )
    if part == "run" and "grade" in found and not {"score", "rank"} & set(found):
        mend = 'name what orders the documents: score="…" or rank="…"'
        raise InputError(
            "this is a golden set: it has grades, and neither scores nor ranks", where=f"{path}:1", mend=mend
        )


def _plain(cell: str) -> str:
    return cell.strip().lower().replace("-", "_")


def _shown(header: Sequence[str]) -> str:
    return shorten(", ".join(header[:50]), 200) + (f" … ({len(header):,} columns)" if len(header) > 50 else "")
