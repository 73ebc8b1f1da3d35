"""Ragas' samples as JSON lines, of both generations: user_input, retrieved_contexts …, or question, contexts …

A sample without an ``id`` has its number, counted from 1. A context without an id is its own id.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ontoeval.findings import Finding, shorten
from ontoeval.records.batch import Part, Problems, Row
from ontoeval.records.formats._contexts import (
    KEPT,
    answers,
    first_answer,
    given_texts,
    hits,
    relevant,
    wanted_texts,
    write_lines,
)
from ontoeval.records.formats._notes import Notes
from ontoeval.records.jsonl import read_jsonl
from ontoeval.records.model import Sample

SUFFIXES = (".ragas.jsonl", ".ragas.json")
KEEPS = KEPT
WHOLE_SAMPLES = True

#: Names of fields by what they hold, the newer one first.
_NAMES = {
    "query": ("user_input", "question"),
    "answer": ("response", "answer"),
    "contexts": ("retrieved_contexts", "contexts"),
    "context_ids": ("retrieved_context_ids",),
    "reference": ("reference", "ground_truth", "ground_truths"),
    "reference_contexts": ("reference_contexts",),
    "reference_ids": ("reference_context_ids",),
}
_OLDER = re.compile(r'"(contexts|ground_truths?)"\s*:')
#: Wrappers of ontoeval's own format; a judge's verdicts in it speak of questions too.
_OWN = re.compile(r'"(gold|run|annotations)"\s*:\s*\{')


def sniff(head: str) -> bool:
    """The first object has the names of one of the two generations."""
    start = head.lstrip("\ufeff \t\r\n")[:1]
    first = head if start == "[" else head.lstrip().partition("\n")[0]
    newer, older = '"user_input"' in first, '"question"' in first and _OLDER.search(first) is not None
    return start in ("{", "[") and (newer or older) and _OWN.search(first) is None


def read(path: Path, problems: Problems, part: Part) -> Iterator[tuple[str, Row]]:
    """Rows of samples.

    Args:
        path: The file.
        problems: Gets samples that cannot be used.
        part: Golden set (references), run (response and retrieved contexts), or both.
    """
    for number, (place, row) in enumerate(read_jsonl(path, problems), 1):
        found = {name: _taken(row, names) for name, names in _NAMES.items()}
        if isinstance(found["query"], list):
            got = shorten(found["query"])
            problems.add(Finding("record.type", "error", f"{place} user_input", got, "one text: no conversations"))
            continue
        result: Row = {**_others(row), "id": row.get("id", str(number)), "query": found["query"]}
        if part != "run":
            docs = relevant(found["reference_contexts"], found["reference_ids"], place, problems)
            result["gold"] = {"answers": answers(found["reference"]), "docs": docs}
        if part != "gold":
            contexts = hits(found["contexts"], found["context_ids"], place, problems)
            result["run"] = {"answer": found["answer"], "contexts": contexts}
        yield place, result


def _taken(row: Row, names: tuple[str, ...]) -> Any:
    return next((row[name] for name in names if row.get(name) is not None), None)


def _others(row: Row) -> Row:
    """What else a row says."""
    known = {name for names in _NAMES.values() for name in names}
    return {name: value for name, value in row.items() if name not in known and value is not None}


def write(samples: Iterable[Sample], path: Path, part: Part) -> list[Finding]:
    """Write samples of the newer generation."""
    return write_lines(samples, path, part, _sample)


def _sample(sample: Sample, notes: Notes) -> Row:
    contexts, ids = given_texts(sample, notes)
    reference_contexts, reference_ids = wanted_texts(sample, notes)
    row = {
        "id": sample.id,
        "user_input": sample.query,
        "response": None if sample.run is None else sample.run.answer,
        "retrieved_contexts": contexts,
        "retrieved_context_ids": ids,
        "reference": first_answer(sample, notes),
        "reference_contexts": reference_contexts,
        "reference_context_ids": reference_ids,
    }
    return {name: value for name, value in row.items() if value is not None}
