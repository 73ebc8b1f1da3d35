"""GSC+ as published: a folder with Annotations and Text, one file per document in each.

A line is ``[20::40]⇥HP_0002671 | basal-cell carcinoma``; ends are exclusive.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ontoeval.errors import InputError
from ontoeval.records.batch import Part, Problems, Row
from ontoeval.records.formats._documents import Document
from ontoeval.records.formats._notes import Notes
from ontoeval.records.formats._rows import rows
from ontoeval.records.formats._text import broken_line, lines, whole

_LINE = re.compile(r"\[(\d{1,15})::(\d{1,15})\]\t(\S*) \| (.*)", re.DOTALL)


def sniff_folder(folder: Path) -> bool:
    """The folder holds both folders."""
    return (folder / "Annotations").is_dir() and (folder / "Text").is_dir()


def read(
    path: Path, problems: Problems, part: Part, *, offsets: str = "auto", encoding: str = "utf-8"
) -> Iterator[tuple[str, Row]]:
    """Rows of documents; the id is the name of the file.

    Args:
        path: The folder.
        problems: Gets lines that cannot be used.
        part: Golden set or run.
        offsets: What offsets count: ``"codepoint"``, ``"utf16"``, ``"utf8"``, ``"auto"``.
        encoding: Encoding of the files.
    """
    if not sniff_folder(path):
        raise InputError("not both are in this folder", where=str(path), expected="the folders Annotations and Text")
    notes = Notes()
    yield from rows(_documents(path, problems, notes, encoding), problems, path.name, offsets=offsets)
    problems.notes += notes.findings(path.name)


def _documents(path: Path, problems: Problems, notes: Notes, encoding: str) -> Iterator[Document]:
    annotated = {file.name for file in (path / "Annotations").iterdir()}
    texts = {file.name for file in (path / "Text").iterdir()}
    for name in sorted(annotated | texts):
        document = Document(f"Annotations/{name}:1", name)
        if name in texts:
            text = whole(path / "Text" / name, problems, encoding)
            if text is None:
                continue
            document.pieces.append((0, text))
        else:
            notes.add("record.no_text", "documents have no text, so that offsets are not checked", name)
        if name not in annotated:
            notes.add("record.no_annotations", "documents have no annotations and are left out", name)
            continue
        for number, line in lines(path / "Annotations" / name, problems, encoding):
            place = f"Annotations/{name}:{number}"
            found = _LINE.fullmatch(line)
            if found:
                mention: Row = {"start": int(found[1]), "end": int(found[2]), "id": found[3] or None, "text": found[4]}
                document.mentions.append((place, mention))
            elif line.strip():
                broken_line(problems, place, line, "[START::END]⇥CONCEPT | TEXT")
        yield document
