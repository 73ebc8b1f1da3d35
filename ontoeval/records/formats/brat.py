"""brat standoff: a folder of .txt and .ann files, or one .ann file with its text beside it.

A normalisation line (``N1⇥Reference T1 HP:0001250⇥Seizure``) gives a mention its id; several are alternatives.
Relations are read; events and attributes are counted. A discontinuous mention becomes one from its first to its last
character, or is left out with ``discontinuous="drop"``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from ontoeval.errors import BadParameter, InputError
from ontoeval.findings import Finding, shorten
from ontoeval.records.batch import Part, Problems, Row
from ontoeval.records.formats._documents import Document, same
from ontoeval.records.formats._notes import Notes
from ontoeval.records.formats._rows import rows
from ontoeval.records.formats._samples import (
    ids_of,
    mentions_of,
    note_lost,
    note_lost_fields,
    one_line,
    relations_of,
    split_ids,
    surface_of,
)
from ontoeval.records.formats._text import broken_line, lines, whole
from ontoeval.records.model import Sample

SUFFIXES = (".ann",)
KEEPS = ("query", "mentions", "relations")

_MENTION = re.compile(r"(\S+) (\d{1,15} \d{1,15}(?:;\d{1,15} \d{1,15})*)")
_NORMALISATION = re.compile(r"\S+ (T\S+) (\S+)")
_RELATION = re.compile(r"(\S+) \S+?:(T\S+) \S+?:(T\S+)\s*")
_NAME = re.compile(r"[^\\\0\n\r]+")
_NO_NAME_IN_WINDOWS = re.compile(
    r"[<>:\"|?*\x00-\x1f]|[. ]/|(?:\A|/)(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:[./]|\Z)", re.IGNORECASE
)
_IGNORED = {"A": "attributes", "M": "attributes", "E": "events", "*": "equivalences", "#": "notes"}


def sniff_folder(folder: Path) -> bool:
    """The folder holds an .ann file."""
    return next(folder.rglob("*.ann"), None) is not None


def read(
    path: Path,
    problems: Problems,
    part: Part,
    *,
    offsets: str = "auto",
    encoding: str = "utf-8",
    discontinuous: str = "cover",
) -> Iterator[tuple[str, Row]]:
    """Rows of documents; the id is the path in the folder, without ``.ann``.

    Args:
        path: A folder, or an .ann file.
        problems: Gets lines that cannot be used.
        part: Golden set or run.
        offsets: What offsets count: ``"codepoint"``, ``"utf16"``, ``"utf8"``, ``"auto"``.
        encoding: Encoding of the files.
        discontinuous: ``"cover"`` for one mention from the first to the last character, or ``"drop"``.
    """
    if discontinuous not in ("cover", "drop"):
        raise BadParameter(f"discontinuous={discontinuous!r}", expected="'cover' or 'drop'")
    notes = Notes()
    documents = _documents(path, problems, notes, encoding, discontinuous == "drop")
    yield from rows(documents, problems, path.name, offsets=offsets)
    problems.notes += notes.findings(path.name)


def _documents(path: Path, problems: Problems, notes: Notes, encoding: str, drop: bool) -> Iterator[Document]:
    folder = path if path.is_dir() else path.parent
    files = sorted(path.rglob("*.ann")) if path.is_dir() else [path]
    if not files:
        raise InputError("there is no .ann file in this folder", where=str(path))
    for file in files:
        name = file.relative_to(folder).as_posix().removesuffix(".ann")
        document = Document(f"{name}.ann:1", name)
        text_file = file.with_suffix(".txt")
        if text_file.exists():
            text = whole(text_file, problems, encoding)
            if text is None:
                continue
            document.pieces.append((0, text))
        else:
            notes.add("record.no_text", "documents have no .txt file, so that offsets are not checked", f"{name}.ann")
        _annotate(document, file, problems, notes, encoding, drop)
        yield document


class _Lines:
    """What the lines of one .ann file say, by the ids of mentions."""

    def __init__(self) -> None:
        self.positions: dict[str, int] = {}
        self.concepts: dict[str, list[str]] = {}
        self.relations: list[tuple[str, str, str, str]] = []


def _annotate(document: Document, file: Path, problems: Problems, notes: Notes, encoding: str, drop: bool) -> None:
    """Add the mentions and relations of a file."""
    found = _Lines()
    for number, line in lines(file, problems, encoding):
        place = f"{document.id}.ann:{number}"
        if not line.strip():
            continue
        name, _, rest = line.partition("\t")
        body, _, surface = rest.partition("\t")
        kind = name[:1]
        if kind == "T" and (mention := _MENTION.fullmatch(body)):
            row = _mention(mention[1], mention[2], surface, document, place, notes, drop)
            if row is not None:
                found.positions[name] = len(document.mentions)
                document.mentions.append((place, row))
        elif kind == "N" and (reference := _NORMALISATION.fullmatch(body)):
            found.concepts.setdefault(reference[1], []).append(reference[2])
        elif kind == "R" and (relation := _RELATION.fullmatch(body)):
            found.relations.append((place, relation[1], relation[2], relation[3]))
        elif kind in _IGNORED:
            notes.add(f"brat.{_IGNORED[kind]}", f"{_IGNORED[kind]} are not read", place, severity="info")
        else:
            broken_line(problems, place, line, "T1⇥TYPE START END⇥TEXT, N1⇥Reference T1 ID, or R1⇥TYPE Arg1:T1 Arg2:T2")
    _connect(document, found, notes)


def _mention(
    kind: str, spans: str, surface: str, document: Document, place: str, notes: Notes, drop: bool
) -> Row | None:
    places = [tuple(map(int, span.split())) for span in spans.split(";")]
    mention: Row = {"start": places[0][0], "end": places[0][1], "type": kind, "id": None}
    if len(places) == 1:
        return {**mention, "text": surface} if surface else mention
    done = "are left out" if drop else "became one from the first to the last character"
    notes.add("mention.discontinuous", f"discontinuous mentions {done}", f"{place}: {shorten(surface, 40)!r}")
    text = document.text("codepoint")
    if text is not None and not same(" ".join(text[start:end] for start, end in places), surface):
        notes.add("offset.mismatch", "discontinuous mentions whose text is not what the document has there", place)
    mention |= {"start": min(start for start, _ in places), "end": max(end for _, end in places)}
    return None if drop else mention


def _connect(document: Document, found: _Lines, notes: Notes) -> None:
    """Give mentions their concepts, and relations their mentions."""
    for name, concepts in found.concepts.items():
        if name in found.positions:
            document.mentions[found.positions[name]][1].update(split_ids(concepts, composite=False))
        else:
            notes.add("brat.reference", "ids of mentions that are not there", f"{document.id}.ann {name}")
    for place, relation, head, tail in found.relations:
        if head in found.positions and tail in found.positions:
            document.relations.append(({"relation": relation}, found.positions[head], found.positions[tail]))
        else:
            notes.add("relation.arguments", "relations do not hold between two mentions and are left out", place)


def is_file_name(name: str, *, windows: bool = os.name == "nt") -> bool:
    """Whether a file, in folders or not, can have this name; Windows takes ``PMID:1`` for a part of a file ``PMID``.

    Example:
        >>> [is_file_name(name, windows=True) for name in ("a/b", "PMID:1", "aux", "a?")]
        [True, False, False, False]
    """
    return _NAME.fullmatch(name) is not None and not (windows and _NO_NAME_IN_WINDOWS.search(name))


def write(samples: Iterable[Sample], path: Path, part: Part) -> list[Finding]:
    """Write a folder with a .txt and an .ann file per sample.

    Raises:
        InputError: The path is a file, or the folder holds .ann files already.
    """
    if path.is_file() or (path.is_dir() and sniff_folder(path)):
        raise InputError("brat needs a new or empty folder", where=str(path))
    notes = Notes()
    for sample in samples:
        note_lost_fields(sample, part, KEEPS, notes)
        target = path / f"{sample.id}.ann"
        if not is_file_name(sample.id) or not target.resolve().is_relative_to(path.resolve()):
            notes.add("convert.dropped", "samples whose id cannot be the name of a file are left out", repr(sample.id))
            continue
        if target.exists():  # of "a" and "A" in a file system that takes them for one
            notes.add("convert.dropped", "samples whose file is that of another sample are left out", repr(sample.id))
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        if sample.query is not None:
            target.with_suffix(".txt").write_bytes(sample.query.encode())
        target.write_text(_written(sample, part, notes), encoding="utf-8", newline="\n")
    return notes.findings(path.name)


def _written(sample: Sample, part: Part, notes: Notes) -> str:
    written = []
    names: dict[tuple[int, int], str] = {}
    references = 0
    for position, mention in enumerate(mentions_of(sample, part) or (), 1):
        where = f"{sample.id} {part}.mentions[{position - 1}]"
        note_lost(mention, where, ("id", "ids", "type"), notes)
        kind = mention.get("type") or "Mention"
        if not mention.get("type"):
            notes.add("convert.changed", "mentions without a type get the type Mention", where, severity="info")
        if re.search(r"\s", kind):
            notes.add("convert.changed", "types have white space, which becomes _", where)
            kind = re.sub(r"\s", "_", kind)
        start, end = mention["start"], mention["end"]
        names[start, end] = f"T{position}"
        written.append(f"T{position}\t{kind} {start} {end}\t{one_line(surface_of(mention, sample))}")
        for concept in ids_of(mention):
            if re.search(r"\s", concept):
                notes.add("convert.dropped", "ids with white space are left out", where)
                continue
            references += 1
            written.append(f"N{references}\tReference T{position} {concept}\t")
    for position, relation in enumerate(relations_of(sample, part), 1):
        head, tail = (names.get(tuple(relation.get(f"{side}_span") or ())) for side in ("head", "tail"))
        if head is None or tail is None:
            notes.add("convert.dropped", "relations that do not hold between two mentions are left out", sample.id)
            continue
        if relation.get("score") is not None:
            notes.add("convert.lost", "relations lose their score", sample.id, mend="the format has no place for it")
        written.append(f"R{position}\t{relation['relation']} Arg1:{head} Arg2:{tail}\t")
    return "".join(f"{line}\n" for line in written)
