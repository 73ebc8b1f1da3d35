"""ontoeval's own format: one JSON object per line, or one JSON array.

Every field of a sample can be expressed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from ontoeval.findings import Finding
from ontoeval.records.batch import Part, Problems, Row
from ontoeval.records.formats._notes import Notes
from ontoeval.records.jsonl import read_jsonl
from ontoeval.records.model import Hits, Sample

SUFFIXES = (".jsonl", ".ndjson", ".json")
WHOLE_SAMPLES = True


def read(path: Path, problems: Problems, part: Part) -> Iterator[tuple[str, Row]]:
    """Rows as they are written."""
    return read_jsonl(path, problems)


def write(samples: Iterable[Sample], path: Path, part: Part) -> list[Finding]:
    """Write every field that is not null, golden set and run in their wrappers; NaN and infinity become null."""
    notes = Notes()
    with path.open("wb") as stream:
        for sample in samples:
            row = _filled(sample, ("gold", "run"))
            for name, half in (("gold", sample.gold), ("run", sample.run)):
                if half is not None:
                    row[name] = _filled(half)
            stream.write(_line(row, sample.id, notes) + b"\n")
    return notes.findings(path.name)


def _line(row: Row, name: str, notes: Notes) -> bytes:
    from pydantic_core import to_json

    line = to_json(row, fallback=_plain)
    if b"NaN" in line or b"Infinity" in line:
        finite = to_json(row, fallback=_plain, inf_nan_mode="null")
        if finite != line:
            notes.add("convert.changed", "samples have NaN or infinite numbers, which become null", name)
        return finite
    return line


def _filled(part: BaseModel, without: tuple[str, ...] = ()) -> Row:
    """The fields that are not null."""
    values = {name: getattr(part, name, None) for name in type(part).model_fields if name not in without}
    return {name: value for name, value in values.items() if value is not None}


def _plain(value: Any) -> Any:
    """What a column holds in a light form, as it is written."""
    if isinstance(value, Hits):
        return value.items or (value.ids if value.scores is None else dict(zip(value.ids, value.scores, strict=True)))
    return list(value)
