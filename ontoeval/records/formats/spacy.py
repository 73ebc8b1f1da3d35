"""spaCy DocBin: entities of documents with their label and knowledge-base id (extra ``nlp``).

The id of a sample is ``doc.user_data["id"]``, else its number. With ``spacy(spans="sc")`` the mentions are those of
``doc.spans["sc"]``, which may overlap.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ontoeval.errors import MissingExtra
from ontoeval.findings import Finding
from ontoeval.records.batch import Part, Problems, Row
from ontoeval.records.formats._notes import Notes
from ontoeval.records.formats._samples import ids_of, mentions_of, note_lost, note_lost_fields
from ontoeval.records.jsonl import open_bytes
from ontoeval.records.model import Sample

SUFFIXES = (".spacy",)
KEEPS = ("query", "mentions")


def read(path: Path, problems: Problems, part: Part, *, spans: str = "") -> Iterator[tuple[str, Row]]:
    """Rows of documents.

    Args:
        path: The file.
        problems: Gets the reason when the file is no DocBin.
        part: Golden set or run.
        spans: Key of ``doc.spans``; empty for ``doc.ents``.

    Raises:
        MissingExtra: spaCy is not installed.
    """
    spacy = _spacy()
    with open_bytes(path) as stream:
        content = stream.read()
    try:
        documents = list(spacy.tokens.DocBin().from_bytes(content).get_docs(spacy.blank("xx").vocab))
    except (zlib.error, ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        got = f"{type(error).__name__}: {error}"
        problems.add(Finding("record.docbin", "error", path.name, got, "a DocBin", "was the file cut short?"))
        return
    for number, document in enumerate(documents):
        yield f"{path.name}[{number}]", row_of(document, number, spans)


def row_of(document: Any, number: int, spans: str = "") -> Row:
    """One ``Doc`` as a row."""
    found = document.spans.get(spans, ()) if spans else document.ents
    mentions = [
        {
            "start": span.start_char,
            "end": span.end_char,
            "text": span.text,
            "id": span.kb_id_ or None,
            **({"type": span.label_} if span.label_ else {}),
        }
        for span in found
    ]
    return {"id": str(document.user_data.get("id", number)), "query": document.text, "mentions": mentions}


def is_document(value: Any) -> bool:
    """Whether a value is a ``Doc``; spaCy is not imported for it."""
    return any(kind.__module__ == "spacy.tokens.doc" and kind.__name__ == "Doc" for kind in type(value).__mro__)


def write(samples: Iterable[Sample], path: Path, part: Part, *, spans: str = "") -> list[Finding]:
    """Write a DocBin, with the tokens of spaCy's multi-language tokenizer.

    Raises:
        MissingExtra: spaCy is not installed.
    """
    spacy = _spacy()
    notes = Notes()
    tokenizer = spacy.blank("xx")
    found = spacy.tokens.DocBin(attrs=["ENT_IOB", "ENT_TYPE", "ENT_KB_ID"], store_user_data=True)
    for sample in samples:
        note_lost_fields(sample, part, KEEPS, notes)
        if sample.query is None:
            notes.add("convert.dropped", "samples without a text are left out", sample.id)
            continue
        document = tokenizer.make_doc(sample.query)
        document.user_data["id"] = sample.id
        marked = _spans(document, sample, part, notes)
        if spans:
            document.spans[spans] = marked
        else:
            kept = spacy.util.filter_spans(marked)
            for _ in range(len(marked) - len(kept)):
                notes.add("convert.dropped", "mentions overlap longer ones and are left out", sample.id)
            document.ents = kept
        found.add(document)
    path.write_bytes(found.to_bytes())
    return notes.findings(path.name)


def _spans(document: Any, sample: Sample, part: Part, notes: Notes) -> list[Any]:
    marked = []
    for position, mention in enumerate(mentions_of(sample, part) or ()):
        where = f"{sample.id} {part}.mentions[{position}]"
        note_lost(mention, where, ("id", "type"), notes)
        concept = (ids_of(mention) or [""])[0]
        span = document.char_span(mention["start"], mention["end"], mention.get("type") or "", kb_id=concept)
        if span is None:
            notes.add("convert.dropped", "mentions do not begin and end with tokens and are left out", where)
        else:
            marked.append(span)
    return marked


def _spacy() -> Any:
    try:
        import spacy
        import spacy.tokens
        import spacy.util
    except ImportError:
        raise MissingExtra("spacy", "nlp", "the format of spaCy") from None
    return spacy
