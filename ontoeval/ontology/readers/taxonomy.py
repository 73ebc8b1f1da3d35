"""Reads taxonomies in plain text: a table with a column of parents, a list of paths, a nested set.

A table is CSV or TSV with a header that names a column of ids (``id``, ``child``, ``code`` …) and one of parents
(``parent``, ``parent_id``, ``broader`` …; several parents are separated by ``|`` or ``;``), and may have ``label``,
``synonyms``, ``definition``, ``deprecated``, ``replaced_by`` and ``alt_id``. In a list of paths every line is a
concept, ``Animals > Pets > Cats``; an id may stand before it, ``12 - Animals > Pets``.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

from ontoeval.errors import FormatMismatch, ParseError, SecurityError
from ontoeval.findings import shorten
from ontoeval.ontology.builder import Builder
from ontoeval.ontology.identifiers import canonical
from ontoeval.ontology.readers.context import Context
from ontoeval.ontology.readers.plain import ID_COLUMNS, NESTED, NUMBERED, PARENT_COLUMNS, PATH, header
from ontoeval.ontology.source import Document

_SEVERAL = re.compile(r"\s*[|;]\s*")
_LABELS = ("label", "name", "title", "preflabel", "preferred label", "pref_label")
_SYNONYMS = ("synonyms", "synonym", "altlabel", "alt_label", "aliases")
_DEFINITIONS = ("definition", "definitions", "description")
_DEPRECATED = ("deprecated", "obsolete", "is_obsolete")
_TRUE = frozenset({"true", "1", "yes", "t", "y"})


def read(document: Document, builder: Builder, context: Context) -> None:
    """Tell the builder what a plain taxonomy holds.

    Raises:
        FormatMismatch: It is no table with a column of ids and one of parents.
        ParseError: A row has no id, the table is broken, or an interval of a nested set lies in no other.
    """
    forms = {"table": _table, "paths": _paths, "nested_set": _nested_set}
    forms[context.syntax](document, builder, context)


def _lines(document: Document) -> Iterator[tuple[int, str]]:
    """Numbered lines, without blank ones and comments."""
    with io.TextIOWrapper(document.open(), encoding="utf-8") as text:
        for number, line in enumerate(text, 1):
            if line.strip() and not line.lstrip().startswith("#"):
                yield number, line.rstrip("\n")


# Tables


def _table(document: Document, builder: Builder, context: Context) -> None:
    with io.TextIOWrapper(document.open(), encoding="utf-8", newline="") as text:
        first = next((line for line in text if line.strip() and not line.startswith("#")), "")
        found = header(first.rstrip("\r\n"))
        if found is None:
            raise FormatMismatch(
                f"the first line names no column of ids and of parents: {shorten(first.strip(), 60)!r}",
                where=document.name,
                expected=f"one of {', '.join(ID_COLUMNS[:6])} … and one of {', '.join(PARENT_COLUMNS[:4])} …",
                mend="name the columns in the first line, e.g. id,parent,label",
            )
        delimiter, columns = found
        csv.field_size_limit(context.limits.max_literal)
        rows = csv.reader(text, delimiter=delimiter, strict=True)
        try:
            for cells in rows:
                if any(cell.strip() for cell in cells):
                    _row(dict(zip(columns, cells, strict=False)), rows.line_num + 1, builder)
        except csv.Error as error:
            if "field limit" in str(error):
                raise SecurityError(
                    f"a cell has more than {context.limits.max_literal} characters",
                    where=f"{document.name}:{rows.line_num + 1}",
                    mend="pass limits=Limits(max_literal=…) if you trust the file",
                ) from None
            raise ParseError(
                f"the table is broken: {error}", where=f"{document.name}:{rows.line_num + 1}", mend="mend this row"
            ) from None


def _row(row: dict[str, str], line: int, builder: Builder) -> None:
    concept = canonical(_first(row, ID_COLUMNS))
    if not concept:
        raise ParseError("a row has no id", where=f"{builder.where}:{line}", mend="give it one, or remove the row")
    builder.add_concept(concept)
    for parent in _several(row, PARENT_COLUMNS):
        builder.edge(concept, canonical(parent))
    label = _first(row, _LABELS)
    if label:
        builder.label(concept, label)
    for synonym in _several(row, _SYNONYMS):
        builder.synonym(concept, synonym)
    definition = _first(row, _DEFINITIONS)
    if definition:
        builder.definition(concept, definition)
    if _first(row, _DEPRECATED).casefold() in _TRUE:
        builder.deprecated(concept)
    for other in _several(row, ("replaced_by",)):
        builder.replaced_by(concept, canonical(other))
    for alias in _several(row, ("alt_id", "alt_ids")):
        builder.alias(concept, canonical(alias))


def _first(row: dict[str, str], names: tuple[str, ...]) -> str:
    return next((row[name].strip() for name in names if row.get(name, "").strip()), "")


def _several(row: dict[str, str], names: tuple[str, ...]) -> list[str]:
    return [text for name in names for text in _SEVERAL.split(row.get(name, "").strip()) if text]


# Paths


def _paths(document: Document, builder: Builder, context: Context) -> None:
    """Concepts are named by their whole path; where lines have numbers, by these."""
    del context
    id_of: dict[str, str] = {}
    for line, text in _lines(document):
        numbered = NUMBERED.match(text.strip())
        path = numbered[2] if numbered else text
        full = " > ".join(part.strip() for part in PATH.split(path.strip()) if part.strip())
        if not full:
            raise ParseError("a path has no name in it", where=f"{document.name}:{line}", mend="remove this line")
        id_of[full] = numbered[1] if numbered else full
    listed = list(id_of)
    for full in listed:
        while full:
            above, _, name = full.rpartition(" > ")
            concept = id_of.setdefault(full, full)
            if concept in builder.concepts:
                break
            builder.add_concept(concept)
            builder.label(concept, name)
            if concept != full:
                builder.alias(concept, full)
            if above:
                builder.edge(concept, id_of.setdefault(above, above))
            full = above
    missing = len(id_of) - len(listed)
    if missing:
        builder.found("path", f"{missing} paths have no line of their own", severity="info", count=missing)


def _nested_set(document: Document, builder: Builder, context: Context) -> None:
    """Each line has an id and an interval; its parent is the narrowest interval around it."""
    del context
    open_ones: list[tuple[int, str]] = []
    for line, text in _lines(document):
        match = NESTED.match(text)
        if match is None:
            raise ParseError(
                f"a line is no member of a nested set: {shorten(text.strip(), 60)!r}",
                where=f"{document.name}:{line}",
                expected="id | [first-last] | name",
            )
        concept, first, last, name = match[2], int(match[3]), int(match[4]), match[5].strip()
        while open_ones and open_ones[-1][0] < first:
            open_ones.pop()
        if first > last or (open_ones and last > open_ones[-1][0]):
            raise ParseError(
                f"the interval [{first}-{last}] crosses that of its parent",
                where=f"{document.name}:{line}",
                mend="the file may be cut off or out of order: sort it by the first number",
            )
        builder.add_concept(concept)
        builder.label(concept, name)
        if open_ones:
            builder.edge(concept, open_ones[-1][1])
        open_ones.append((last, concept))
