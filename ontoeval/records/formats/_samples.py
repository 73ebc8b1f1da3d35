"""What writers take out of samples."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ontoeval.records.batch import Part, Row
from ontoeval.records.formats._notes import Notes
from ontoeval.records.model import Sample

_SPAN_FIELDS = frozenset(("start", "end", "text"))


def mentions_of(sample: Sample, part: Part) -> list[Row] | None:
    """The mentions of one part as rows, in their order; None when there is no such part."""
    half = sample.run if part == "run" else sample.gold
    found = None if half is None else half.mentions
    return None if found is None else [dict(mention) for mention in found]


def relations_of(sample: Sample, part: Part) -> list[Row]:
    """The relations of one part as rows."""
    half = sample.run if part == "run" else sample.gold
    return [dict(relation) for relation in getattr(half, "relations", None) or ()]


def ids_of(mention: Mapping[str, Any]) -> list[str]:
    """The ids of a mention, the first one first, each once; none is NIL."""
    given = [mention.get("id"), *(mention.get("ids") or ())]
    return list(dict.fromkeys(name for name in given if name is not None))


def surface_of(mention: Mapping[str, Any], sample: Sample) -> str:
    """The text of a mention: as it was given, else as the sample's text has it."""
    given: str | None = mention.get("text")
    if given is None and sample.query is not None:
        return sample.query[mention["start"] : mention["end"]]
    return given or ""


def one_line(text: str) -> str:
    """A text with a space for each line end and tab, as long as before."""
    return text.translate({ord(sign): " " for sign in "\t\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"})


def joined_ids(mention: Mapping[str, Any], place: str, notes: Notes) -> str:
    """The ids of a mention as ``D1|D2`` (all of them) or ``D1+D2`` (any of them); empty for NIL."""
    names = ids_of(mention)
    if any(re.search(r"[|+\s]", name) for name in names):
        notes.add("convert.changed", "ids have white space, | or +, which are read as several ids", place)
    return ("|" if mention.get("combine") == "all" else "+").join(names)


def split_ids(names: Iterable[str], *, composite: bool) -> Row:
    """``id`` or ``ids`` of a mention from its ids as written; no id is NIL."""
    once = list(dict.fromkeys(names))
    if len(once) < 2:
        return {"id": once[0] if once else None}
    return {"ids": once, "combine": "all"} if composite else {"ids": once}


def note_lost(mention: Mapping[str, Any], place: str, kept: Iterable[str], notes: Notes) -> None:
    """Note the fields of a mention that say something and are not among those that a format can express."""
    for name, value in mention.items():
        if name in _SPAN_FIELDS or name in kept or value is None or value is False or value == []:
            continue
        if name == "combine" and value == "any":
            continue
        notes.add("convert.lost", f"mentions lose their {name}", place, mend="the format has no place for it")


def note_lost_fields(sample: Sample, part: Part, keeps: Iterable[str], notes: Notes) -> None:
    """Note the fields of a sample that are not among those that a format keeps."""
    half = sample.run if part == "run" else sample.gold
    for where, model in (("", sample), (f"{part}.", half)):
        if model is None:
            continue
        for name in type(model).model_fields:
            if name in ("id", "gold", "run") or getattr(model, name, None) is None or name in keeps:
                continue
            notes.add("convert.lost", f"samples lose {where}{name}", sample.id, mend="the format has no place for it")
