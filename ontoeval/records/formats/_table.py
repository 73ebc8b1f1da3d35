"""Mentions that come one per line, in any order, gathered by document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ontoeval.records.batch import Row
from ontoeval.records.formats._documents import Document


def gathered(mentions: Iterable[tuple[str, str, Row | None, Row]]) -> Iterator[Document]:
    """Documents in the order in which they first appear.

    Args:
        mentions: Place, document, mention (None for a document without one), and further fields of the document.
    """
    documents: dict[str, Document] = {}
    for place, name, mention, fields in mentions:
        document = documents.setdefault(name, Document(place, name))
        if mention is not None:
            document.mentions.append((place, mention))
        text = fields.pop("query", None)
        if text is not None and not document.pieces:
            document.pieces.append((0, text))
        document.fields.update(fields)
    yield from documents.values()
