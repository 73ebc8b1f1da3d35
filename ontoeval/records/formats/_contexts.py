"""Contexts as texts, as frameworks for RAG save them: a text is its own id where it has no other one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from ontoeval.findings import Finding, shorten
from ontoeval.records.batch import Part, Problems, Row
from ontoeval.records.formats._notes import Notes
from ontoeval.records.formats._samples import note_lost_fields
from ontoeval.records.model import Hits, Sample

#: Fields that frameworks for RAG can express.
KEPT = ("query", "docs", "answers", "contexts", "answer")
NO_PLACE = "the format has no place for it"


def hits(texts: Any, ids: Any, place: str, problems: Problems) -> list[Row] | None:
    """The hits that texts, ids, or both in parallel stand for; None when there is neither.

    What is no list, and lists of different lengths, go to ``problems``.
    """
    known = _list(texts, f"{place} contexts", problems)
    names = _list(ids, f"{place} context ids", problems)
    if names is None:
        return None if known is None else [{"id": text, "text": text} for text in known]
    if known is None:
        return [{"id": name} for name in names]
    if len(names) != len(known):
        got = f"{len(known)} contexts and {len(names)} ids"
        problems.add(Finding("record.type", "error", place, got, "an id for each context"))
        return None
    return [{"id": name, "text": text} for name, text in zip(names, known, strict=True)]


def _list(value: Any, place: str, problems: Problems) -> list[str] | None:
    if value is None:
        return None
    if isinstance(value, list) and all(type(item) in (str, int) and item != "" for item in value):
        return list(map(str, value))
    problems.add(Finding("record.type", "error", place, shorten(value), "a list of texts"))
    return None


def relevant(texts: Any, ids: Any, place: str, problems: Problems) -> list[str] | None:
    """The relevant documents that ids, or else texts, stand for, each once."""
    found = _list(ids, f"{place} context ids", problems)
    found = _list(texts, f"{place} contexts", problems) if found is None else found
    return None if found is None else list(dict.fromkeys(found))


def answers(value: Any) -> list[str] | None:
    """One answer, or several, as a list."""
    return [value] if isinstance(value, str) else value


def given_texts(sample: Sample, notes: Notes) -> tuple[list[str] | None, list[str] | None]:
    """The contexts of a run as texts, and their ids where those are not the texts; either may be None."""
    found: Hits | None = getattr(sample.run, "contexts", None)
    if found is None:
        return None, None
    items: Sequence[Any] = found.items or [{"id": name} for name in found.ids]
    texts = [item.get("text", item["id"] if is_text(item["id"]) else None) for item in items]
    ids = [item["id"] for item in items]
    for item in items:
        for key, value in item.items():
            if key not in ("id", "text") and value is not None:
                notes.add(
                    "convert.lost", f"contexts lose their {key}", sample.id, mend="the format has no place for it"
                )
    known = [text for text in texts if text is not None]
    if len(known) < len(texts):
        if known:
            notes.add("convert.lost", "samples lose contexts' texts, since some have none", sample.id)
        return None, ids
    return known, None if ids == known else ids


def wanted_texts(sample: Sample, notes: Notes) -> tuple[list[str] | None, list[str] | None]:
    """The relevant documents of a golden set as texts, or as ids."""
    docs: dict[str, float] | None = getattr(sample.gold, "docs", None)
    if docs is None:
        return None, None
    good = [doc for doc, grade in docs.items() if grade > 0]
    if any(grade != 1 for grade in docs.values()):
        notes.add("convert.lost", "samples lose grades: relevant documents are kept", sample.id)
    return (good, None) if good and all(map(is_text, good)) else (None, good)


def is_text(name: str) -> bool:
    """Whether an id is a text: ids have no white space."""
    return len(name.split()) > 1


def first_answer(sample: Sample, notes: Notes) -> str | None:
    """The first accepted answer of a golden set; others are noted."""
    accepted = getattr(sample.gold, "answers", None) or []
    if len(accepted) > 1:
        notes.add("convert.lost", "samples lose all answers but the first", sample.id)
    return next(iter(accepted), None)


def write_lines(
    samples: Iterable[Sample], path: Path, part: Part, row_of: Callable[[Sample, Notes], Row]
) -> list[Finding]:
    """Write each sample as one line of JSON, and say what it lost."""
    from pydantic_core import to_json

    notes = Notes()
    with path.open("wb") as stream:
        for sample in samples:
            note_lost_fields(sample, part, KEPT, notes)
            stream.write(to_json(row_of(sample, notes)) + b"\n")
    return notes.findings(path.name)
