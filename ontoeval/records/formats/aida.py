"""AIDA CoNLL: one token per line, its B or I, the mention, the entity; sentences end at empty lines.

The text is not in the file: tokens are joined by a space, sentences by a line end, and offsets count in that text.
``--NME--`` and a mention without an entity are NIL.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ontoeval.errors import BadParameter
from ontoeval.records.batch import Part, Problems, Row
from ontoeval.records.formats._text import broken_line, lines

SUFFIXES = (".aida", ".conll")

#: Columns that can hold the id of the entity.
_COLUMNS = {"name": 3, "url": 4, "page": 5, "freebase": 6}
_NIL = "--NME--"


def sniff(head: str) -> bool:
    """The first line begins a document."""
    return re.match(r"-DOCSTART- \(.+\)\s", head.lstrip()) is not None


def read(
    path: Path, problems: Problems, part: Part, *, concept: str = "name", encoding: str = "utf-8"
) -> Iterator[tuple[str, Row]]:
    """Rows of documents; the id is what stands between the parentheses of ``-DOCSTART- (1 EU)``.

    Args:
        path: The file.
        problems: Gets lines that cannot be used.
        part: Golden set or run.
        concept: Which column is the id: ``"name"`` (YAGO), ``"url"`` (Wikipedia), ``"page"`` (its number) or
            ``"freebase"``.
        encoding: Encoding of the file.
    """
    if concept not in _COLUMNS:
        raise BadParameter(f"concept={concept!r}", expected=" or ".join(map(repr, _COLUMNS)))
    column = _COLUMNS[concept]
    document: _Document | None = None
    for number, line in lines(path, problems, encoding):
        place = f"{path.name}:{number}"
        start = re.match(r"-DOCSTART- \((.+)\)\s*$", line)
        if start:
            if document is not None:
                yield document.place, document.row()
            document = _Document(place, start[1])
        elif document is None:
            if line.strip():
                broken_line(problems, place, line, "-DOCSTART- (ID) before the first token")
        elif not line.strip():
            document.end_sentence()
        else:
            document.add(line.split("\t"), column, place, problems)
    if document is not None:
        yield document.place, document.row()


class _Document:
    """One document while its tokens are read."""

    def __init__(self, place: str, name: str) -> None:
        self.place = place
        self.name = name
        self.text = ""
        self.separator = ""
        self.mentions: list[Row] = []
        self.inside = False

    def end_sentence(self) -> None:
        """The next token begins a sentence; no mention goes on."""
        self.separator = "\n" if self.text else ""
        self.inside = False

    def add(self, cells: list[str], column: int, place: str, problems: Problems) -> None:
        """Add a token with its part of a mention."""
        self.text += self.separator
        start = len(self.text)
        self.text += cells[0]
        self.separator = " "
        tag = cells[1] if len(cells) > 1 else ""
        if tag == "B":
            entity = cells[column] if len(cells) > column else _NIL
            known = len(cells) > 3 and cells[3] != _NIL and entity
            self.mentions.append({"start": start, "end": len(self.text), "id": entity if known else None})
        elif tag == "I" and self.inside:
            self.mentions[-1]["end"] = len(self.text)
        elif tag:
            broken_line(problems, place, "\t".join(cells), "B, or I after B, in the second column")
        self.inside = tag in ("B", "I")

    def row(self) -> Row:
        """The document as a row."""
        mentions = [{**each, "text": self.text[each["start"] : each["end"]]} for each in self.mentions]
        return {"id": self.name, "query": self.text, "mentions": mentions}
