"""The corpus: documents by id, with their metadata and concepts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

from ontoeval.errors import InputError
from ontoeval.findings import Finding
from ontoeval.progress import track
from ontoeval.records.batch import Problems, Row
from ontoeval.records.corpus_files import corpus_rows


class Corpus(Mapping[str, Row]):
    """Documents by id; each is its row, with every metadata field as it was written.

    Args:
        rows: Raw rows with their places.
        name: Name for messages.

    Raises:
        RecordError: A row has no id, or an id repeats.
        InputError: There are no rows.
    """

    def __init__(self, rows: Iterable[tuple[str, Row]], name: str, problems: Problems | None = None) -> None:
        self.name = name
        self._rows: dict[str, Row] = {}
        trouble = problems or Problems()
        places: dict[str, str] = {}
        for where, row in rows:
            raw = row.get("id")
            if not isinstance(raw, str | int) or isinstance(raw, bool) or raw == "":
                trouble.add(Finding("record.id", "error", where, "no field 'id'", "an id in every document"))
                continue
            doc = str(raw)
            if doc in self._rows:
                trouble.add(
                    Finding(
                        "record.duplicate",
                        "error",
                        where,
                        f"document {doc!r} again, first at {places[doc]}",
                        "one row per document",
                    )
                )
                continue
            places[doc] = where
            self._rows[doc] = row
        trouble.raise_if_any()
        if not self._rows:
            raise InputError("there are no documents", where=name, expected="at least one row")

    def __getitem__(self, doc: str) -> Row:
        return self._rows[doc]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def fingerprint(self) -> str:
        """A hash of the content that does not depend on the order of the documents."""
        return content_hash(self._rows.values())


def content_hash(rows: Iterable[Any]) -> str:
    """An order-free hash of JSON-ready rows, as 16 hexadecimal digits."""
    return f"{content_sum(rows):016x}"


def content_sum(rows: Iterable[Any]) -> int:
    """The hashes of JSON-ready rows, added modulo 2**64, so that parts add."""
    from pydantic_core import to_json

    total = 0
    for row in rows:
        digest = blake2b(to_json(row, inf_nan_mode="constants", fallback=repr), digest_size=8).digest()
        total += int.from_bytes(digest, "little")
    return total % (1 << 64)


def read_corpus(path: Path) -> Corpus:
    """Read a corpus in JSON lines, as BEIR has it, or as a table (`ontoeval.records.corpus_files`), plain or gzipped.

    Raises:
        InputError: The file is missing, unreadable or empty.
        RecordError: Rows cannot be used; all of them are in the error.
    """
    problems = Problems()
    return Corpus(track(corpus_rows(path, problems), f"reading {path.name}"), path.name, problems)
