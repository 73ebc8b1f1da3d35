"""HIPE's TSV: one token on each line, entities and links in IOB columns.

The text is put together from tokens, with a space after each unless its line says ``NoSpaceAfter``. Links ranked in
one cell (``Q1|Q2``) are candidates. It can only be read: tokens cannot be had from mentions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ontoeval.errors import BadParameter, InputError
from ontoeval.records.batch import Part, Problems, Row
from ontoeval.records.formats._documents import Document
from ontoeval.records.formats._notes import Notes
from ontoeval.records.formats._rows import rows
from ontoeval.records.formats._text import broken_line, lines

SUFFIXES = (".hipe.tsv",)

_OUTSIDE = ("O", "_", "-", "")
_SPANS = ("entities", "links")
_TAG = re.compile(r"[O_-]|[BIESLU]-.+")


def sniff(head: str) -> bool:
    """The first line names the token and entity columns."""
    first = head.partition("\n")[0].split("\t")
    return first[0] == "TOKEN" and any(name.startswith(("NE-", "NEL-")) for name in first)


@dataclass
class _Token:
    """One line.

    Attributes:
        place: File and line.
        start, end: Its place in the text.
        tag: Its entity tag, e.g. ``B-loc``.
        links: Its cells in the columns of links.
    """

    place: str
    start: int
    end: int
    tag: str
    links: tuple[str, ...]

    @property
    def kind(self) -> str | None:
        """The type of its entity, or None outside of entities."""
        return None if self.tag in _OUTSIDE else self.tag[2:]


@dataclass
class _Sheet:
    """The lines of one document so far."""

    document: Document
    text: str = ""
    tokens: list[_Token] = field(default_factory=list)


def read(
    path: Path,
    problems: Problems,
    part: Part,
    *,
    entities: str = "NE-COARSE-LIT",
    links: str | None = "NEL-LIT",
    spans: str = "entities",
    encoding: str = "utf-8",
) -> Iterator[tuple[str, Row]]:
    """Rows of documents.

    Args:
        path: The file.
        problems: Gets lines that cannot be used.
        part: Golden set or run. An entity whose tokens have several links keeps the first one in a golden set and is
            split in a run, as HIPE's scorer does.
        entities: Column of the entities.
        links: Column of the links; several joined by ``+`` (their links are candidates, spans follow the first one);
            None for entities alone.
        spans: What a mention is: one of the ``"entities"``, or tokens in a row with equal ``"links"`` (two neighbours
            with one link are then one mention).
        encoding: Encoding of the file.

    Raises:
        BadParameter: ``spans`` is none of these.
        InputError: A column is not there.
    """
    if spans not in _SPANS:
        raise BadParameter(f"spans={spans!r}", expected=" or ".join(map(repr, _SPANS)))
    columns = [] if links is None else links.split("+")
    notes = Notes()
    sheets = _sheets(path, problems, encoding, entities, columns)
    by_links = bool(columns) and spans == "links"
    documents = (_with_mentions(sheet, by_links, bool(columns), part, notes) for sheet in sheets)
    yield from rows(documents, problems, path.name, offsets="codepoint")
    problems.notes += notes.findings(path.name)


def _sheets(path: Path, problems: Problems, encoding: str, entities: str, links: Sequence[str]) -> Iterator[_Sheet]:
    header: list[str] = []
    columns: list[int] = []
    sheet = _Sheet(Document(f"{path.name}:1", "1"))
    for number, line in lines(path, problems, encoding):
        cells, place = line.split("\t"), f"{path.name}:{number}"
        if not header:
            header = cells
            columns = _columns(path, header, [entities, *links])
        elif _is_comment(cells, columns[0]):
            name = _document_id(cells)
            if name is not None:
                if sheet.tokens:
                    yield sheet
                sheet = _Sheet(Document(place, name))
        elif cells[0]:
            if len(cells) <= max(columns):
                broken_line(problems, place, line, f"{len(header)} cells: {', '.join(header[:3])} …")
                continue
            tag, *linked = (cells[column].strip() for column in columns)
            start = len(sheet.text)
            sheet.tokens.append(_Token(place, start, start + len(cells[0]), tag, tuple(linked)))
            glued = any("NoSpaceAfter" in cell.split("|") for cell in cells[max(columns) + 1 :])
            sheet.text += cells[0] + ("" if glued else " ")
    if sheet.tokens:
        yield sheet


def _columns(path: Path, header: list[str], names: list[str]) -> list[int]:
    """Where the needed columns are."""
    for name in names:
        if name not in header:
            known = ", ".join(header)
            raise InputError(f"no column {name!r}", where=str(path), expected=known, mend='say entities="…", links="…"')
    return [header.index(name) for name in names]


def _is_comment(cells: list[str], tag: int) -> bool:
    """Whether a line that begins like a comment is one: a token ``#`` has a tag."""
    first = cells[0]
    if not first.startswith("#"):
        return False
    return first.startswith("# ") or len(cells) <= tag or _TAG.fullmatch(cells[tag]) is None


def _document_id(cells: list[str]) -> str | None:
    """The id that a comment gives to the document that it begins, or None."""
    said = " ".join(cell for cell in cells if cell.strip()).removeprefix("#")
    name, separator, value = (each.strip() for each in said.partition("="))
    return value if separator and name.rpartition(":")[2] == "document_id" and value else None


def _with_mentions(sheet: _Sheet, by_links: bool, linked: bool, part: Part, notes: Notes) -> Document:
    document, text = sheet.document, sheet.text.rstrip(" ")
    document.pieces.append((0, text))
    for tokens in _runs(sheet.tokens, by_links, linked, part):
        start, end = tokens[0].start, tokens[-1].end
        mention: Row = {"start": start, "end": end, "text": text[start:end]}
        if tokens[0].kind is not None:
            mention["type"] = tokens[0].kind
        if linked:
            ranked = [name for cell in tokens[0].links for name in cell.split("|") if name not in _OUTSIDE]
            if not ranked:
                notes.add(
                    "record.dropped",
                    "entities have no cell for their link and are left out",
                    f"{tokens[0].place}: {mention['text']}",
                    mend="read entities alone with links=None",
                    severity="info",
                )
                continue
            mention["id"] = ranked[0]
            if len(ranked) > 1:
                mention["candidates"] = [{"id": name} for name in ranked]
        document.mentions.append((tokens[0].place, mention))
    return document


def _runs(tokens: list[_Token], by_links: bool, linked: bool, part: Part) -> Iterator[list[_Token]]:
    """The tokens of each mention."""
    run: list[_Token] = []
    for token in tokens:
        if by_links:
            inside, begins = _link(token) is not None, bool(run) and run[-1].links[0] != token.links[0]
        else:
            alone = token.kind is None and linked and _link(token) is not None
            split = linked and part == "run" and bool(run) and run[-1].links[0] != token.links[0]
            inside, begins = token.kind is not None or alone, alone or split or _begins(token, run)
        if run and (begins or not inside):
            yield run
            run = []
        if inside:
            run.append(token)
    if run:
        yield run


def _link(token: _Token) -> str | None:
    return None if token.links[0] in _OUTSIDE else token.links[0]


def _begins(token: _Token, run: list[_Token]) -> bool:
    """Whether a token in an entity begins another one than the tokens before it."""
    return bool(run) and (token.tag[:1] in "BSU" or token.kind != run[-1].kind or run[-1].tag[:1] in "ESL")
