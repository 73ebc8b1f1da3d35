"""Dictionaries of dictionaries as JSON: ``{query: {document: grade or score}}``.

It is what ir_measures, pytrec_eval and ranx take and save; a list of documents may stand for a dictionary.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ontoeval.errors import InputError
from ontoeval.findings import Finding, shorten
from ontoeval.records.batch import Part, Problems, Row
from ontoeval.records.formats._documents import number_of
from ontoeval.records.formats._notes import Notes
from ontoeval.records.formats._rankings import entries_of
from ontoeval.records.formats._text import whole
from ontoeval.records.model import FIELDS, Sample

SUFFIXES = (".qrels.json", ".run.json")
KEEPS = ("docs", "retrieved")

_HEAD = re.compile(
    r'\s*\{\s*"((?:[^"\\]|\\.)*)"\s*:\s*(?:\{\s*"(?:[^"\\]|\\.)*"\s*:\s*[-\dNItf]|\[\s*"|\{\s*\}|\[\s*\])'
)
_NAMES_OF_FIELDS = {path.rpartition(".")[2] for path in FIELDS} | {"gold", "run"}


def sniff(head: str) -> bool:
    """The text is an object whose first value maps texts to numbers, or is a list, and is no field of a record."""
    found = _HEAD.match(head)
    return found is not None and found[1] not in _NAMES_OF_FIELDS and not _is_row(head)


def _is_row(head: str) -> bool:
    """Whether the first line is an object of its own: one of several, or one with a text, such as an id."""
    line, _, rest = head.lstrip().partition("\n")
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return bool(rest.strip()) or any(isinstance(value, str) for value in row.values())


def read(path: Path, problems: Problems, part: Part) -> Iterator[tuple[str, Row]]:
    """Rows of queries.

    Args:
        path: The file.
        problems: Gets queries that cannot be used.
        part: Golden set or run; a file for both is read as a golden set.

    Raises:
        InputError: The file is no such JSON.
    """
    text = whole(path, problems)
    if text is None:
        return
    twice: list[str] = []
    try:
        content = json.loads(text, object_pairs_hook=lambda pairs: _object(pairs, twice))
    except (ValueError, RecursionError) as error:
        raise InputError(f"this is no JSON ({error})", where=str(path)) from None
    if not isinstance(content, dict):
        raise InputError("this is no object", where=str(path), expected="{query: {document: number}}")
    for key in twice:
        problems.add(Finding("record.duplicate", "error", path.name, f"the key {key!r} twice", "every key once"))
    for query, docs in content.items():
        place = f"{path.name}[{query!r}]"
        if isinstance(docs, dict | list):
            yield place, {"id": query, "retrieved" if part == "run" else "docs": _finite(docs, place, problems)}
        else:
            problems.add(Finding("record.type", "error", place, shorten(docs), "{document: number}"))


def _object(pairs: list[tuple[str, Any]], twice: list[str]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        keys = [key for key, _ in pairs]
        twice.extend(sorted({key for key in keys if keys.count(key) > 1}))
    return result


def _finite(docs: Any, place: str, problems: Problems) -> Any:
    """The documents whose numbers are numbers at all; what else they are is looked at later."""
    if isinstance(docs, list):
        return docs
    return {
        doc: value
        for doc, value in docs.items()
        if not isinstance(value, float) or number_of(str(value), f"{place}[{doc!r}]", "", problems) is not None
    }


def write(samples: Iterable[Sample], path: Path, part: Part) -> list[Finding]:
    """Write one object, a line for each query."""
    notes = Notes()
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        stream.write("{")
        separator = "\n"
        for query, pairs in entries_of(samples, part, notes, KEEPS):
            content = json.dumps(dict(pairs), ensure_ascii=False)
            stream.write(f"{separator}{json.dumps(query, ensure_ascii=False)}: {content}")
            separator = ",\n"
        stream.write("\n}\n")
    return notes.findings(path.name)
