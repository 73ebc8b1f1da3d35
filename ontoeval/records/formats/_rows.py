"""Rows of documents: offsets converted to code points with exclusive ends, and checked against the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ontoeval.findings import Finding, shorten
from ontoeval.records.batch import Problems, Row
from ontoeval.records.formats._documents import Document, same
from ontoeval.records.formats._notes import Notes
from ontoeval.records.formats._offsets import Evidence, Scheme, layouts, matches
from ontoeval.records.formats._units import Ruler

_WAITING = 200


def rows(
    documents: Iterable[Document], problems: Problems, name: str, *, offsets: str = "auto", ends: str = "exclusive"
) -> Iterator[tuple[str, Row]]:
    """Rows of documents.

    With ``"auto"`` the scheme that finds most surface texts is taken: those of the first 200 documents are looked at
    before the first row is given, and later ones as they come.

    Args:
        documents: The documents, in the order of the file.
        problems: Gets spans that cannot be, and notes on conversions and on surface texts that are not there.
        name: Name of the file.
        offsets: What offsets count: ``"auto"``, ``"codepoint"``, ``"utf16"`` or ``"utf8"``.
        ends: ``"exclusive"``, ``"inclusive"`` or ``"auto"``.

    Raises:
        BadParameter: ``offsets`` or ``ends`` is none of these.
    """
    evidence = Evidence(offsets, ends)
    notes = Notes()
    waiting: list[Document] = []
    started = evidence.settled
    for document in documents:
        evidence.look(document)
        waiting.append(document)
        started = started or evidence.settled or len(waiting) == _WAITING
        if started:
            yield from _rows(waiting, evidence, problems, notes)
            waiting = []
    yield from _rows(waiting, evidence, problems, notes)
    problems.notes += evidence.findings(name) + notes.findings(name)


def _rows(documents: list[Document], evidence: Evidence, problems: Problems, notes: Notes) -> Iterator[tuple[str, Row]]:
    scheme = evidence.scheme()
    for document in documents:
        evidence.note(document, scheme)
        yield document.place, _row(document, scheme, problems, notes)


def _row(document: Document, scheme: Scheme, problems: Problems, notes: Notes) -> Row:
    text = document.text(scheme.unit, joined=_joined(document, scheme, notes))
    ruler = None if text is None else Ruler(text, scheme.unit)
    mentions: dict[int, Row] = {}
    for position, (place, mention) in enumerate(document.mentions):
        start, end = mention["start"], mention["end"] + scheme.added
        if ruler is not None:
            start, end = ruler.codepoint(start), ruler.codepoint(end)
        if not 0 <= start < end:
            got = f"span {mention['start']}–{mention['end']}"
            problems.add(Finding("mention.span", "error", place, got, "start before end"))
            continue
        if text is not None:
            _compare(text, start, end, mention, place, notes)
        mentions[position] = {**mention, "start": start, "end": end}
    row: Row = {"id": document.id, **document.fields, "mentions": list(mentions.values())}
    if document.relations:
        row["relations"] = [_relation(*relation, mentions) for relation in document.relations]
    return row if text is None else {**row, "query": text}


def _joined(document: Document, scheme: Scheme, notes: Notes) -> bool:
    """Whether more surface texts are found when the pieces are joined by a space than where they say they begin."""
    if len(layouts(document)) == 1:
        return False
    apart = matches(document, scheme, joined=False)
    if apart == document.surfaces:
        return False
    together = matches(document, scheme, joined=True)
    if together > apart:
        what = "documents whose passages do not begin where they say, joined by one space"
        got = f"{document.place}: {together} of {document.surfaces} surface texts are found so, else {apart}"
        notes.add("offset.passage", what, got, severity="info")
    return together > apart


def _compare(text: str, start: int, end: int, mention: Row, place: str, notes: Notes) -> None:
    """Note a surface text that is not there; white space is taken from the text."""
    there = text[start:end]
    surface = mention.get("text")
    if end > len(text):
        got = f"{place}: {start}–{end} of {len(text)}"
        notes.add("offset.outside", "mentions end past the text", got, mend="do offsets and text belong together?")
    elif surface is None or same(there, surface):
        mention["text"] = there
    else:
        got = f"{place}: {shorten(surface, 30)!r} is {shorten(there, 30)!r}"
        notes.add("offset.mismatch", "mentions whose text is not what the document has there", got)
        del mention["text"]  # what is noted here with its line is not to be noted once more by those who compare


def _relation(relation: Row, head: int | None, tail: int | None, mentions: dict[int, Row]) -> Row:
    """A relation with id, span and type of the mentions between which it holds."""
    for side, position in (("head", head), ("tail", tail)):
        mention = {} if position is None else mentions.get(position, {})
        if mention:
            found = {side: mention.get("id"), f"{side}_type": mention.get("type")}
            relation = {**{name: value for name, value in found.items() if value is not None}, **relation}
            relation[f"{side}_span"] = [mention["start"], mention["end"]]
    return relation
