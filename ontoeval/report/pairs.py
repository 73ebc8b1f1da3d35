"""Rows of links as JSON lines or CSV, written one after the other: there may be millions."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ontoeval.errors import UsageError
from ontoeval.progress import track


def save(rows: Iterable[dict[str, Any]], columns: Sequence[str], path: Path) -> Path:
    """Write rows.

    Args:
        rows: The rows, each with the columns.
        columns: Their names, in order.
        path: Where to; ``.jsonl`` and ``.ndjson`` for JSON lines, ``.csv`` for a table.

    Raises:
        UsageError: The suffix is another one.
    """
    suffix = suffix_of(path)
    counted = track(rows, f"writing {path.name}")
    if suffix == ".csv":
        with path.open("w", encoding="utf-8", newline="") as table:
            writer = csv.DictWriter(table, columns, lineterminator="\n")
            writer.writeheader()
            writer.writerows(counted)
        return path
    from pydantic_core import to_json

    with path.open("wb") as stream:
        stream.writelines(to_json(row) + b"\n" for row in counted)
    return path


def suffix_of(path: Path) -> str:
    """The suffix of a file of pairs.

    Raises:
        UsageError: It is no suffix that can be written.
    """
    suffix = path.suffix.lower()
    if suffix not in (".jsonl", ".ndjson", ".csv"):
        raise UsageError(f"no writer for {path.suffix!r}", where=str(path), expected=".jsonl, .ndjson, .csv")
    return suffix
