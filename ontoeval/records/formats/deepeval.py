"""DeepEval's test cases and goldens as JSON or JSON lines, also those of a saved test run.

The id is the ``name`` where every case has its own, else its number, counted from 1. A context is its own id.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ontoeval.errors import InputError
from ontoeval.findings import Finding
from ontoeval.records.batch import Part, Problems, Row
from ontoeval.records.formats._contexts import (
    KEPT,
    NO_PLACE,
    answers,
    first_answer,
    given_texts,
    hits,
    relevant,
    wanted_texts,
    write_lines,
)
from ontoeval.records.formats._notes import Notes
from ontoeval.records.jsonl import read_head, read_json, read_jsonl
from ontoeval.records.model import Sample

SUFFIXES = (".deepeval.json", ".deepeval.jsonl")
KEEPS = KEPT
WHOLE_SAMPLES = True

_MARKS = re.compile(r'"input"\s*:.*"(actual_?[oO]utput|expected_?[oO]utput|retrieval_?[cC]ontext)"\s*:')
_RUN_MARK = re.compile(r'"test_?[cC]ases"\s*:\s*\[')
_USED = ("input", "actual_output", "expected_output", "context", "retrieval_context", "completion_time", "token_cost")


def sniff(head: str) -> bool:
    """The first object has an input and an output, or the file holds test cases."""
    start = head.lstrip("\ufeff \t\r\n")[:1]
    text = " ".join(head.split()) if start == "[" or _RUN_MARK.search(head) else head.lstrip().partition("\n")[0]
    return start in ("{", "[") and _MARKS.search(text) is not None


def read(path: Path, problems: Problems, part: Part) -> Iterator[tuple[str, Row]]:
    """Rows of test cases.

    Args:
        path: The file.
        problems: Gets cases that cannot be used.
        part: Golden set (expected output and context), run (actual output and retrieval context), or both.

    Raises:
        InputError: The file is no JSON.
    """
    cases = [(place, {_plain(name): value for name, value in case.items()}) for place, case in _cases(path, problems)]
    names = [case.get("name") for _, case in cases]
    own = None not in names and len(set(map(str, names))) == len(names)
    for number, (place, case) in enumerate(cases, 1):
        row: Row = {"id": case["name"] if own else str(number), "query": case.get("input")}
        row |= {name: value for name, value in case.items() if name not in (*_USED, "name") and value not in (None, [])}
        if part != "run":
            docs = relevant(case.get("context"), None, place, problems)
            row["gold"] = {"answers": answers(case.get("expected_output")), "docs": docs}
        if part != "gold":
            contexts = hits(case.get("retrieval_context"), None, place, problems)
            row["run"] = {"answer": case.get("actual_output"), "contexts": contexts, **_amounts(case)}
        yield place, row


def _cases(path: Path, problems: Problems) -> Iterator[tuple[str, Row]]:
    """Test cases with their places."""
    if not _RUN_MARK.search(read_head(path)):
        yield from read_jsonl(path, problems)
        return
    content = read_json(path)
    inner = content.get("testRunData", content) if isinstance(content, dict) else None
    cases = (inner.get("testCases") or inner.get("test_cases")) if isinstance(inner, dict) else None
    if not isinstance(cases, list) or not all(isinstance(case, dict) for case in cases):
        raise InputError("there are no test cases", where=str(path), expected='{"testCases": [{"input": …}]}')
    for number, case in enumerate(cases):
        yield f"{path.name} testCases[{number}]", case


def _plain(name: str) -> str:
    """The name of a field in the way of Python: ``actualOutput`` is ``actual_output``."""
    return re.sub(r"(?<=[a-z])([A-Z])", r"_\1", name).lower()


def _amounts(case: Row) -> Row:
    """Time and cost of a case; what is no number is left as it is, for the check of the field."""
    found: dict[str, Any] = {}
    for name, field, factor in (("completion_time", "latency_ms", 1000), ("token_cost", "cost", 1)):
        value = case.get(name)
        if value is not None:
            found[field] = {"total": value * factor if type(value) in (int, float) else value}
    return found


def write(samples: Iterable[Sample], path: Path, part: Part) -> list[Finding]:
    """Write JSON lines of test cases; contexts whose text is not known are written as their ids."""
    return write_lines(samples, path, part, _case)


def _case(sample: Sample, notes: Notes) -> Row:
    texts, ids = given_texts(sample, notes)
    if texts is not None and ids is not None:
        notes.add("convert.lost", "contexts lose their ids", sample.id, mend=NO_PLACE)
    wanted, names = wanted_texts(sample, notes)
    case = {
        "name": sample.id,
        "input": sample.query,
        "actual_output": None if sample.run is None else sample.run.answer,
        "expected_output": first_answer(sample, notes),
        "retrieval_context": ids if texts is None else texts,
        "context": names if wanted is None else wanted,
    }
    return {name: value for name, value in case.items() if value is not None}
